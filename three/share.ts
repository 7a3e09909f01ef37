/**
 * Draws directly from the solver's GPU buffers. three.js has no public API for drawing from a buffer it did not create, so
 * this is the only file that uses `renderer.backend`: three stores `{ buffer }` per attribute there and creates a
 * buffer only if there is none. Verified with three 0.187; tests in test/studio check it.
 */
import { BufferAttribute, InterleavedBuffer, InterleavedBufferAttribute } from 'three';

export interface Backend {
  readonly device?: unknown;
  readonly isWebGLBackend?: boolean;
  get(attribute: object): { buffer?: unknown };
}

/** The part of three's `WebGPURenderer` that is used; a `WebGLRenderer` has no `backend`. */
export interface SharingRenderer {
  readonly backend?: unknown;
  /** Every renderer has one. It lets TypeScript accept a `WebGLRenderer`, which has no `backend`. */
  readonly domElement?: unknown;
}

/** The renderer's backend if it draws with this device. The renderer has a device only after `await renderer.init()`. */
export function backendSharing(renderer: SharingRenderer | undefined, device: unknown): Backend | undefined {
  const backend = renderer?.backend as Partial<Backend> | undefined;
  if (!backend?.device || backend.device !== device || typeof backend.get !== 'function') return undefined;
  return backend as Backend;
}

/** Renderers that a warning was given for. */
const named = new WeakSet<SharingRenderer>();

/** Warns once per renderer if vertices are copied although the solver has them on a GPU, with the reason. */
export function warnOfCopies(renderer: SharingRenderer): void {
  if (named.has(renderer)) return;
  named.add(renderer);
  const { device, isWebGLBackend } = (renderer.backend ?? {}) as Partial<Backend>;
  const reason = !renderer.backend
    ? 'only a WebGPURenderer can draw from them'
    : device
      ? 'the renderer draws on another GPU device. Give both the same: `const backend = await webgpu()`, ' +
        '`createWorld({ …, backend })` and `new WebGPURenderer({ device: backend.device })`'
      : isWebGLBackend
        ? 'the renderer fell back to WebGL2'
        : 'the renderer has no GPU device yet. Call `await renderer.init()` before `new WorldView`';
  console.warn(
    `selvedge: the vertices are copied for each frame instead of drawn from the solver's buffers: ${reason}.`,
  );
}

/** A dummy buffer for three to destroy in place of the solver's. */
const nothing = { destroy() {} };

/** Three's record of one attribute, with the solver's buffer in it. */
class Share {
  readonly #backend: Backend;
  readonly #attribute: object;
  /** Called at each use, since a buffer that grows is replaced. */
  readonly #buffer: () => unknown;

  constructor(backend: Backend, attribute: object, buffer: () => unknown) {
    this.#backend = backend;
    this.#attribute = attribute;
    this.#buffer = buffer;
    this.give();
  }

  /** Call it before the first draw, and again after three has dropped the attribute. */
  give(): void {
    const kept = this.#backend.get(this.#attribute);
    const buffer = this.#buffer();
    if (kept.buffer !== buffer) kept.buffer = buffer;
  }

  /** Call it before a geometry with the attribute, or the buffer, is disposed. */
  take(): void {
    this.#backend.get(this.#attribute).buffer = nothing;
  }
}

/** A vertex attribute (x, y, z) in a buffer of vec4. */
export class SharedAttribute extends InterleavedBufferAttribute {
  readonly share: Share;

  constructor(backend: Backend, buffer: () => unknown, count: number) {
    // The array is never uploaded; three reads only its length and type.
    super(new InterleavedBuffer(new Float32Array(4 * count), 4), 3, 0);
    this.share = new Share(backend, this.data, buffer);
  }
}

/** An index in a buffer of u32. */
export class SharedIndex extends BufferAttribute {
  readonly share: Share;

  /** Three makes wireframes of `corners`; it uploads nothing else of them. */
  constructor(backend: Backend, buffer: () => unknown, corners: Uint32Array) {
    super(corners, 1);
    this.share = new Share(backend, this, buffer);
  }
}

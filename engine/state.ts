/** The state is what changes: positions, velocities, forces, pins. Here: how it lies in storage, and how it is kept. */
import type { BackendName, StorageArray } from './backends/backend.ts';
import { InputError, number } from './errors.ts';
import { BLOCK } from './kernel.ts';
import type { Model } from './model.ts';
import { WITHIN } from './motion/predict.ts';
import type { MemoryPlan } from './program.ts';

/**
 * The buffers every world has. `x` and `v` are the state: x, y, z and, in x.w, 1 where a particle once left the numbers.
 * `particles` holds mass and inverse mass (0 where pinned); `springs` rest length and stiffness (0 where torn).
 */
export function memoryOf(model: Model): MemoryPlan {
  const { particles, springs, width, cornerWidth } = model;
  const [springBlocks, particleBlocks] = [blocks(springs), blocks(particles)];
  return {
    x: { element: 'vec4', domain: 'particles', length: particles },
    v: { element: 'vec4', domain: 'particles', length: particles },
    force: { element: 'vec4', domain: 'particles', length: particles },
    particles: { element: 'vec4', domain: 'particles', length: particles },
    // An empty entry of a row names spring 0, which must exist.
    springs: { element: 'vec2', domain: 'springs', length: Math.max(1, springs) },
    // What follows is constant or scratch.
    delta: { element: 'vec4', domain: 'particles', length: particles },
    next: { element: 'vec4', domain: 'particles', length: particles },
    normal: { element: 'vec4', domain: 'particles', length: particles },
    neighbours: { element: 'u32', domain: 'entries', length: particles * width },
    springOf: { element: 'u32', domain: 'entries', length: particles * width },
    ends: { element: 'uvec2', domain: 'springs', length: springs },
    order: { element: 'u32', domain: 'particles', length: particles },
    corners: { element: 'uvec2', domain: 'corners', length: particles * cornerWidth },
    springTotals: { element: 'vec4', domain: 'springBlocks', length: springBlocks },
    springCounts: { element: 'real', domain: 'springBlocks', length: springBlocks },
    particleTotals: { element: 'vec4', domain: 'particleBlocks', length: particleBlocks },
    springTotal: { element: 'vec4', domain: 'one', length: 1 },
    springCount: { element: 'real', domain: 'one', length: 1 },
    particleTotal: { element: 'vec4', domain: 'one', length: 1 },
  };
}

export const blocks = (count: number): number => Math.max(1, Math.ceil(count / BLOCK));

/** The buffers a snapshot keeps. */
export const STATE_BUFFERS = ['x', 'v', 'force', 'particles', 'springs'] as const;

/** Everything needed to continue, in storage order. Continuing on the same backend gives the same bits. */
export interface Snapshot {
  readonly backend: BackendName;
  /** Fingerprint of the model it belongs to. */
  readonly model: string;
  readonly steps: number;
  /** Seconds. */
  readonly time: number;
  readonly pinned: readonly number[];
  readonly buffers: Readonly<Record<(typeof STATE_BUFFERS)[number], StorageArray>>;
}

/** Equal for models whose particles and springs are the same, in number and in connection. */
export const fingerprintOf = ({ particles, springs, ends }: Model): string =>
  `${particles} particles, ${springs} springs, ${hashOf(ends)}`;

/** Three numbers a particle in the user's order -> four in storage order, w = 0. Refuses what is not a number. */
export function toStorage(
  path: string,
  values: ArrayLike<number>,
  { particles, slotOf }: Model,
): Float64Array {
  if (values.length !== 3 * particles) {
    throw new InputError(
      path,
      values,
      `${3 * particles} numbers, x, y, z for each of ${particles} particles`,
    );
  }
  const storage = new Float64Array(4 * particles);
  for (let k = 0; k < values.length; k++) {
    number(`${path}[${k}]`, values[k], WITHIN);
    storage[4 * slotOf[Math.floor(k / 3)] + (k % 3)] = values[k];
  }
  return storage;
}

/** Four numbers a particle in storage order -> three in the user's order, into the caller's array. */
export function fromStorage<T extends Float32Array | Float64Array>(
  storage: StorageArray,
  { slotOf }: Model,
  target: T,
): T {
  for (let id = 0; id < slotOf.length; id++) {
    const from = 4 * slotOf[id];
    target[3 * id] = storage[from];
    target[3 * id + 1] = storage[from + 1];
    target[3 * id + 2] = storage[from + 2];
  }
  return target;
}

/** Sixteen hexadecimal digits of the bits of the arrays: equal states, equal hashes, whatever the thread count. */
export function hashOf(...arrays: readonly StorageArray[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const array of arrays) {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (const word of words) {
      a = Math.imul(a ^ word, 0x01000193); // FNV-1a over words
      b = Math.imul(b ^ (word >>> 15) ^ word, 0x85ebca6b);
      b ^= b >>> 13;
    }
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

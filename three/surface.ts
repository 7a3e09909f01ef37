/**
 * The moving vertices of a world, shared by all objects that draw it. On webgpu with a renderer on the same device they are the
 * solver's own buffers, in storage order, and so is the list of triangles if springs may tear. Otherwise positions are read
 * after each step, in the user's order, and the torn springs after a tear.
 */
import { Box3, BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import type { World } from '../engine/index.ts';
import {
  type Backend,
  backendSharing,
  SharedAttribute,
  SharedIndex,
  type SharingRenderer,
  warnOfCopies,
} from './share.ts';

type Vertices = BufferAttribute | SharedAttribute;

/** A range of the world's triangles or springs that an object draws. */
export interface Drawn {
  readonly kind: 'triangles' | 'springs';
  readonly range: readonly [first: number, end: number];
}

/** A geometry whose index is updated after tears. */
interface Filled extends Drawn {
  readonly geometry: BufferGeometry;
  /** The result of `world.readTears` when the index was last updated. */
  tears?: number;
}

/** The moving vertices of a world. Objects of one world may share it. */
export class Surface {
  /** The attribute of positions. */
  readonly position: Vertices;
  /** The attribute of normals. */
  readonly normal: Vertices;
  /** The attribute of texture coordinates. */
  readonly uv: BufferAttribute;
  /** Bounding sphere of all vertices; infinite if the positions stay on the GPU. */
  readonly boundingSphere = new Sphere(new Vector3(), Number.POSITIVE_INFINITY);
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #box = new Box3();
  readonly #filled = new Set<Filled>();
  /** The backend of the renderer, if it draws on the solver's device. */
  readonly backend: Backend | undefined;
  #index: SharedIndex | undefined;
  #reading: Promise<void> | undefined;
  #disposed = false;

  constructor(
    /** The world that is drawn. */
    readonly world: World,
    renderer?: SharingRenderer,
  ) {
    const { particles, positions, uvs, slotOf } = world.model;
    this.#positions = Float32Array.from(positions);
    this.#normals = new Float32Array(3 * particles);
    const { gpu } = world;
    const backend = gpu && backendSharing(renderer, gpu.device);
    this.backend = backend;
    if (gpu && backend) {
      this.position = new SharedAttribute(backend, () => gpu.buffer('x'), particles);
      this.normal = new SharedAttribute(backend, () => gpu.buffer('normal'), particles);
      gpu.updateNormals();
    } else {
      if (gpu && renderer) warnOfCopies(renderer);
      this.position = new BufferAttribute(this.#positions, 3);
      this.normal = new BufferAttribute(this.#normals, 3);
      this.#bound();
      this.#faceFirst();
    }
    this.uv = new BufferAttribute(new Float32Array(2 * particles), 2);
    for (let id = 0; id < particles; id++) {
      this.uv.setXY(this.isShared ? slotOf[id] : id, uvs[2 * id], uvs[2 * id + 1]);
    }
  }

  /** Whether drawing uses the solver's GPU buffers, without a copy. */
  get isShared(): boolean {
    return this.position instanceof SharedAttribute;
  }

  /** The particles' positions in memory of the page, three numbers each in the user's order, as of the last `update` or `read`. */
  get positions(): Float32Array {
    return this.#positions;
  }

  /** The particles' unit normals, in the layout of `positions`; not read if they are on the GPU. */
  get normals(): Float32Array {
    return this.#normals;
  }

  /** Gives a geometry the moving vertices until it is disposed. `ids` are the particles of its index. */
  fill(geometry: BufferGeometry, ids: ArrayLike<number>, drawn: Drawn): void {
    geometry.setIndex(new BufferAttribute(this.#indexOf(ids), 1));
    geometry.setAttribute('position', this.position);
    geometry.setAttribute('normal', this.normal);
    geometry.setAttribute('uv', this.uv);
    geometry.boundingSphere = this.boundingSphere;
    const filled: Filled = { ...drawn, geometry };
    this.#filled.add(filled);
    this.#shareIndex();
    geometry.addEventListener('dispose', () => {
      this.#filled.delete(filled);
      this.#keepFromThree();
    });
  }

  /** The vertices of these particles. */
  #indexOf(ids: ArrayLike<number>): Uint32Array {
    const { slotOf } = this.world.model;
    const index = new Uint32Array(ids);
    return this.isShared ? index.map((id) => slotOf[id]) : index;
  }

  /** If springs may tear, geometries on the solver's device draw from its list of remaining triangles. */
  #shareIndex(): void {
    const { gpu, mayHaveHoles, model } = this.world;
    if (!gpu || !this.backend || !mayHaveHoles || model.triangles.length === 0) return;
    this.#index ??= new SharedIndex(this.backend, () => gpu.buffer('index'), this.#indexOf(model.triangles));
    for (const { kind, range, geometry } of this.#filled) {
      if (kind !== 'triangles' || geometry.index === this.#index) continue;
      geometry.setIndex(this.#index);
      geometry.setDrawRange(3 * range[0], 3 * (range[1] - range[0]));
    }
  }

  /** The buffers that three draws from but did not create. */
  get #shares() {
    const { position, normal } = this;
    return [position, normal, this.#index].flatMap((each) => (each && 'share' in each ? [each.share] : []));
  }

  /** Three destroys the buffers of a disposed geometry, so the solver's are removed first. */
  #keepFromThree(): void {
    for (const share of this.#shares) share.take();
    queueMicrotask(() => {
      if (!this.#disposed) for (const share of this.#shares) share.give();
    });
  }

  /** Removes torn triangles and springs from indices kept on the page, if something tore since the last update. */
  async #leaveOutTorn(): Promise<void> {
    const { world } = this;
    const onThisSide = [...this.#filled].filter(({ geometry }) => geometry.index !== this.#index);
    if (!world.mayHaveHoles || onThisSide.length === 0) return;
    const tears = await world.readTears();
    const filled = onThisSide.filter((each) => each.tears !== tears);
    const has = (wanted: Drawn['kind']) => filled.some(({ kind }) => kind === wanted);
    const { ends, idOf } = world.model;
    const [triangles, torn] = await Promise.all([
      has('triangles') ? world.readTriangles() : new Uint32Array(0),
      has('springs') ? world.readTorn() : new Uint8Array(0),
    ]);
    for (const each of filled) {
      const { kind, range, geometry } = each;
      const ids =
        kind === 'triangles'
          ? triangles.subarray(3 * range[0], 3 * range[1])
          : ends.slice(2 * range[0], 2 * range[1]).map((_, k, slots) => {
              const s = range[0] + (k >> 1);
              return idOf[torn[s] ? slots[k - (k % 2)] : slots[k]];
            });
      geometry.index!.array.set(this.#indexOf(ids));
      geometry.index!.needsUpdate = true;
      each.tears = tears;
    }
  }

  /**
   * Call it after `world.step()`. Resolves when the next frame draws the state after all enqueued steps. A call while the last one
   * is running returns the same promise, so reads never pile up.
   */
  update(): Promise<void> {
    if (this.#disposed) return Promise.resolve();
    this.#reading ??= this.#update().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #update(): Promise<void> {
    const { world, position, normal } = this;
    if (this.isShared) {
      this.#shareIndex();
      for (const share of this.#shares) share.give();
      world.gpu?.updateNormals();
      await this.#untilDisposed(() => Promise.all([world.idle(), this.#leaveOutTorn()]));
      return;
    }
    await Promise.all([
      this.#read({ positions: this.#positions, normals: this.#normals }),
      this.#untilDisposed(() => this.#leaveOutTorn()),
    ]);
    if (this.#disposed) return;
    position.needsUpdate = true;
    normal.needsUpdate = true;
    this.#bound();
  }

  /** Reads the positions, also from the GPU, for picking or export. */
  async read(): Promise<Float32Array> {
    await this.#read({ positions: this.#positions });
    return this.#positions;
  }

  #read(targets: { positions: Float32Array; normals?: Float32Array }): Promise<void> {
    return this.#untilDisposed(() => this.world.read(targets));
  }

  /** Ignores errors after disposal, since the world may have been disposed too. */
  async #untilDisposed(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (!this.#disposed) throw error;
    }
  }

  /** Normals to draw with before the first update. */
  #faceFirst(): void {
    const first = new BufferGeometry().setAttribute('position', this.position);
    first.setIndex(new BufferAttribute(this.world.model.triangles, 1));
    if (first.index!.count > 0) {
      first.computeVertexNormals();
      this.#normals.set(first.getAttribute('normal').array);
    }
  }

  #bound(): void {
    this.#box.setFromArray(this.#positions).getBoundingSphere(this.boundingSphere);
  }

  /** Call it before the geometries are disposed, and dispose those before the world. */
  dispose(): void {
    this.#disposed = true;
    for (const share of this.#shares) share.take();
  }
}

/**
 * Moves meshes of three.js with the cloth that `clothFrom` made from them. Vertex order, uvs, indices, groups and materials are not
 * changed; only the attributes `position` and `normal` are replaced while the view exists.
 */
import {
  BufferAttribute,
  type BufferGeometry,
  type InterleavedBufferAttribute,
  Matrix4,
  type Object3D,
  Sphere,
  Vector3,
} from 'three';
import { demandFields, type FieldsOf, InputError, type World } from '../../engine/index.ts';
import { type Backend, SharedAttribute, type SharingRenderer } from '../share.ts';
import { Surface } from '../surface.ts';
import type { MeshCloth } from './cloth-from.ts';
import { GatherPass, NO_SLOT } from './gather-pass.ts';
import { type MeshPart, worldOf } from './parts.ts';

/** Options of `MeshView`. */
export interface MeshViewOptions {
  /** The body of the world, by number. Default: the one with the cloth's name. */
  readonly body?: number;
  /** Call `await renderer.init()` first. On the world's own GPU device, vertices stay on the GPU. */
  readonly renderer?: SharingRenderer;
  /** A surface to share with other objects of the same world; its creator updates and disposes of it. Default: an own one. */
  readonly surface?: Surface;
  /** The object whose frame is that of the world. Default: the scene's frame. */
  readonly space?: Object3D;
}

const FIELDS: FieldsOf<MeshViewOptions> = { body: true, renderer: true, surface: true, space: true };

/**
 * The meshes of one cloth. After `world.step()` call `update()`. Normals are those of the particles, so that seams of uvs do not show; for
 * flat shading use `material.flatShading`. Raycasts find the mesh as it was drawn last, except on a shared GPU device, where the
 * positions are on the GPU only: use `world.pick` there.
 */
export class MeshView {
  /** The surface that has the positions. */
  readonly surface: Surface;
  /** The cloth that the meshes show. */
  readonly cloth: MeshCloth;
  /** Number of the body in the world. */
  readonly body: number;
  readonly #isOwn: boolean;
  readonly #moved: readonly Moved[];
  #isDisposed = false;

  constructor(world: World, cloth: MeshCloth, options: MeshViewOptions = {}) {
    demandFields('MeshView', options, FIELDS);
    const { renderer, surface, space } = options;
    this.cloth = cloth;
    this.body = options.body ?? bodyOf(world, cloth);
    demandBody(world, cloth, this.body);
    demandUnmoved(cloth);
    this.#isOwn = surface === undefined;
    this.surface = surface ?? new Surface(world, renderer);
    const { first } = world.bodies[this.body];
    this.#moved = cloth.parts.map((part) => {
      const ids = cloth.particleOf
        .subarray(part.firstVertex, part.firstVertex + part.vertexCount)
        .map((particle) => (particle < 0 ? particle : first + particle));
      const { backend } = this.surface;
      return backend
        ? new MovedOnGpu(this.surface, part, ids, space, backend)
        : new MovedHere(this.surface, part, ids, space);
    });
    this.place();
  }

  /** Resolves when the next frame draws the state after all enqueued steps. */
  async update(): Promise<void> {
    await this.surface.update();
    this.place();
  }

  /** Moves the vertices to the positions of the particles in `surface`. */
  place(): void {
    if (this.#isDisposed) return;
    for (const each of this.#moved) each.place();
  }

  /** Restores the vertices of the meshes. Call it before the world is disposed. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const each of this.#moved) each.dispose();
    if (this.#isOwn) this.surface.dispose();
  }
}

const show = (world: World) => world.bodies.map(({ name }, k) => `${k} (${name})`).join(', ');

/** Number of the body with the cloth's name. */
function bodyOf(world: World, { body }: MeshCloth): number {
  const named = world.bodies.flatMap(({ name }, k) => (name === body.name ? [k] : []));
  if (named.length === 1) return named[0];
  const allowed = `the name of one body of the world, which has ${show(world)}. Give cloths names of their own: clothFrom(mesh, { name })`;
  throw new InputError('cloth.body.name', body.name, allowed);
}

function demandBody(world: World, { body }: MeshCloth, number: number): void {
  const count = world.bodies[number]?.count;
  const wanted = body.masses.length;
  if (count === wanted) return;
  throw new InputError(
    'MeshView.body',
    number,
    `the body that the cloth gave, with ${wanted} particles; there are ${show(world)}`,
  );
}

/** Geometries that a view moves. */
const moving = new WeakSet<BufferGeometry>();

/** Refuses meshes that share a geometry, which cannot be moved independently. */
function demandUnmoved({ body, parts }: MeshCloth): void {
  parts.forEach(({ geometry, mesh }, k) => {
    const isShared = parts.findIndex((part) => part.geometry === geometry) < k;
    if (isShared || moving.has(geometry))
      throw new InputError(
        `${body.name}.geometry`,
        mesh?.name || geometry.name || 'a geometry that another mesh has too',
        'a geometry that no other view moves: dispose the other view, or give each mesh a copy first, mesh.geometry = mesh.geometry.clone()',
      );
  });
}

/** A geometry whose vertices move. */
abstract class Moved {
  protected readonly geometry: BufferGeometry;
  /** From the world to the mesh's frame; of normals too, which the mesh's matrix brings back. */
  protected readonly toMesh = new Matrix4();
  protected readonly normalToMesh = new Matrix4();
  readonly #own: Pick<BufferGeometry, 'boundingBox' | 'boundingSphere'>;
  readonly #attributes: Readonly<
    Record<'position' | 'normal' | 'tangent', BufferAttribute | InterleavedBufferAttribute | undefined>
  >;

  constructor(
    protected readonly surface: Surface,
    protected readonly part: MeshPart,
    readonly space: Object3D | undefined,
  ) {
    this.geometry = part.geometry;
    const { boundingBox, boundingSphere, attributes } = this.geometry;
    this.#own = { boundingBox, boundingSphere };
    // Tangents would not follow; without them three.js derives them from the uvs.
    this.#attributes = {
      position: attributes.position,
      normal: attributes.normal,
      tangent: attributes.tangent,
    };
    this.geometry.deleteAttribute('tangent');
    this.geometry.boundingBox = null;
    moving.add(this.geometry);
  }

  abstract place(): void;

  /** The current matrix of the mesh. */
  protected look(): void {
    const matrix = worldOf('mesh', this.part.mesh, this.space);
    this.toMesh.copy(matrix).invert();
    // A normal n is drawn along M⁻ᵀ n, so that n = Mᵀ of the world's.
    this.normalToMesh.copy(matrix).setPosition(0, 0, 0).transpose();
  }

  /** Restores the vertices of the mesh. */
  dispose(): void {
    for (const name of ['position', 'normal', 'tangent'] as const) {
      const attribute = this.#attributes[name];
      if (attribute) this.geometry.setAttribute(name, attribute);
      else this.geometry.deleteAttribute(name);
    }
    Object.assign(this.geometry, this.#own);
    moving.delete(this.geometry);
  }
}

/** Of a geometry that was moved before: WebGL frees what is drawn with a geometry alone, so these are used again. */
const used = new WeakMap<BufferGeometry, { position: BufferAttribute; normal: BufferAttribute }>();

/** Vertices written on this side. */
class MovedHere extends Moved {
  readonly #ids: Int32Array;
  readonly #position: BufferAttribute;
  readonly #normal: BufferAttribute;

  constructor(surface: Surface, part: MeshPart, ids: Int32Array, space: Object3D | undefined) {
    super(surface, part, space);
    this.#ids = ids;
    const { geometry } = part;
    const own = geometry.getAttribute('position');
    const vertices = () => new BufferAttribute(new Float32Array(3 * ids.length), 3);
    const { position, normal } = used.get(geometry) ?? { position: vertices(), normal: vertices() };
    used.set(geometry, { position, normal });
    for (let v = 0; v < ids.length; v++) position.setXYZ(v, own.getX(v), own.getY(v), own.getZ(v));
    this.#position = position;
    this.#normal = normal;
    geometry.setAttribute('position', position);
    geometry.setAttribute('normal', normal);
    geometry.boundingSphere = new Sphere();
  }

  place(): void {
    this.look();
    const { positions, normals } = this.surface;
    const at = new Vector3();
    const ids = this.#ids;
    for (let v = 0; v < ids.length; v++) {
      if (ids[v] < 0) continue;
      at.fromArray(positions, 3 * ids[v]).applyMatrix4(this.toMesh);
      at.toArray(this.#position.array, 3 * v);
      at.fromArray(normals, 3 * ids[v]).transformDirection(this.normalToMesh);
      at.toArray(this.#normal.array, 3 * v);
    }
    this.#position.needsUpdate = true;
    this.#normal.needsUpdate = true;
    this.geometry.computeBoundingSphere();
  }
}

/** Vertices written on the GPU that draws them. */
class MovedOnGpu extends Moved {
  readonly #backend: Backend;
  readonly #slots: Uint32Array<ArrayBuffer>;
  readonly #places: Float32Array;
  #pass: GatherPass | undefined;
  #shared: SharedAttribute[] = [];
  #isDisposed = false;

  constructor(
    surface: Surface,
    part: MeshPart,
    ids: Int32Array,
    space: Object3D | undefined,
    backend: Backend,
  ) {
    super(surface, part, space);
    const { slotOf } = surface.world.model;
    const own = part.geometry.getAttribute('position');
    this.#backend = backend;
    this.#slots = Uint32Array.from(ids, (id) => (id < 0 ? NO_SLOT : slotOf[id]));
    this.#places = Float32Array.from({ length: 3 * ids.length }, (_, k) =>
      own.getComponent(Math.floor(k / 3), k % 3),
    );
    this.#make();
    // The bounds are infinite, since positions are only on the GPU.
    this.geometry.boundingSphere = surface.boundingSphere;
    this.geometry.addEventListener('dispose', this.#forgotten);
  }

  /** Three destroys the buffers of a disposed geometry, even if it is drawn again. */
  #forgotten = (): void => {
    this.#release();
    queueMicrotask(() => {
      if (this.#isDisposed) return;
      this.#make();
      this.place();
    });
  };

  #make(): void {
    const { gpu } = this.surface.world;
    const pass = new GatherPass(gpu!, this.#slots, this.#places);
    const share = (buffer: unknown) => new SharedAttribute(this.#backend, () => buffer, this.#slots.length);
    const [position, normal] = [share(pass.positions), share(pass.normals)];
    this.#pass = pass;
    this.#shared = [position, normal];
    this.geometry.setAttribute('position', position);
    this.geometry.setAttribute('normal', normal);
  }

  #release(): void {
    for (const { share } of this.#shared) share.take();
    this.#shared = [];
    this.#pass?.dispose();
    this.#pass = undefined;
  }

  place(): void {
    this.look();
    for (const { share } of this.#shared) share.give();
    this.#pass?.run(this.toMesh, this.normalToMesh);
  }

  override dispose(): void {
    this.#isDisposed = true;
    this.geometry.removeEventListener('dispose', this.#forgotten);
    super.dispose();
    this.#release();
  }
}

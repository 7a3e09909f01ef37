/** Objects of three.js for bodies: triangles as a mesh, springs without triangles as lines. */
import {
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import {
  type BodyRange,
  demandFields,
  type FieldsOf,
  InputError,
  type Model,
  type World,
} from '../engine/index.ts';
import { ClothMaterial } from './fabric/cloth-material.ts';
import { ClothRim } from './fabric/rim.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

/** Options of `ClothMesh` and `SpringLines`. */
export interface ObjectOptions {
  /** Name or number of the body to draw. Default: all of the world. */
  readonly body?: string | number;
  /** Default: a rough material, lit on both sides; white lines for `SpringLines`. */
  readonly material?: Material;
  /** Call `await renderer.init()` first. On the world's own GPU device, drawing needs no copy. */
  readonly renderer?: SharingRenderer;
  /** A surface to share with other objects of the same world; its creator updates and disposes of it. Default: an own one. */
  readonly surface?: Surface;
}

const FIELDS: FieldsOf<ObjectOptions> = { body: true, material: true, renderer: true, surface: true };

/**
 * A cloth, or all cloths of a world, as a mesh. After `world.step()` call `update()`; there is no need to wait for it.
 * Normals point to the side of the triangles' front; a `DoubleSide` material turns them round for the back. A `ClothMaterial` with a
 * rim gives the border its thickness.
 */
export class ClothMesh extends Mesh {
  readonly #vertices: Vertices;
  readonly #rim: ClothRim | undefined;

  constructor(world: World, options: ObjectOptions = {}) {
    demandFields('ClothMesh', options, FIELDS);
    super(
      new BufferGeometry(),
      options.material ?? new MeshStandardMaterial({ side: DoubleSide, roughness: 0.85 }),
    );
    this.#vertices = new Vertices(this.geometry, world, options, 'triangles');
    const { material } = options;
    if (!(material instanceof ClothMaterial) || material.rim === 0 || this.surface.isShared) return;
    this.#rim = new ClothRim(this, this.surface, material, material.rim);
    this.add(this.#rim);
  }

  /** The surface that has the vertices. */
  get surface(): Surface {
    return this.#vertices.surface;
  }

  /** Call it after `world.step()`; resolves when the next frame draws the new state. */
  update(): Promise<void> {
    return this.surface.update();
  }

  /** Before the world is disposed; the material is left to its owner. */
  override dispose(): void {
    this.#rim?.dispose();
    this.#vertices.dispose();
    super.dispose?.();
  }
}

/** A rope, or any body without triangles, as one line per spring. */
export class SpringLines extends LineSegments {
  readonly #vertices: Vertices;

  constructor(world: World, options: ObjectOptions = {}) {
    demandFields('SpringLines', options, FIELDS);
    super(new BufferGeometry(), options.material ?? new LineBasicMaterial());
    this.#vertices = new Vertices(this.geometry, world, options, 'springs');
  }

  /** The surface that has the vertices. */
  get surface(): Surface {
    return this.#vertices.surface;
  }

  /** Call it after `world.step()`; resolves when the next frame draws the new state. */
  update(): Promise<void> {
    return this.surface.update();
  }

  /** Before the world is disposed; the material is left to its owner. */
  override dispose(): void {
    this.#vertices.dispose();
    super.dispose?.();
  }
}

/** The vertices of an object, on its own surface or on a shared one. */
class Vertices {
  readonly surface: Surface;
  readonly #isOwn: boolean;

  constructor(
    readonly geometry: BufferGeometry,
    world: World,
    { surface, renderer, body }: ObjectOptions,
    kind: 'triangles' | 'springs',
  ) {
    this.surface = surface ?? new Surface(world, renderer);
    this.#isOwn = surface === undefined;
    const ranges = rangesOf(world, body);
    const ids = (kind === 'triangles' ? trianglesOf : springsOf)(world.model, ranges);
    this.surface.fill(geometry, ids, { kind, range: ranges[kind] });
  }

  dispose(): void {
    if (this.#isOwn) this.surface.dispose();
    this.geometry.dispose();
  }
}

type Range = Pick<BodyRange, 'springs' | 'triangles'>;

/** What is drawn: the whole world or one body. */
function rangesOf(world: World, body: string | number | undefined): Range {
  const { springs, triangles } = world.model;
  if (body === undefined) return { springs: [0, springs], triangles: [0, triangles.length / 3] };
  const range =
    typeof body === 'number' ? world.bodies[body] : world.bodies.find(({ name }) => name === body);
  if (range) return range;
  throw new InputError(
    'body',
    body,
    `one of ${world.bodies.map(({ name }, k) => `${k} (${name})`).join(', ')}`,
  );
}

/** Particles at the corners of the triangles. */
export const trianglesOf = ({ triangles }: Model, range: Pick<BodyRange, 'triangles'>): Uint32Array =>
  triangles.subarray(3 * range.triangles[0], 3 * range.triangles[1]);

/** Particles at the ends of the springs. */
const springsOf = ({ ends, idOf }: Model, range: Pick<BodyRange, 'springs'>): Uint32Array =>
  ends.slice(2 * range.springs[0], 2 * range.springs[1]).map((slot) => idOf[slot]);

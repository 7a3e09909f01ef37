/** What is drawn: triangles as a mesh, springs without triangles as lines. */
import {
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { BodyRange, Model, World } from '../engine/index.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

export interface ObjectOptions {
  /** Name or number of the body to draw. Default: all of the world. */
  readonly body?: string | number;
  /** Default: a rough cloth, lit on both sides; white lines for `SpringLines`. */
  readonly material?: Material;
  /** After `await renderer.init()`. On the world's own GPU device, drawing needs no copy. */
  readonly renderer?: SharingRenderer;
  /** Share the vertices of objects of one world; then whoever made the surface updates and disposes it. */
  readonly surface?: Surface;
}

/**
 * A cloth, or all cloths of a world, as a mesh. After `world.step()` call `update()`; there is no need to wait for it.
 * Normals point to the side of the triangles' front; a `DoubleSide` material turns them round for the back.
 */
export class ClothMesh extends Mesh {
  readonly surface: Surface;
  readonly #own: boolean;

  constructor(world: World, options: ObjectOptions = {}) {
    super(
      new BufferGeometry(),
      options.material ?? new MeshStandardMaterial({ side: DoubleSide, roughness: 0.85 }),
    );
    this.surface = options.surface ?? new Surface(world, options.renderer);
    this.#own = options.surface === undefined;
    this.surface.fill(this.geometry, trianglesOf(world.model, rangeOf(world, options.body)));
  }

  update(): Promise<void> {
    return this.surface.update();
  }

  /** Before the world is disposed; the material is left to its owner. */
  override dispose(): void {
    if (this.#own) this.surface.dispose();
    this.geometry.dispose();
    super.dispose?.();
  }
}

/** A rope, or any body without triangles, as one line per spring. */
export class SpringLines extends LineSegments {
  readonly surface: Surface;
  readonly #own: boolean;

  constructor(world: World, options: ObjectOptions = {}) {
    super(new BufferGeometry(), options.material ?? new LineBasicMaterial());
    this.surface = options.surface ?? new Surface(world, options.renderer);
    this.#own = options.surface === undefined;
    this.surface.fill(this.geometry, springsOf(world.model, rangeOf(world, options.body)));
  }

  update(): Promise<void> {
    return this.surface.update();
  }

  /** Before the world is disposed; the material is left to its owner. */
  override dispose(): void {
    if (this.#own) this.surface.dispose();
    this.geometry.dispose();
    super.dispose?.();
  }
}

/** All particles, or those of one body. */
function rangeOf(world: World, body: string | number | undefined): BodyRange {
  if (body === undefined) return { name: 'all', first: 0, count: world.model.particles };
  const range =
    typeof body === 'number' ? world.bodies[body] : world.bodies.find(({ name }) => name === body);
  if (range) return range;
  const names = world.bodies.map(({ name }, k) => `${k} (${name})`).join(', ');
  throw new RangeError(`body: ${JSON.stringify(body)} is not allowed; one of ${names}`);
}

const within = ({ first, count }: BodyRange, id: number) => id >= first && id < first + count;

/** Particles at the corners of a body's triangles; a body's particles only touch each other. */
export const trianglesOf = ({ triangles }: Model, range: BodyRange): Uint32Array =>
  triangles.filter((_, k) => within(range, triangles[k - (k % 3)]));

/** Particles at the ends of a body's springs. */
const springsOf = ({ ends, idOf }: Model, range: BodyRange): Uint32Array =>
  ends.map((slot) => idOf[slot]).filter((_, k) => within(range, idOf[ends[k - (k % 2)]]));

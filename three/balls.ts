/** Balls, one sphere each. */
import { InstancedMesh, type Material, Matrix4, MeshStandardMaterial, SphereGeometry } from 'three';
import {
  type BodyRange,
  demandFields,
  type FieldsOf,
  InputError,
  type Model,
  type World,
} from '../engine/index.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

export interface BallMeshOptions {
  /** Name or number of the body to draw. Default: all balls of the world. */
  readonly body?: string | number;
  /** Default: a white, matt material. */
  readonly material?: Material;
  /** Call `await renderer.init()` first. On the world's own GPU device, drawing needs no copy. */
  readonly renderer?: SharingRenderer;
  /** A surface to share with other objects of the same world; its creator disposes of it. Default: an own one. */
  readonly surface?: Surface;
}

const FIELDS: FieldsOf<BallMeshOptions> = { body: true, material: true, renderer: true, surface: true };

/** Corners round a ball. */
const ROUND = 24;

/** Whether a body consists of balls. */
export const isBalls = ({ balls, slotOf }: Model, { first }: Pick<BodyRange, 'first'>): boolean =>
  balls.includes(slotOf[first]);

/**
 * Balls as instances of one sphere, scaled to their radii. After `world.step()` call `update()`. Their positions are read from
 * the solver, even if the surface is drawn without a copy.
 */
export class BallMesh extends InstancedMesh {
  /** The surface that has the positions. */
  readonly surface: Surface;
  readonly #ids: readonly number[];
  readonly #isOwn: boolean;

  constructor(world: World, options: BallMeshOptions = {}) {
    demandFields('BallMesh', options, FIELDS);
    const { body, material, renderer, surface } = options;
    const ids = ballsOf(world, body);
    super(
      new SphereGeometry(1, ROUND, ROUND / 2),
      material ?? new MeshStandardMaterial({ roughness: 0.5 }),
      ids.length,
    );
    this.#ids = ids;
    this.#isOwn = surface === undefined;
    this.surface = surface ?? new Surface(world, renderer);
    // Culling is off: three would compute the bounds of all of them in every frame.
    this.frustumCulled = false;
    this.place();
  }

  /** Call it after `world.step()`; resolves when the next frame draws the new state. */
  async update(): Promise<void> {
    await this.surface.update();
    if (this.surface.isShared) await this.surface.read();
    this.place();
  }

  /** Moves every ball to its position in `surface.positions`. */
  place(): void {
    const { positions, world } = this.surface;
    const matrix = new Matrix4();
    this.#ids.forEach((id, k) => {
      const radius = world.model.radii[id];
      matrix.makeScale(radius, radius, radius);
      matrix.setPosition(positions[3 * id], positions[3 * id + 1], positions[3 * id + 2]);
      this.setMatrixAt(k, matrix);
    });
    this.instanceMatrix.needsUpdate = true;
  }

  /** Call it before the world is disposed. The material is not disposed. */
  override dispose(): this {
    if (this.#isOwn) this.surface.dispose();
    this.geometry.dispose();
    super.dispose();
    return this;
  }
}

/** Ids of the particles that are balls, in all bodies or in one. */
function ballsOf({ model, bodies }: World, body: string | number | undefined): number[] {
  const isWanted = (name: string, k: number) => body === undefined || body === k || body === name;
  const ranges = bodies.filter((range, k) => isBalls(model, range) && isWanted(range.name, k));
  if (ranges.length === 0 && body !== undefined) {
    const names = bodies.flatMap((range, k) => (isBalls(model, range) ? [`${k} (${range.name})`] : []));
    throw new InputError(
      'body',
      body,
      `one of ${names.join(', ') || 'no body, since the world has no balls'}`,
    );
  }
  return ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
}

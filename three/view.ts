import { Group, type Material } from 'three';
import { type BodyRange, demandFields, type FieldsOf, type World } from '../engine/index.ts';
import { BallMesh, isBalls } from './balls.ts';
import { ColliderMeshes } from './colliders.ts';
import { ClothMesh, SpringLines, trianglesOf } from './objects.ts';
import { Playback } from './playback.ts';
import { RailLines } from './rails.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

/** How a body is drawn: as triangles, as springs, as spheres. */
export type BodyKind = 'cloth' | 'lines' | 'balls';

const OBJECTS = { cloth: ClothMesh, lines: SpringLines, balls: BallMesh } as const;

export interface WorldViewOptions {
  /**
   * The renderer that draws the view. Call `await renderer.init()` before `new WorldView`: only then is its GPU device
   * known, and on the world's own device drawing needs no copy. `view.surface.isShared` says whether it does without.
   */
  readonly renderer?: SharingRenderer;
  /** The material of a body, by its number. Default: that of `ClothMesh`, `SpringLines` and `BallMesh`. */
  readonly material?: (body: number, kind: BodyKind) => Material | undefined;
  /** The material of a collider, by its number. Default: that of `ColliderMeshes`. */
  readonly colliderMaterial?: (collider: number) => Material | undefined;
}

const FIELDS: FieldsOf<WorldViewOptions> = { renderer: true, material: true, colliderMaterial: true };

/**
 * A whole world: one object per body, all on the same vertices, one mesh per collider, unless
 * `view.colliders.visible = false`, and one line per rail.
 *
 *   await renderer.init();
 *   const view = new WorldView(world, { renderer });
 *   scene.add(view);
 *   let last = performance.now();
 *   renderer.setAnimationLoop((now) => {
 *     void view.advance((now - last) / 1000);
 *     last = now;
 *     renderer.render(scene, camera);
 *   });
 */
export class WorldView extends Group {
  readonly surface: Surface;
  /** By body. */
  readonly objects: readonly (ClothMesh | SpringLines | BallMesh)[];
  readonly colliders: ColliderMeshes;
  readonly rails: RailLines;
  readonly #playback: Playback;

  constructor(
    readonly world: World,
    options: WorldViewOptions = {},
  ) {
    super();
    demandFields('WorldView', options, FIELDS);
    const { renderer, material, colliderMaterial } = options;
    const surface = new Surface(world, renderer);
    this.surface = surface;
    this.#playback = new Playback(world, () => this.update());
    this.objects = world.bodies.map((range, body) => {
      const kind = kindOf(world, range);
      const object = new OBJECTS[kind](world, { body, surface, material: material?.(body, kind) });
      object.name = range.name;
      return object;
    });
    this.colliders = new ColliderMeshes(world, { material: colliderMaterial });
    this.rails = new RailLines(world);
    this.add(...this.objects, this.colliders, this.rails);
  }

  /**
   * Plays the world at its own speed: call it once per frame with the seconds since the last frame, where less than 0
   * counts as 0. The time is turned into whole steps of `world.timestep`; what is left over counts for the next frame.
   * No step is enqueued while the last ones are under way, and at most a tenth of a second is made up for, so a slow
   * machine plays slower instead of falling behind. Resolves when the steps that are under way are ready to be drawn;
   * there is no need to wait for it. After `dispose` it does nothing.
   */
  advance(seconds: number): Promise<void> {
    return this.#playback.advance(seconds);
  }

  /** Call it after `world.step()`; resolves when the new state is ready to be drawn. */
  async update(): Promise<void> {
    const { colliders } = this.world;
    await this.surface.update();
    const balls = this.objects.filter((object) => object instanceof BallMesh);
    if (balls.length > 0 && this.surface.isShared) await this.surface.read();
    for (const each of balls) each.place();
    this.colliders.place(colliders);
    this.rails.place();
  }

  /** Before the world is disposed; the materials are left to their owner. */
  override dispose(): void {
    this.#playback.stop();
    this.surface.dispose();
    for (const object of [...this.objects, this.colliders, this.rails]) object.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

function kindOf({ model }: World, range: BodyRange): BodyKind {
  if (isBalls(model, range)) return 'balls';
  return trianglesOf(model, range).length > 0 ? 'cloth' : 'lines';
}

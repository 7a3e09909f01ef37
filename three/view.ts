import { Group, type Material } from 'three';
import type { World } from '../engine/index.ts';
import { ColliderMeshes } from './colliders.ts';
import { ClothMesh, SpringLines, trianglesOf } from './objects.ts';
import { Playback } from './playback.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

export interface WorldViewOptions {
  /**
   * The renderer that draws the view. Call `await renderer.init()` before `new WorldView`: only then is its GPU device
   * known, and on the world's own device drawing needs no copy. `view.surface.isShared` says whether it does without.
   */
  readonly renderer?: SharingRenderer;
  /** The material of a body, by its number. Default: that of `ClothMesh` and `SpringLines`. */
  readonly material?: (body: number, kind: 'cloth' | 'lines') => Material | undefined;
  /** The material of a collider, by its number. Default: that of `ColliderMeshes`. */
  readonly colliderMaterial?: (collider: number) => Material | undefined;
}

/**
 * A whole world: one object per body, all on the same vertices, and one mesh per collider, unless
 * `view.colliders.visible = false`.
 *
 *   await renderer.init();
 *   const view = new WorldView(world, { renderer });
 *   scene.add(view);
 *   let last = performance.now();
 *   renderer.setAnimationLoop((now) => {
 *     void view.advance(Math.max(0, now - last) / 1000);
 *     last = now;
 *     renderer.render(scene, camera);
 *   });
 */
export class WorldView extends Group {
  readonly surface: Surface;
  /** By body. */
  readonly objects: readonly (ClothMesh | SpringLines)[];
  readonly colliders: ColliderMeshes;
  readonly #playback: Playback;

  constructor(
    readonly world: World,
    { renderer, material, colliderMaterial }: WorldViewOptions = {},
  ) {
    super();
    const surface = new Surface(world, renderer);
    this.surface = surface;
    this.#playback = new Playback(world, () => this.update());
    this.objects = world.bodies.map((range, body) => {
      const isCloth = trianglesOf(world.model, range).length > 0;
      const options = { body, surface, material: material?.(body, isCloth ? 'cloth' : 'lines') };
      const object = isCloth ? new ClothMesh(world, options) : new SpringLines(world, options);
      object.name = range.name;
      return object;
    });
    this.colliders = new ColliderMeshes(world, { material: colliderMaterial });
    this.add(...this.objects, this.colliders);
  }

  /**
   * Plays the world at its own speed: call it once per frame with the seconds since the last frame. The time is turned
   * into whole steps of `world.timestep`; what is left over counts for the next frame. No step is enqueued while the
   * last ones are under way, and at most a tenth of a second is made up for, so a slow machine plays slower instead of
   * falling behind. Resolves when the steps that are under way are ready to be drawn; there is no need to wait for it.
   */
  advance(seconds: number): Promise<void> {
    return this.#playback.advance(seconds);
  }

  /** Call it after `world.step()`; resolves when the new state is ready to be drawn. */
  async update(): Promise<void> {
    const { colliders } = this.world;
    await this.surface.update();
    this.colliders.place(colliders);
  }

  /** Before the world is disposed; the materials are left to their owner. */
  override dispose(): void {
    this.#playback.stop();
    this.surface.dispose();
    for (const object of [...this.objects, this.colliders]) object.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

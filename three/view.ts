import { Group, type Material } from 'three';
import type { World } from '../engine/index.ts';
import { ClothMesh, SpringLines, trianglesOf } from './objects.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

export interface WorldViewOptions {
  /** After `await renderer.init()`. On the world's own GPU device, drawing needs no copy. */
  readonly renderer?: SharingRenderer;
  /** The material of a body, by its number. Default: that of `ClothMesh` and `SpringLines`. */
  readonly material?: (body: number, kind: 'cloth' | 'lines') => Material | undefined;
}

/** A whole world: one object per body, all on the same vertices. */
export class WorldView extends Group {
  readonly surface: Surface;
  /** By body. */
  readonly objects: readonly (ClothMesh | SpringLines)[];

  constructor(
    readonly world: World,
    { renderer, material }: WorldViewOptions = {},
  ) {
    super();
    const surface = new Surface(world, renderer);
    this.surface = surface;
    this.objects = world.bodies.map((range, body) => {
      const isCloth = trianglesOf(world.model, range).length > 0;
      const options = { body, surface, material: material?.(body, isCloth ? 'cloth' : 'lines') };
      const object = isCloth ? new ClothMesh(world, options) : new SpringLines(world, options);
      object.name = range.name;
      return object;
    });
    this.add(...this.objects);
  }

  /** Call it after `world.step()`; resolves when the new state is ready to be drawn. */
  update(): Promise<void> {
    return this.surface.update();
  }

  /** Before the world is disposed; the materials are left to their owner. */
  override dispose(): void {
    this.surface.dispose();
    for (const object of this.objects) object.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

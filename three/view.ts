import { Group, type Material } from 'three';
import { type BodyRange, demandFields, type FieldsOf, InputError, type World } from '../engine/index.ts';
import { BallMesh, isBalls } from './balls.ts';
import { ColliderMeshes } from './colliders.ts';
import type { MeshCloth } from './meshes/cloth-from.ts';
import { isDrawnByMesh } from './meshes/collider-from.ts';
import { MeshView } from './meshes/mesh-view.ts';
import { ClothMesh, SpringLines, trianglesOf } from './objects.ts';
import { Playback } from './playback.ts';
import { RailLines } from './rails.ts';
import type { SharingRenderer } from './share.ts';
import { Surface } from './surface.ts';

/** The object that draws a body: triangles, springs or spheres. */
export type BodyKind = 'cloth' | 'lines' | 'balls';

const OBJECTS = { cloth: ClothMesh, lines: SpringLines, balls: BallMesh } as const;

/** Options of `WorldView`. */
export interface WorldViewOptions {
  /**
   * The renderer that draws the view. Call `await renderer.init()` before `new WorldView`: the renderer then has its GPU device,
   * and on the world's own device drawing needs no copy. `view.surface.isShared` tells whether that is the case.
   */
  readonly renderer?: SharingRenderer;
  /** The material of a body, by its number. Default: that of `ClothMesh`, `SpringLines` and `BallMesh`. */
  readonly material?: (body: number, kind: BodyKind) => Material | undefined;
  /** The material of a collider, by its number. Default: that of `ColliderMeshes`. */
  readonly colliderMaterial?: (collider: number) => Material | undefined;
  /** Cloth that `clothFrom` made from meshes: the view moves the meshes in their place in the scene and draws no other object for them. */
  readonly meshes?: readonly MeshCloth[];
  /** Bodies that are not drawn, by name or number. */
  readonly skip?: readonly (string | number)[];
}

const FIELDS: FieldsOf<WorldViewOptions> = {
  renderer: true,
  material: true,
  colliderMaterial: true,
  meshes: true,
  skip: true,
};

/**
 * A whole world: one object per body, all with the same vertices; one mesh per collider, unless `view.colliders.visible = false`; and
 * one line per rail. Meshes that are in the scene already are not drawn again: those of `meshes` are moved, and a collider
 * that `colliderFrom` made is hidden (`view.colliders.meshes[k].visible`).
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
  /** The vertices that all objects share. */
  readonly surface: Surface;
  /** The objects of bodies, in order, without bodies drawn by a mesh or listed in `skip`. */
  readonly objects: readonly (ClothMesh | SpringLines | BallMesh)[];
  /** The objects that move the meshes of the option `meshes`, in their order. */
  readonly meshes: readonly MeshView[];
  /** The meshes of colliders. */
  readonly colliders: ColliderMeshes;
  /** The lines of rails. */
  readonly rails: RailLines;
  readonly #playback: Playback;

  constructor(
    /** The world that is drawn. */
    readonly world: World,
    options: WorldViewOptions = {},
  ) {
    super();
    demandFields('WorldView', options, FIELDS);
    const { renderer, material, colliderMaterial, meshes = [], skip = [] } = options;
    const skipped = new Set(skip.map((which, k) => bodyNumber(world, which, k)));
    const surface = new Surface(world, renderer);
    this.surface = surface;
    this.#playback = new Playback(world, () => this.update());
    this.meshes = meshes.map((cloth) => new MeshView(world, cloth, { surface, space: this }));
    for (const { body } of this.meshes) skipped.add(body);
    this.objects = world.bodies.flatMap((range, body) => {
      if (skipped.has(body)) return [];
      const kind = kindOf(world, range);
      const object = new OBJECTS[kind](world, { body, surface, material: material?.(body, kind) });
      object.name = range.name;
      return [object];
    });
    this.colliders = new ColliderMeshes(world, { material: colliderMaterial });
    world.colliders.forEach(({ collider }, k) => {
      if (isDrawnByMesh(collider)) this.colliders.meshes[k].visible = false;
    });
    this.rails = new RailLines(world);
    this.add(...this.objects, this.colliders, this.rails);
  }

  /**
   * Plays the world in real time: call it once per frame with the seconds since the last frame; a negative number counts as 0.
   * The time becomes whole steps of `world.timestep`; the remainder is kept for the next frame. No step is enqueued while
   * the last ones are running, and at most a tenth of a second is caught up on, so a slow machine plays slower instead of falling
   * behind. Resolves when the running steps are ready to be drawn; there is no need to wait for it. After `dispose` it does nothing.
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
    for (const each of [...balls, ...this.meshes]) each.place();
    this.colliders.place(colliders);
    this.rails.place();
  }

  /** Call it before the world is disposed. Materials are not disposed. */
  override dispose(): void {
    this.#playback.stop();
    for (const mesh of this.meshes) mesh.dispose();
    this.surface.dispose();
    for (const object of [...this.objects, this.colliders, this.rails]) object.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

/** The body with a name or number. */
function bodyNumber({ bodies }: World, which: string | number, k: number): number {
  const body = typeof which === 'number' ? which : bodies.findIndex(({ name }) => name === which);
  if (bodies[body]) return body;
  const all = bodies.map(({ name }, number) => `${number} (${name})`).join(', ');
  throw new InputError(`WorldView.skip[${k}]`, which, `one of ${all}`);
}

function kindOf({ model }: World, range: BodyRange): BodyKind {
  if (isBalls(model, range)) return 'balls';
  return trianglesOf(model, range).length > 0 ? 'cloth' : 'lines';
}

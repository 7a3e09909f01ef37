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
  /** Cloth that `clothFrom` made of meshes: the view moves those, where they stand in the scene, and draws nothing of its own for them. */
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
 * A whole world: one object per body, all on the same vertices, one mesh per collider, unless
 * `view.colliders.visible = false`, and one line per rail. Meshes that are in the scene already are not drawn again: those of
 * `meshes` are moved, and a collider that `colliderFrom` made is hidden (`view.colliders.meshes[k].visible`).
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
  /** In the order of the bodies, without those that a mesh draws or `skip` leaves out. */
  readonly objects: readonly (ClothMesh | SpringLines | BallMesh)[];
  /** What moves the meshes of the option `meshes`, in their order. */
  readonly meshes: readonly MeshView[];
  readonly colliders: ColliderMeshes;
  readonly rails: RailLines;
  readonly #playback: Playback;

  constructor(
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
    for (const each of [...balls, ...this.meshes]) each.place();
    this.colliders.place(colliders);
    this.rails.place();
  }

  /** Before the world is disposed; the materials are left to their owner. */
  override dispose(): void {
    this.#playback.stop();
    for (const mesh of this.meshes) mesh.dispose();
    this.surface.dispose();
    for (const object of [...this.objects, this.colliders, this.rails]) object.dispose();
    this.removeFromParent();
    super.dispose?.();
  }
}

/** The body of a name or a number. */
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

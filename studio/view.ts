/** A world as the studio draws it: also what holds it, and ropes as round yarn. */
import type { World } from 'selvedge';
import type { ParsedScene } from 'selvedge/scene';
import { type BodyKind, SpringLines, WorldView } from 'selvedge/three';
import { Color, type Material } from 'three';
import { LineBasicNodeMaterial } from 'three/webgpu';
import { glass, isFloor, surface } from './colliders.ts';
import { fabric, plainCloth, rubber } from './fabric.ts';
import type { Lens } from './lens.ts';
import type { Stage } from './stage.ts';
import { Supports } from './supports.ts';
import { isYarn, Yarn } from './yarn.ts';

type Scene = ParsedScene['scene'];

/** The colour of balls that the scene does not have. */
const BALL = '#3a3f47';

/** What a body of the scene, or the magazine behind them, looks like. */
function materialOf(body: Scene['bodies'][number] | undefined, kind: BodyKind, isThick: boolean): Material {
  const colour = body?.color ?? BALL;
  if (kind === 'balls') return surface(colour);
  if (kind === 'lines' && !isThick) return new LineBasicNodeMaterial({ color: new Color(colour) });
  if (body?.type === 'cloth') return fabric({ colour, material: body.material ?? '', size: body.size });
  return kind === 'lines' || body?.type === 'quadMesh' ? plainCloth(colour) : rubber(colour);
}

export class StudioView extends WorldView {
  /** What is seen of it beside its fabrics. */
  lens: Lens | undefined;
  readonly #yarns: Yarn[] = [];
  readonly #supports: Supports;
  readonly #materials: readonly Material[];

  constructor(world: World, scene: Scene, stage: Pick<Stage, 'renderer'>) {
    const materials: Material[] = [];
    const kept = <T extends Material>(material: T): T => {
      materials.push(material);
      return material;
    };
    super(world, {
      renderer: stage.renderer,
      material: (body, kind) => kept(materialOf(scene.bodies[body], kind, isYarn(world, body))),
      colliderMaterial: (collider) => {
        const { shape, color } = scene.colliders[collider];
        return kept(shape === 'funnel' ? glass(color) : surface(color));
      },
    });
    this.#materials = materials;
    this.objects.forEach((object, body) => {
      if (object instanceof SpringLines && isYarn(world, body))
        this.#yarns.push(new Yarn(world, object, body, materials[body]));
    });
    this.#supports = new Supports(world);
    for (const object of [...this.objects, ...this.colliders.meshes, ...this.#yarns]) {
      object.castShadow = true;
      object.receiveShadow = true;
    }
    for (const [k, { collider }] of world.colliders.entries())
      if (collider.shape === 'funnel') this.colliders.meshes[k].castShadow = false;
    this.add(this.#supports, ...this.#yarns);
    world.colliders.forEach((placed, k) => {
      this.colliders.meshes[k].visible = !isFloor(placed);
    });
  }

  override async update(): Promise<void> {
    await super.update();
    // On the GPU the positions of cloth are not read; yarn is placed by them.
    if (this.#yarns.length > 0 && this.surface.isShared) await this.surface.read();
    for (const yarn of this.#yarns) yarn.place();
    this.#supports.place();
    await this.lens?.update();
  }

  override dispose(): void {
    this.lens?.dispose();
    for (const yarn of this.#yarns) yarn.dispose();
    this.#supports.dispose();
    super.dispose();
    for (const material of this.#materials) material.dispose();
  }
}

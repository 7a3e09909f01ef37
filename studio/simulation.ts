/** One scene at work: its world on a backend, and how it is drawn. */

import {
  type BackendName,
  BackendUnavailable,
  createWorld,
  type MethodOptions,
  type Snapshot,
  type World,
  webgpu,
} from 'selvedge';
import { buildScene, type ParsedScene, type Scene } from 'selvedge/scene';
import { WorldView } from 'selvedge/three';
import type { Material } from 'three';
import { Wishes } from './choose.ts';
import { floorOf, isFloor, surface } from './colliders.ts';
import { fabric, thread } from './fabric.ts';
import { type Whereabouts, whereabouts } from './framing.ts';
import { ScenePacer } from './pacer.ts';
import type { Stage } from './stage.ts';

const MATERIALS = { cloth: fabric, lines: thread, balls: surface };

export interface SimulationOptions {
  readonly parsed: ParsedScene;
  readonly backend: BackendName;
  /** Default: the scene's. */
  readonly solver?: string;
  /** Instead of what the scene says. */
  readonly method?: Wishes;
  /** A state to go on from, and the one to reset to. Default: the scene's. */
  readonly state?: Snapshot;
  readonly initial?: Snapshot;
}

export class Simulation {
  readonly pacer: ScenePacer;
  /** Whether the last look at it found springs stretched beyond all sense. */
  isWild = false;

  private constructor(
    readonly parsed: ParsedScene,
    readonly world: World,
    readonly view: WorldView,
    readonly initial: Snapshot,
    readonly materials: readonly Material[],
    /** As asked for: with a time budget, the solver chooses its own `outer`. */
    public method: Wishes,
  ) {
    this.pacer = new ScenePacer(parsed.scene.stepsPerFrame);
  }

  static async open(stage: Stage, options: SimulationOptions): Promise<Simulation> {
    const { scene } = options.parsed;
    const { bodies, attachments, contact, settings } = buildScene(scene);
    const method =
      options.method ??
      new Wishes(scene.solver.method, {}).with(settings.method).with({ id: options.solver });
    if (options.backend === 'webgpu' && !stage.device)
      throw new BackendUnavailable(`webgpu: ${stage.obstacle}`);
    const backend = options.backend === 'webgpu' ? await webgpu({ device: stage.device }) : options.backend;
    const world = await createWorld({
      bodies,
      attachments,
      ...contact,
      ...settings,
      method: method.options,
      backend,
    });
    try {
      const initial = options.initial ?? (await world.snapshot());
      if (options.state) world.restore(options.state);
      const materials: Material[] = [];
      const kept = <T extends Material>(material: T): T => {
        materials.push(material);
        return material;
      };
      const view = new WorldView(world, {
        renderer: stage.renderer,
        material: (body, kind) => kept(MATERIALS[kind](scene.bodies[body].color)),
        colliderMaterial: (collider) => kept(surface(scene.colliders[collider].color)),
      });
      for (const object of [...view.objects, ...view.colliders.meshes]) {
        object.castShadow = true;
        object.receiveShadow = true;
      }
      world.colliders.forEach((placed, k) => {
        view.colliders.meshes[k].visible = !isFloor(placed);
      });
      const simulation = new Simulation(options.parsed, world, view, initial, materials, method);
      await view.update();
      return simulation;
    } catch (error) {
      world.dispose();
      throw error;
    }
  }

  /** Changes solver or parameters from the next step on. */
  configure(method: MethodOptions): void {
    const next = this.method.with(method);
    this.world.configure({ method: next.options });
    this.method = next;
  }

  get scene(): Scene {
    return this.parsed.scene;
  }

  /** What the user should know. */
  get notes(): string[] {
    return [...this.parsed.warnings, ...this.world.warnings];
  }

  /** Where the bodies begin and can hang. */
  whereabouts(): Whereabouts {
    return whereabouts(this.world);
  }

  /** Whether something holds or stops the bodies: else they fall for ever. */
  get isHeld(): boolean {
    const { model, attachments } = this.world;
    return model.pins.length > 0 || attachments.length > 0 || floorOf(this.world) !== undefined;
  }

  dispose(): void {
    this.view.dispose();
    for (const material of this.materials) material.dispose();
    this.world.dispose();
  }
}

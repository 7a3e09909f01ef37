/** One scene at work: its world on a backend, and how it is drawn. */

import {
  type BackendName,
  BackendUnavailable,
  type Body,
  createWorld,
  type MethodOptions,
  magazine,
  type Snapshot,
  type World,
  webgpu,
} from 'selvedge';
import { buildScene, type ParsedScene, type Scene } from 'selvedge/scene';
import { WorldView } from 'selvedge/three';
import type { Material } from 'three';
import { carried } from './carry.ts';
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
  /** Whether to add balls to shoot behind the scene's own bodies. */
  readonly hasMagazine?: boolean;
}

/** The colour of balls that the scene does not have. */
const BALL = '#3a3f47';

/** Balls that suit the scene: a tenth as wide, and a third as heavy, as its bodies together. */
function magazineFor(bodies: readonly Body[]): Body {
  const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const ends = bodies.reduce(
    (all, { positions }) =>
      positions.reduce((each, value, k) => {
        each[k % 3] = Math.min(each[k % 3], value);
        each[3 + (k % 3)] = Math.max(each[3 + (k % 3)], value);
        return each;
      }, all),
    [low, low, low, high, high, high],
  );
  const width = Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
  const mass = bodies.reduce((sum, { masses }) => masses.reduce((all, one) => all + one, sum), 0);
  return magazine({ radius: Math.max(1e-3, 0.05 * width), mass: Math.max(1e-6, mass / 3) });
}

export class Simulation {
  readonly pacer: ScenePacer;
  /** Whether the last look at it found springs stretched beyond all sense. */
  isWild = false;

  private constructor(
    readonly parsed: ParsedScene,
    readonly world: World,
    readonly view: WorldView,
    /** What it goes back to. */
    public initial: Snapshot,
    readonly materials: readonly Material[],
    /** As asked for: with a time budget, the solver chooses its own `outer`. */
    public method: Wishes,
    /** Whether balls were added to the scene's own bodies. */
    readonly hasMagazine: boolean,
  ) {
    this.pacer = new ScenePacer(parsed.scene.stepsPerFrame);
  }

  static async open(stage: Stage, options: SimulationOptions): Promise<Simulation> {
    const { scene } = options.parsed;
    const { hasMagazine = false } = options;
    const { bodies, attachments, contact, interaction, settings } = buildScene(scene);
    const method =
      options.method ??
      new Wishes(scene.solver.method, {}).with(settings.method).with({ id: options.solver });
    if (options.backend === 'webgpu' && !stage.device)
      throw new BackendUnavailable(`webgpu: ${stage.obstacle}`);
    const backend = options.backend === 'webgpu' ? await webgpu({ device: stage.device }) : options.backend;
    const world = await createWorld({
      bodies: hasMagazine ? [...bodies, magazineFor(bodies)] : bodies,
      attachments,
      ...contact,
      ...interaction,
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
        material: (body, kind) => kept(MATERIALS[kind](scene.bodies[body]?.color ?? BALL)),
        colliderMaterial: (collider) => kept(surface(scene.colliders[collider].color)),
      });
      for (const object of [...view.objects, ...view.colliders.meshes]) {
        object.castShadow = true;
        object.receiveShadow = true;
      }
      world.colliders.forEach((placed, k) => {
        view.colliders.meshes[k].visible = !isFloor(placed);
      });
      const simulation = new Simulation(options.parsed, world, view, initial, materials, method, hasMagazine);
      await view.update();
      return simulation;
    } catch (error) {
      world.dispose();
      throw error;
    }
  }

  /** Lets a worker find what another solver needs to know, so that the picture does not stand still for it. */
  prepare(method: MethodOptions): Promise<void> {
    return this.world.prepare({ method: this.method.with(method).options });
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

  /** The same where it is, with balls to shoot. */
  async withMagazine(stage: Stage): Promise<Simulation> {
    const { world, parsed, method, initial } = this;
    const { name } = world.backend;
    const state = await world.snapshot();
    const next = await Simulation.open(stage, { parsed, backend: name, method, hasMagazine: true });
    const grown = (snapshot: Snapshot) => carried(snapshot, world.model, next.initial, next.world.model);
    next.world.restore(grown(state));
    next.initial = grown(initial);
    await next.view.update();
    return next;
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
    const { model, bodies, attachments } = this.world;
    const waiting = bodies.reduce((sum, { isMagazine, count }) => sum + (isMagazine ? count : 0), 0);
    return model.pins.length > waiting || attachments.length > 0 || floorOf(this.world) !== undefined;
  }

  dispose(): void {
    this.view.dispose();
    for (const material of this.materials) material.dispose();
    this.world.dispose();
  }
}

/** One scene at work: its world on a backend, and how it is drawn. */

import {
  type BackendName,
  BackendUnavailable,
  createWorld,
  type MethodOptions,
  magazine,
  type Settings,
  type Snapshot,
  type World,
  webgpu,
} from 'selvedge';
import { buildScene, type ParsedScene, type Scene } from 'selvedge/scene';
import { type Carrier, carried } from './carry.ts';
import { Wishes } from './choose.ts';
import { type Whereabouts, whereabouts } from './framing.ts';
import { ScenePacer } from './pacer.ts';
import type { Stage } from './stage.ts';
import { ballFor } from './strength.ts';
import { StudioView } from './view.ts';

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

export class Simulation {
  readonly pacer: ScenePacer;
  /** Whether the last look at it found springs stretched beyond all sense. */
  isWild = false;

  private constructor(
    public parsed: ParsedScene,
    readonly world: World,
    readonly view: StudioView,
    /** What it goes back to. */
    public initial: Snapshot,
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
      bodies: hasMagazine ? [...bodies, magazine(ballFor(bodies))] : bodies,
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
      const view = new StudioView(world, scene, stage);
      const simulation = new Simulation(options.parsed, world, view, initial, method, hasMagazine);
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

  /** Parameters of the solver that are not as the scene has them. */
  get changes(): Readonly<Record<string, number | string>> {
    const { settings } = buildScene(this.scene);
    const before = new Wishes(this.scene.solver.method, {})
      .with(settings.method)
      .with({ id: this.method.id });
    return Object.fromEntries(
      Object.entries(this.method.values).filter(([name, value]) => before.values[name] !== value),
    );
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

  /** Changes what the engine changes while it runs, and the scene that says so. */
  adopt(parsed: ParsedScene, settings: Settings): void {
    this.world.configure(settings);
    this.parsed = parsed;
    this.pacer.stepsPerFrame = parsed.scene.stepsPerFrame;
  }

  /** The same where it is, of a scene that was changed or with balls to shoot. What it goes back to is the new scene's beginning. */
  async remade(stage: Stage, changed: { parsed?: ParsedScene; hasMagazine?: boolean }): Promise<Simulation> {
    const { world, parsed, method, hasMagazine } = this;
    const { name } = world.backend;
    const state = await world.snapshot();
    const next = await Simulation.open(stage, { parsed, hasMagazine, ...changed, backend: name, method });
    try {
      next.world.restore(carried(state, this.#carrier, next.initial, next.#carrier));
      await next.view.update();
      return next;
    } catch (error) {
      next.dispose();
      throw error;
    }
  }

  get #carrier(): Carrier {
    const { model, bodies } = this.world;
    const grids = this.scene.bodies.map((body) => (body.type === 'cloth' ? body.particles : undefined));
    return { model, bodies, grids };
  }

  /** Whether its springs are meant to give: rubber stretches with any solver. */
  get isSoft(): boolean {
    return this.scene.bodies.some(({ type }) => type === 'solid' || type === 'network');
  }

  /** What the user should know. */
  get notes(): string[] {
    return [...this.parsed.warnings, ...this.world.warnings];
  }

  /** Where the bodies begin and can hang. */
  whereabouts(): Whereabouts {
    return whereabouts(this.world);
  }

  dispose(): void {
    this.view.dispose();
    this.world.dispose();
  }
}

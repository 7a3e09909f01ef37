/** The studio at work: which scene runs on what, and the loop that steps and draws it. */
import {
  BACKEND_NAMES,
  type BackendName,
  findMethod,
  type MethodOptions,
  type Snapshot,
  supportMatrix,
  type World,
} from 'selvedge';
import { type ParsedScene, parseScene, SceneError } from 'selvedge/scene';
import { Dragger } from 'selvedge/three';
import { CATALOGUE } from './catalogue.ts';
import type { Messages } from './messages.ts';
import { Meter } from './meter.ts';
import type { Overlay } from './overlay.ts';
import type { Iterations, PanelState } from './panel.ts';
import { Simulation } from './simulation.ts';
import { Stage } from './stage.ts';

export interface Selection {
  /** Id in the catalogue. */
  readonly scene?: string;
  /** Id of a method; default the scene's own, or what runs. */
  readonly solver?: string;
  readonly backend?: BackendName;
}

/** Milliseconds between two looks at the statistics. */
const STATISTICS_EVERY = 400;

/** Times its length by which a spring is stretched when all is lost. */
const FLOWN_APART = 1000;
const WILD = 'The cloth has flown apart. Reset it, and take ω nearer to 1 or more inner iterations.';
const NOT_ISOLATED =
  'This page came without the headers COOP same-origin and COEP require-corp, which threads need.';

export interface StudioParts {
  readonly container: HTMLElement;
  readonly messages: Messages;
  readonly overlay: Overlay;
  /** Called when what the panel shows has changed. */
  readonly changed: (state: PanelState | undefined) => void;
}

export class Studio {
  playing = true;
  /** Resolves when everything asked for so far is on the screen, or its problem is. */
  ready: Promise<void> = Promise.resolve();
  readonly #parts: StudioParts;
  readonly #meter = new Meter();
  readonly #unavailable = new Map<BackendName, string>();
  #stage!: Stage;
  #dragger!: Dragger;
  #simulation: Simulation | undefined;
  #title: string | undefined;
  /** While true the world is not stepped: it is being replaced, or the graphics are gone. */
  #halted = false;
  /** The batch of steps under way. */
  #batch: Promise<void> | undefined;

  constructor(parts: StudioParts) {
    this.#parts = parts;
  }

  get world(): World | undefined {
    return this.#simulation?.world;
  }

  get stage(): Stage {
    return this.#stage;
  }

  get simulation(): Simulation | undefined {
    return this.#simulation;
  }

  get dragger(): Dragger {
    return this.#dragger;
  }

  /** Sets the stage and the first scene, and begins to draw. */
  start(first: Selection): Promise<void> {
    this.ready = this.#setStage()
      .then(() => {
        requestAnimationFrame(this.#frame);
        setInterval(() => this.#measure(), STATISTICS_EVERY);
      })
      .catch((error) =>
        this.#parts.messages.fail(
          'The studio can draw nothing here',
          error,
          'It needs WebGPU or WebGL2. Try a current browser, or switch hardware acceleration on in its settings.',
        ),
      );
    const chosen = CATALOGUE.some(({ id }) => id === first.scene) ? first.scene : CATALOGUE[0]?.id;
    return this.select({ backend: 'wasm', ...first, scene: chosen });
  }

  async #setStage(): Promise<void> {
    const stage = await Stage.create(this.#parts.container);
    this.#stage = stage;
    if (stage.obstacle) this.#unavailable.set('webgpu', stage.obstacle);
    const { camera, container, renderer } = stage;
    const view = () => (this.#halted ? undefined : this.#simulation?.view);
    this.#dragger = new Dragger({ view, camera, element: renderer.domElement });
    this.#dragger.addEventListener('grab', () => container.classList.add('grabbing'));
    this.#dragger.addEventListener('release', () => container.classList.remove('grabbing'));
    this.#dragger.addEventListener('drag', () => {
      if (!this.playing) void this.#advance(0);
    });
    this.#dragger.addEventListener('fail', ({ error }) => this.#broke(error));
    stage.lost.then((reason) => this.#lose(reason));
  }

  /** Nothing is frozen when the graphics go: the page says so and can start again. */
  #lose(reason: string): void {
    this.#halted = true;
    this.#parts.messages.fail(
      'The graphics stopped',
      reason,
      'This happens when the driver restarts or the computer sleeps. Start again; a cloth on wasm or reference goes on where it was.',
      { label: 'Start again', run: () => this.restart() },
    );
  }

  /** A new stage, and on it the world as it was where its state can still be had. */
  restart(): Promise<void> {
    return this.#queue('Starting again…', async () => {
      const old = this.#simulation;
      this.#simulation = undefined;
      const state = old?.world.backend.name === 'webgpu' ? undefined : await old?.world.snapshot();
      this.#dragger.dispose();
      old?.dispose();
      this.#stage.dispose();
      await this.#setStage();
      if (old) await this.#open(old.parsed, { ...this.#wanted(old), state, initial: state && old.initial });
      this.#dress();
    });
  }

  /** Changes scene, solver or backend while all goes on. What runs stays where the new choice is refused. */
  select({ scene, solver, backend }: Selection): Promise<void> {
    return this.#queue('Loading…', async () => {
      const running = this.#simulation;
      if (scene !== undefined || !running) {
        const entry = CATALOGUE.find(({ id }) => id === scene);
        if (!entry)
          throw new Error(
            `There is no scene "${scene}"; there are ${CATALOGUE.map(({ id }) => id).join(', ')}.`,
          );
        const method = solver === undefined ? undefined : { id: solver };
        await this.#replace(parseScene(entry.text, { source: entry.title }), entry.id, method, backend);
      } else if (backend !== undefined && backend !== running.world.backend.name) {
        const method = solver === undefined ? running.method : methodLike(running.method, solver);
        const state = await running.world.snapshot();
        await this.#open(running.parsed, { backend, method, state, initial: running.initial });
      } else if (solver !== undefined) {
        running.configure(methodLike(running.method, solver));
      }
    });
  }

  /** A scene of the user's own. */
  openText(name: string, text: Promise<string>): Promise<void> {
    return this.#queue(`Loading ${name}…`, async () => {
      await this.#replace(parseScene(await text, { source: name }), name);
    });
  }

  setIterations(wanted: Iterations): void {
    try {
      this.#simulation?.configure(wanted);
    } catch (error) {
      this.#parts.messages.fail('These iterations are not possible', error, 'The numbers before them stay.');
    }
    this.#changed();
  }

  play(): void {
    this.playing = true;
    this.#simulation?.pacer.rest();
    this.#changed();
  }

  pause(): void {
    this.playing = false;
    this.#changed();
  }

  /** One physics step, paused after it. */
  async stepOnce(): Promise<void> {
    this.pause();
    await this.#batch;
    await this.#advance(1);
  }

  async reset(): Promise<void> {
    const simulation = this.#simulation;
    if (!simulation) return;
    this.#dragger.release();
    simulation.world.restore(simulation.initial);
    simulation.pacer.rest();
    await this.#batch;
    await this.#advance(0);
  }

  /** A scene takes the place of another; its backend is the wanted one, or the one that runs, where its solver can. */
  async #replace(
    parsed: ParsedScene,
    title: string,
    method?: MethodOptions,
    wanted?: BackendName,
  ): Promise<void> {
    const id = method?.id ?? parsed.scene.solver.method;
    const backend = wanted ?? this.#simulation?.world.backend.name ?? 'wasm';
    const runs = supportMatrix().find((row) => row.method === findMethod(id).id)?.backends;
    const able =
      wanted !== undefined || runs?.[backend] ? backend : BACKEND_NAMES.find((name) => runs?.[name])!;
    await this.#open(parsed, {
      backend: able,
      method: method && methodLike({ ...parsed.scene.solver, id }, id),
    });
    this.#title = title;
    this.#dress();
  }

  #dress(): void {
    const simulation = this.#simulation;
    if (simulation) this.#stage.dress(simulation.scene, simulation.reach(), simulation.isHeld);
  }

  async #open(
    parsed: ParsedScene,
    options: { backend: BackendName; method?: MethodOptions; state?: Snapshot; initial?: Snapshot },
  ): Promise<void> {
    const simulation = await Simulation.open(this.#stage, { parsed, ...options });
    this.#dragger.release();
    this.#simulation?.dispose();
    this.#simulation = simulation;
    this.#batch = undefined;
    this.#stage.content.add(simulation.view);
  }

  #wanted({ world, method }: Simulation): { backend: BackendName; method: MethodOptions } {
    const { name } = world.backend;
    return { backend: name === 'webgpu' && !this.#stage.device ? 'wasm' : name, method };
  }

  /** One change at a time, in order; the old world rests meanwhile. */
  #queue(text: string, job: () => Promise<void>): Promise<void> {
    const { messages } = this.#parts;
    this.ready = this.ready.then(async () => {
      messages.busy(text);
      this.#halted = true;
      try {
        await this.#batch;
        await job();
        messages.clear();
      } catch (error) {
        this.#refuse(error);
      } finally {
        this.#halted = false;
        messages.busy(
          this.#simulation ? undefined : 'No scene is open. Choose one, or drop a scene file here.',
        );
        this.#simulation?.pacer.rest();
        this.#changed();
      }
    });
    return this.ready;
  }

  #refuse(error: unknown): void {
    const { messages } = this.#parts;
    const rest = this.#simulation ? ' What ran before goes on.' : '';
    if (error instanceof SceneError)
      messages.fail(
        `${error.source ?? 'The scene'} can't be used`,
        error,
        `Mend these fields and open it again.${rest}`,
      );
    else messages.fail('That did not work', error, `Choose another scene, solver or backend.${rest}`);
  }

  /** The world itself failed: a worker stopped, memory ran out. */
  async #broke(error: unknown): Promise<void> {
    if (this.#halted) return;
    this.#halted = true;
    const simulation = this.#simulation;
    // What a lost device leaves behind fails a moment before the device is known to be lost.
    if (simulation?.world.backend.name === 'webgpu') await new Promise((resolve) => setTimeout(resolve, 500));
    if (this.#stage.isLost || simulation !== this.#simulation) return;
    this.#simulation = undefined;
    simulation?.dispose();
    this.#changed();
    this.#parts.messages.fail(
      'The simulation stopped',
      error,
      'Load the scene again, perhaps on another backend.',
      {
        label: 'Load it again',
        run: () =>
          this.#queue('Loading…', async () => {
            if (simulation) await this.#open(simulation.parsed, this.#wanted(simulation));
          }),
      },
    );
  }

  /** Steps, and fetches what is to be drawn; never while the last batch is under way. */
  async #advance(steps: number): Promise<void> {
    const simulation = this.#simulation;
    if (!simulation || this.#halted || this.#batch) return;
    const batch = this.#run(simulation, steps);
    this.#batch = batch;
    await batch;
    if (this.#batch === batch) this.#batch = undefined;
  }

  async #run(simulation: Simulation, steps: number): Promise<void> {
    const { world, view } = simulation;
    try {
      if (steps > 0) world.step(steps);
      await view.update();
      this.#meter.stepped(steps * world.timestep);
    } catch (error) {
      if (simulation === this.#simulation) this.#broke(error);
    }
  }

  #frame = (now: number): void => {
    requestAnimationFrame(this.#frame);
    this.#meter.drawn(now);
    const simulation = this.#simulation;
    if (simulation && this.playing && !this.#halted && !this.#batch) {
      const steps = simulation.pacer.due(now);
      if (steps > 0) void this.#advance(steps);
    }
    if (!this.#stage.isLost) this.#stage.render();
  };

  #measuring = false;

  /** Asks the solver for its numbers only while somebody sees them, or to know what a step costs. */
  async #measure(): Promise<void> {
    const simulation = this.#simulation;
    const { overlay } = this.#parts;
    if (!simulation || this.#halted || this.#measuring || document.hidden) return;
    if (!overlay.isShown && (simulation.pacer.knowsCost || !this.playing)) return;
    this.#measuring = true;
    try {
      const statistics = await simulation.world.statistics();
      if (simulation !== this.#simulation) return;
      simulation.pacer.learn(statistics.ms.perStep);
      const { framesPerSecond, speed } = this.#meter.take(performance.now());
      this.#watch(simulation, statistics.strain.max);
      const drawnBy = this.#stage.device
        ? `WebGPU${simulation.view.surface.isShared ? ", straight from the solver's buffer" : ''}`
        : 'WebGL2';
      overlay.show({
        world: simulation.world,
        statistics,
        drawnBy,
        framesPerSecond,
        speed: this.playing ? speed : undefined,
      });
    } catch (error) {
      if (simulation === this.#simulation) this.#broke(error);
    } finally {
      this.#measuring = false;
    }
  }

  /** Too much over-relaxation for the number of sweeps throws particles about; say so before the user wonders. */
  #watch(simulation: Simulation, strain: number): void {
    const isWild = !(strain < FLOWN_APART);
    if (isWild === simulation.isWild) return;
    simulation.isWild = isWild;
    this.#changed();
  }

  #changed(): void {
    const simulation = this.#simulation;
    const { changed, messages, overlay } = this.#parts;
    const obstacle = this.#unavailable.get('webgpu');
    const notes = [
      ...(obstacle ? [`No WebGPU here, so WebGL2 draws: ${obstacle}.`] : []),
      ...(simulation?.notes ?? []),
    ];
    if (simulation?.world.backend.name === 'wasm' && !crossOriginIsolated) notes.push(NOT_ISOLATED);
    if (simulation?.isWild) notes.unshift(WILD);
    messages.note(notes);
    if (!simulation) {
      overlay.clear();
      changed(undefined);
      return;
    }
    const { world, scene, method } = simulation;
    const { outer = 1, inner = 1, omega = 1 } = method;
    changed({
      playing: this.playing,
      scene: this.#title,
      description: scene.description,
      solver: method.id,
      backend: world.backend.name,
      iterations: { outer, inner, omega },
      unavailable: this.#unavailable,
    });
  }
}

/** The same iterations with another solver; over-relaxation only where it has it. */
function methodLike(old: MethodOptions, id: string): MethodOptions {
  const { relaxes } = findMethod(id);
  return { ...old, id, omega: relaxes ? old.omega : 1 };
}

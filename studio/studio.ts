/** The studio at work: which scene runs on what, and the loop that steps and draws it. */
import type { BackendName, ParameterValues, Settings, World } from 'selvedge';
import { type ParsedScene, parseScene, type Scene, SceneError } from 'selvedge/scene';
import type { PointerTools, Tool } from 'selvedge/three';
import { CATALOGUE } from './catalogue.ts';
import { backendFor, type Wishes } from './choose.ts';
import { saveFile } from './files.ts';
import { Handling } from './handling.ts';
import type { View } from './link.ts';
import type { Messages } from './messages.ts';
import { notesOn } from './notes.ts';
import type { Selection, Shown, Wanted } from './opening.ts';
import type { Overlay } from './overlay.ts';
import type { PanelState } from './panel.ts';
import { type Measured, Player } from './player.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import { Stage } from './stage.ts';
import type { Toolbar } from './toolbar.ts';
import { Watch } from './watch.ts';

/** Milliseconds between two looks at the statistics. */
const STATISTICS_EVERY = 400;

export interface StudioParts {
  readonly container: HTMLElement;
  readonly messages: Messages;
  readonly overlay: Overlay;
  readonly toolbar: Toolbar;
  /** Called for each frame. */
  readonly drawn: (now: number) => void;
  /** Whether measurements are drawn over time. */
  readonly isPlotted: () => boolean;
  readonly measured: (measured: Measured) => void;
  /** Called when what the panel shows has changed. */
  readonly changed: (state: PanelState | undefined) => void;
}

export class Studio {
  /** Resolves when everything asked for so far is on the screen, or its problem is. */
  ready: Promise<void> = Promise.resolve();
  readonly #parts: StudioParts;
  readonly #player: Player;
  readonly #unavailable = new Map<BackendName, string>();
  #stage!: Stage;
  #handling: Handling | undefined;
  #shown: Shown = { title: '', text: '' };
  readonly #watch = new Watch();

  constructor(parts: StudioParts) {
    this.#parts = parts;
    this.#player = new Player((simulation, error) => this.#broke(simulation, error));
  }

  get world(): World | undefined {
    return this.simulation?.world;
  }

  get stage(): Stage {
    return this.#stage;
  }

  get simulation(): Simulation | undefined {
    return this.#player.simulation;
  }

  /** What is open. */
  get shown(): Shown {
    return this.#shown;
  }

  /** Where the camera is and what it looks at, once it was moved from where the scene has it. */
  get movedView(): View | undefined {
    return this.#stage?.isMoved ? this.#stage.view : undefined;
  }

  get player(): Player {
    return this.#player;
  }

  get playing(): boolean {
    return this.#player.playing;
  }

  set playing(playing: boolean) {
    this.#player.playing = playing;
    this.simulation?.pacer.rest();
    this.#watch.rest();
    this.#changed();
  }

  /** Of real time. */
  set speed(speed: number) {
    this.#speed = speed;
    if (this.simulation) this.simulation.pacer.speed = speed;
    this.#watch.rest();
  }

  #speed = 1;

  /** To a recorded frame; it is paused there. */
  async seek(frame: number): Promise<void> {
    this.#handling?.release();
    await this.#player.seek(Math.max(0, Math.min(frame, this.#player.recorder.frames.length - 1)));
    this.#changed();
  }

  /** One recorded frame back, or forth. */
  seekBy(frames: number): Promise<void> {
    const { recorder } = this.#player;
    const { world } = this;
    if (!world || recorder.frames.length === 0) return Promise.resolve();
    return this.seek(recorder.nearest(world.time) + frames);
  }

  /** Back to where the scene has its camera. */
  home(): void {
    this.#stage.home();
    this.#changed();
  }

  /** The pointer on the picture. */
  get tools(): PointerTools | undefined {
    return this.#handling?.tools;
  }

  get tool(): Tool {
    return this.#parts.toolbar.tool;
  }

  /** Takes a tool in hand, or says why it can't. */
  async useTool(tool: Tool): Promise<void> {
    await this.#handling?.use(tool);
  }

  #loadMagazine(): Promise<void> {
    return this.#queue('Loading balls…', async () => {
      const running = this.simulation;
      if (!running) return;
      this.#install(await running.remade(this.#stage, { hasMagazine: true }));
      // Recorded states have no balls.
      this.#player.recorder.clear();
    });
  }

  /** Sets the stage and begins to draw; scenes that are asked for meanwhile come after it. */
  begin(): Promise<void> {
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
    return this.ready;
  }

  async #setStage(): Promise<void> {
    const stage = await Stage.create(this.#parts.container);
    this.#stage = stage;
    if (stage.obstacle) this.#unavailable.set('webgpu', stage.obstacle);
    this.#handling = new Handling(stage, this.#parts.toolbar, {
      simulation: () => this.simulation,
      rivals: this.#player.rivals,
      isHalted: () => this.#player.isHalted,
      // What was done by hand is seen at once, also while nothing plays.
      touched: () => {
        if (!this.playing) void this.#player.advance(0);
      },
      playing: () => this.playing,
      load: () => this.#loadMagazine(),
      broke: (error) => {
        if (this.simulation) void this.#broke(this.simulation, error);
      },
    });
    stage.controls.addEventListener('end', () => this.#changed());
    stage.lost.then((reason) => this.#lose(reason));
  }

  /** Nothing is frozen when the graphics go: the page says so and can start again. */
  #lose(reason: string): void {
    this.#player.isHalted = true;
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
      const old = this.simulation;
      this.#player.simulation = undefined;
      const state = old?.world.backend.name === 'webgpu' ? undefined : await old?.world.snapshot();
      this.#handling?.dispose();
      this.#player.rivals.clear();
      old?.dispose();
      this.#stage.dispose();
      await this.#setStage();
      if (old)
        await this.#open(old.parsed, {
          ...this.#wanted(old),
          state,
          initial: state && old.initial,
          hasMagazine: old.hasMagazine,
        });
      this.#dress();
    });
  }

  /** Changes scene, solver or backend while all goes on. What runs stays where the new choice is refused. */
  select({ scene, ...wanted }: Selection): Promise<void> {
    const { solver, backend } = wanted;
    return this.#queue('Loading…', async () => {
      const running = this.simulation;
      if (scene !== undefined || !running) {
        const entry = CATALOGUE.find(({ id }) => id === scene);
        if (!entry)
          throw new Error(
            `There is no scene "${scene}"; there are ${CATALOGUE.map(({ id }) => id).join(', ')}.`,
          );
        const { id, title } = entry;
        const text = await entry.load();
        await this.#replace(parseScene(text, { source: title }), { id, title, text }, wanted);
      } else if (backend !== undefined && backend !== running.world.backend.name) {
        const method = running.method.with({ id: solver });
        const state = await running.world.snapshot();
        const { initial, hasMagazine } = running;
        await this.#open(running.parsed, { backend, method, state, initial, hasMagazine });
        this.#player.recorder.clear();
      } else if (solver !== undefined) {
        await running.prepare({ id: solver });
        running.configure({ id: solver });
      }
    });
  }

  /** A scene of the user's own; where it can't be read, what ran before goes on. `stays`: the camera and whether it plays. */
  openText(
    name: string,
    text: Promise<string> | string,
    wanted: Wanted & { stays?: boolean } = {},
  ): Promise<void> {
    return this.#queue(`Loading ${name}…`, async () => {
      const json = await text;
      const parsed = parseScene(json, { source: name });
      const view = wanted.view ?? (wanted.stays ? this.#stage.view : undefined);
      await this.#replace(parsed, { title: parsed.scene.name || name, text: json }, { ...wanted, view });
    });
  }

  /**
   * Another text for the scene that runs, which goes on from where it is: `settings` says what of it the engine changes while it runs; for
   * anything else the world is made again.
   */
  changeScene(text: string, settings?: (scene: Scene) => Settings): Promise<void> {
    const { title } = this.#shown;
    const adopt = async (running: Simulation) => {
      const parsed = parseScene(text, { source: title });
      if (settings) running.adopt(parsed, settings(parsed.scene));
      else {
        this.#install(await running.remade(this.#stage, { parsed }));
        // What was recorded is of another cloth.
        this.#player.recorder.clear();
        this.#parts.messages.toast('Made again from where it was. Reset goes to its beginning.');
      }
      this.#shown = { title, text };
    };
    return this.#queue(settings ? undefined : 'Changing the scene…', async () => {
      if (this.simulation) await adopt(this.simulation);
    });
  }

  /** The same with other solvers beside it, from where it is; none ends it. */
  compare(solvers: readonly string[]): Promise<void> {
    return this.#queue('Loading what it is compared with…', async () => {
      if (this.simulation) await this.#player.rivals.open(this.#stage, this.simulation, solvers);
    });
  }

  /** Solvers of the worlds beside it. */
  get rivals(): readonly string[] {
    return this.#player.rivals.all.map(({ method }) => method.id);
  }

  /** Saves a photo of what is there; it plays on afterwards. */
  photo(): Promise<void> {
    const { messages } = this.#parts;
    return this.#queue('Taking a photo…', async () => {
      const photo = await this.#stage.photo((share) => messages.busy(`Photo: ${Math.round(100 * share)} %`));
      saveFile(`${this.#shown.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`, photo, 'image/png');
    });
  }

  setParameters(wanted: ParameterValues): void {
    try {
      this.simulation?.configure(wanted);
    } catch (error) {
      this.refuseParameters(error);
    }
    this.#changed();
  }

  refuseParameters(reason: unknown): void {
    this.#parts.messages.fail('This value is not possible', reason, 'The one before it stays.');
  }

  /** One physics step, paused after it. */
  async stepOnce(): Promise<void> {
    this.playing = false;
    await this.#player.idle();
    await this.#player.advance(1);
  }

  async reset(): Promise<void> {
    const simulation = this.simulation;
    if (!simulation) return;
    this.#handling?.release();
    for (const { world } of [simulation, ...this.#player.rivals.all]) world.restore(simulation.initial);
    simulation.pacer.rest();
    this.#handling?.take(this.tool);
    await this.#player.idle();
    await this.#player.advance(0);
  }

  /** A scene takes the place of another; its backend is the wanted one, or the one that runs, where its solver can. */
  async #replace(parsed: ParsedScene, shown: Shown, wanted: Wanted): Promise<void> {
    const { solver, values, view } = wanted;
    const { messages } = this.#parts;
    const id = solver ?? parsed.scene.solver.method;
    const running = this.simulation?.world.backend.name ?? 'wasm';
    const isMissing = wanted.backend !== undefined && this.#unavailable.has(wanted.backend);
    const backend = backendFor(id, (isMissing ? 'wasm' : wanted.backend) ?? running);
    await this.#open(parsed, { backend, solver });
    this.#shown = shown;
    this.#player.recorder.clear();
    try {
      if (values) this.simulation?.configure(values);
    } catch (error) {
      messages.toast(`The parameters of the link are not possible here. ${(error as Error).message}`);
    }
    this.#dress();
    if (view) this.#stage.view = view;
    if (wanted.backend !== undefined && backend !== wanted.backend)
      messages.toast(
        isMissing
          ? `There is no ${wanted.backend} here, so it runs on ${backend}.`
          : `${id} does not run on ${wanted.backend}, so it runs on ${backend}.`,
      );
  }

  #dress(): void {
    const simulation = this.simulation;
    if (simulation) this.#stage.dress(simulation.scene, simulation.whereabouts());
  }

  async #open(parsed: ParsedScene, options: Omit<SimulationOptions, 'parsed'>): Promise<void> {
    this.#install(await Simulation.open(this.#stage, { parsed, ...options }));
  }

  #install(simulation: Simulation): void {
    this.#handling?.release();
    this.#player.rivals.clear(this.#stage);
    this.simulation?.dispose();
    this.#player.simulation = simulation;
    simulation.pacer.speed = this.#speed;
    this.#handling?.suit(simulation.world);
    this.#stage.content.add(simulation.view);
    this.#parts.overlay.clear();
    this.#watch.rest();
  }

  #wanted({ world, method }: Simulation): { backend: BackendName; method: Wishes } {
    const { name } = world.backend;
    return { backend: name === 'webgpu' && !this.#stage.device ? 'wasm' : name, method };
  }

  /** One change at a time, in order; the old world rests meanwhile. */
  #queue(text: string | undefined, job: () => Promise<void>): Promise<void> {
    const { messages } = this.#parts;
    this.ready = this.ready.then(async () => {
      // Where nothing can be drawn, the problem panel says so already.
      if (!this.#stage) return messages.busy(undefined);
      messages.busy(text);
      this.#player.isHalted = true;
      try {
        await this.#player.idle();
        await job();
        messages.clear();
      } catch (error) {
        this.#refuse(error);
      } finally {
        this.#player.isHalted = false;
        messages.busy(
          this.simulation ? undefined : 'No scene is open. Choose one, or drop a scene file here.',
        );
        this.simulation?.pacer.rest();
        this.#changed();
      }
    });
    return this.ready;
  }

  #refuse(error: unknown): void {
    const { messages } = this.#parts;
    const rest = this.simulation ? ' What ran before goes on.' : '';
    if (error instanceof SceneError) {
      // A text that is no JSON has no fields to mend.
      const isJson = !error.problems.some(({ message }) => message.startsWith('not JSON'));
      const advice = `Mend ${isJson ? 'these fields' : 'the text there'} and open it again.${rest}`;
      messages.fail(`${error.source ?? 'The scene'} can't be used`, error, advice);
    } else messages.fail('That did not work', error, `Choose another scene, solver or backend.${rest}`);
  }

  /** The world itself failed: a worker stopped, memory ran out. */
  async #broke(simulation: Simulation, error: unknown): Promise<void> {
    const player = this.#player;
    player.isHalted = true;
    // What a lost device leaves behind fails a moment before the device is known to be lost.
    if (simulation.world.backend.name === 'webgpu') await new Promise((resolve) => setTimeout(resolve, 500));
    if (this.#stage.isLost || simulation !== player.simulation) return;
    player.simulation = undefined;
    player.rivals.clear(this.#stage);
    simulation.dispose();
    this.#changed();
    this.#parts.messages.fail(
      'The simulation stopped',
      error,
      'Load the scene again, perhaps on another backend.',
      {
        label: 'Load it again',
        run: () =>
          this.#queue('Loading…', async () => {
            await this.#open(simulation.parsed, this.#wanted(simulation));
          }),
      },
    );
  }

  #frame = (now: number): void => {
    requestAnimationFrame(this.#frame);
    this.#player.frame(now);
    this.#parts.drawn(now);
    if (!this.#stage.isLost) this.#stage.render();
  };

  async #measure(): Promise<void> {
    const { overlay } = this.#parts;
    const { simulation } = this;
    const wasWild = simulation?.isWild;
    const isSeen = overlay.isShown || this.#parts.isPlotted();
    const measured = document.hidden ? undefined : await this.#player.measure(isSeen);
    if (!measured || !simulation) return;
    this.#parts.measured(measured);
    if (this.#watch.look(simulation, measured, this.#speed)) this.#note();
    if (simulation.isWild !== wasWild) this.#changed();
    const { world, view } = simulation;
    const copies = view.surface.isShared ? ", straight from the solver's buffer" : '';
    overlay.show({ world, drawnBy: this.#stage.device ? `WebGPU${copies}` : 'WebGL2', ...measured });
  }

  #note(): void {
    this.#parts.messages.note(
      notesOn(this.simulation, this.#unavailable.get('webgpu'), this.#watch.condition, {
        solver: (solver) => void this.select({ solver }),
        backend: (backend) => void this.select({ backend }),
      }),
    );
  }

  #changed(): void {
    const simulation = this.simulation;
    const { changed, overlay } = this.#parts;
    this.#note();
    if (this.#handling) this.#handling.take(this.tool);
    else this.#parts.toolbar.show(this.tool, undefined);
    if (!simulation) {
      overlay.clear();
      changed(undefined);
      return;
    }
    const { world, scene, method } = simulation;
    changed({
      scene: this.#shown,
      description: scene.description,
      solver: method.id,
      backend: world.backend.name,
      values: method.values,
      unavailable: this.#unavailable,
    });
  }
}

/** Plays a simulation: steps it in time with the display, never ahead of what is drawn, and measures it. */
import type { Statistics } from 'selvedge';
import { Meter } from './meter.ts';
import { Recorder } from './recorder.ts';
import { Rivals } from './rivals.ts';
import type { Simulation } from './simulation.ts';

export interface Measured {
  readonly statistics: Statistics;
  readonly framesPerSecond: number;
  /** Simulated seconds per second; undefined while paused. */
  readonly speed: number | undefined;
  /** Of the worlds beside it. */
  readonly rivals: readonly Statistics[];
}

/** Times its length by which a spring is stretched when all is lost. */
const FLOWN_APART = 1000;

export class Player {
  playing = true;
  /** While true nothing is stepped: the world is being replaced, or the graphics are gone. */
  isHalted = false;
  readonly recorder = new Recorder();
  /** What is stepped with it. */
  readonly rivals = new Rivals();
  simulation: Simulation | undefined;
  #wanted: number | undefined;
  readonly #meter = new Meter();
  readonly #broke: (simulation: Simulation, error: unknown) => void;
  #batch: Promise<void> | undefined;
  #isMeasuring = false;

  constructor(broke: (simulation: Simulation, error: unknown) => void) {
    this.#broke = broke;
  }

  /** Resolves when the steps under way are done; never rejects. */
  async idle(): Promise<void> {
    await this.#batch;
  }

  /** Called for each frame, before it is drawn. */
  frame(now: number): void {
    this.#meter.drawn(now);
    if (!this.simulation || !this.playing || this.isHalted || this.#batch) return;
    const steps = this.simulation.pacer.due(now);
    if (steps > 0) void this.advance(steps);
  }

  /** Steps, and fetches what is to be drawn; never while the last batch is under way. */
  async advance(steps: number): Promise<void> {
    const { simulation } = this;
    if (!simulation || this.isHalted || this.#batch) return;
    const batch = this.#run(simulation, steps);
    this.#batch = batch;
    await batch;
    if (this.#batch === batch) this.#batch = undefined;
  }

  async #run(simulation: Simulation, steps: number): Promise<void> {
    const { world, view } = simulation;
    try {
      if (steps > 0) {
        this.recorder.forgetAfter(world.time);
        for (const each of [simulation, ...this.rivals.all]) each.world.step(steps);
      }
      if (this.recorder.isDue(world)) this.recorder.add(await world.snapshot());
      await Promise.all([view, ...this.rivals.all.map((rival) => rival.view)].map((each) => each.update()));
      this.#meter.stepped(steps * world.timestep);
    } catch (error) {
      this.#fail(simulation, error);
    }
  }

  /** Shows a recorded frame, from which it can be played on; asked for again meanwhile, only the last one counts. */
  async seek(frame: number): Promise<void> {
    const isUnderWay = this.#wanted !== undefined;
    this.#wanted = frame;
    if (isUnderWay) return;
    this.playing = false;
    while (this.#wanted !== undefined) {
      await this.idle();
      const recorded = this.recorder.frames[this.#wanted];
      const { simulation } = this;
      this.#wanted = undefined;
      if (!recorded || !simulation || this.isHalted) return;
      for (const { world } of [simulation, ...this.rivals.all]) world.restore(recorded.snapshot);
      for (const each of [simulation, ...this.rivals.all]) await this.#show(each);
    }
  }

  async #show(simulation: Simulation): Promise<void> {
    try {
      await simulation.view.update();
    } catch (error) {
      this.#fail(simulation, error);
    }
  }

  /** The solver's numbers, asked for only while they are seen, or to know what a step costs. */
  async measure(isSeen: boolean): Promise<Measured | undefined> {
    const { simulation } = this;
    if (!simulation || this.isHalted || this.#isMeasuring) return undefined;
    if (!isSeen && (simulation.pacer.knowsCost || !this.playing)) return undefined;
    this.#isMeasuring = true;
    try {
      const [statistics, ...rivals] = await Promise.all(
        [simulation, ...this.rivals.all].map(({ world }) => world.statistics()),
      );
      simulation.pacer.learn(rivals.reduce((sum, { ms }) => sum + ms.perStep, statistics.ms.perStep));
      simulation.isWild = !(statistics.strain.max < FLOWN_APART);
      const { framesPerSecond, speed } = this.#meter.take(performance.now());
      if (simulation !== this.simulation) return undefined;
      return { statistics, framesPerSecond, speed: this.playing ? speed : undefined, rivals };
    } catch (error) {
      this.#fail(simulation, error);
      return undefined;
    } finally {
      this.#isMeasuring = false;
    }
  }

  /** What a world that was replaced reports is left out. */
  #fail(simulation: Simulation, error: unknown): void {
    if (simulation === this.simulation && !this.isHalted) this.#broke(simulation, error);
  }
}

/** Plays a simulation: steps it in time with the display, never ahead of what is drawn, and measures it. */
import type { Statistics } from 'selvedge';
import { Meter } from './meter.ts';
import type { Simulation } from './simulation.ts';

export interface Measured {
  readonly statistics: Statistics;
  readonly framesPerSecond: number;
  /** Simulated seconds per second; undefined while paused. */
  readonly speed: number | undefined;
}

/** Times its length by which a spring is stretched when all is lost. */
const FLOWN_APART = 1000;

export class Player {
  playing = true;
  /** While true nothing is stepped: the world is being replaced, or the graphics are gone. */
  isHalted = false;
  simulation: Simulation | undefined;
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
      if (steps > 0) world.step(steps);
      await view.update();
      this.#meter.stepped(steps * world.timestep);
    } catch (error) {
      this.#fail(simulation, error);
    }
  }

  /** The solver's numbers, asked for only while somebody sees them or to know what a step costs. */
  async measure(isSeen: boolean): Promise<Measured | undefined> {
    const { simulation } = this;
    if (!simulation || this.isHalted || this.#isMeasuring) return undefined;
    if (!isSeen && (simulation.pacer.knowsCost || !this.playing)) return undefined;
    this.#isMeasuring = true;
    try {
      const statistics = await simulation.world.statistics();
      simulation.pacer.learn(statistics.ms.perStep);
      simulation.isWild = !(statistics.strain.max < FLOWN_APART);
      const { framesPerSecond, speed } = this.#meter.take(performance.now());
      if (simulation !== this.simulation) return undefined;
      return { statistics, framesPerSecond, speed: this.playing ? speed : undefined };
    } catch (error) {
      this.#fail(simulation, error);
      return undefined;
    } finally {
      this.#isMeasuring = false;
    }
  }

  /** What a world says after it was replaced concerns nobody. */
  #fail(simulation: Simulation, error: unknown): void {
    if (simulation === this.simulation && !this.isHalted) this.#broke(simulation, error);
  }
}

/** Playing a world in time with the clock, from a loop that draws. */
import { InputError, type World } from '../engine/index.ts';
import { Pacer } from './pacer.ts';

/** Seconds between two looks at what a step costs, which changes with the method's settings. */
const LOOK_EVERY = 1;

export class Playback {
  readonly #world: Pick<World, 'step' | 'statistics' | 'timestep'>;
  readonly #update: () => Promise<void>;
  readonly #pacer: Pacer;
  #batch: Promise<void> | undefined;
  #sinceLook = LOOK_EVERY;
  #isStopped = false;

  /** `update` fetches what is to be drawn. */
  constructor(world: Pick<World, 'step' | 'statistics' | 'timestep'>, update: () => Promise<void>) {
    this.#world = world;
    this.#update = update;
    this.#pacer = new Pacer(1 / world.timestep);
  }

  /** As `WorldView.advance`. */
  advance(seconds: number): Promise<void> {
    if (!(seconds >= 0 && seconds < Number.POSITIVE_INFINITY))
      throw new InputError('advance.seconds', seconds, 'the seconds since the last frame, 0 or more');
    this.#pacer.stepsPerSecond = 1 / this.#world.timestep;
    this.#pacer.owe(seconds);
    this.#sinceLook += seconds;
    if (this.#batch) return this.#batch;
    const steps = this.#pacer.take();
    if (steps === 0) return Promise.resolve();
    this.#batch = this.#run(steps).finally(() => {
      this.#batch = undefined;
    });
    return this.#batch;
  }

  async #run(steps: number): Promise<void> {
    this.#world.step(steps);
    await this.#update();
    if (this.#isStopped || this.#sinceLook < LOOK_EVERY) return;
    this.#sinceLook = 0;
    try {
      const { ms } = await this.#world.statistics();
      this.#pacer.learn(ms.perStep);
    } catch (error) {
      if (!this.#isStopped) throw error;
    }
  }

  /** A world that goes away while its steps are under way is nobody's mistake. */
  stop(): void {
    this.#isStopped = true;
  }
}

/**
 * Plays a world in real time from a render loop. `WorldView.advance` uses one; an application with
 * its own drawing creates one:
 *
 *   const playback = new Playback(world, async () => { await world.read({ positions }); draw(positions); });
 *   renderer.setAnimationLoop((now) => { void playback.advance((now - last) / 1000); last = now; });
 *   …
 *   playback.stop(); // before world.dispose()
 */
import { InputError, type World } from '../engine/index.ts';
import { Pacer } from './pacer.ts';

/** Seconds between two measurements of a step's cost, which changes with the method's settings. */
const LOOK_EVERY = 1;

/** Plays a world in real time. */
export class Playback {
  readonly #world: Pick<World, 'step' | 'statistics' | 'timestep'>;
  readonly #update: () => Promise<unknown>;
  readonly #pacer: Pacer;
  #batch: Promise<void> | undefined;
  #sinceLook = LOOK_EVERY;
  #isStopped = false;

  /** `update` fetches the state to draw; the next steps are enqueued once it has resolved. */
  constructor(world: Pick<World, 'step' | 'statistics' | 'timestep'>, update: () => Promise<unknown>) {
    this.#world = world;
    this.#update = update;
    this.#pacer = new Pacer(1 / world.timestep);
  }

  /**
   * Call it in every frame with the seconds since the last one; a negative number, as between a click and its frame, counts as 0. Takes
   * the steps that are due, or none while the last steps are running. Resolves when the running steps are ready to be drawn; after
   * `stop` it does nothing.
   */
  advance(seconds: number): Promise<void> {
    if (!Number.isFinite(seconds))
      throw new InputError('advance.seconds', seconds, 'the seconds since the last frame');
    if (this.#isStopped) return Promise.resolve();
    const elapsed = Math.max(0, seconds);
    this.#pacer.stepsPerSecond = 1 / this.#world.timestep;
    this.#pacer.owe(elapsed);
    this.#sinceLook += elapsed;
    if (this.#batch) return this.#batch;
    const steps = this.#pacer.take();
    if (steps === 0) return Promise.resolve();
    this.#batch = this.#run(steps).finally(() => {
      this.#batch = undefined;
    });
    return this.#batch;
  }

  /** Drops the time of a pause, which is then not caught up on. */
  rest(): void {
    this.#pacer.rest();
  }

  /** Stops it; call it before the world is disposed. Errors of steps still running are ignored from then on. */
  stop(): void {
    this.#isStopped = true;
  }

  async #run(steps: number): Promise<void> {
    try {
      this.#world.step(steps);
      await this.#update();
      if (this.#isStopped || this.#sinceLook < LOOK_EVERY) return;
      this.#sinceLook = 0;
      const { ms } = await this.#world.statistics();
      this.#pacer.learn(ms.perStep);
    } catch (error) {
      if (!this.#isStopped) throw error;
    }
  }
}

/** Watches how a run goes: whether the cloth is stretched, and whether the machine keeps up. */
import type { Condition } from './notes.ts';
import type { Measured } from './player.ts';
import type { Simulation } from './simulation.ts';

/** Of its speed: slower is seen. */
const SLOW = 0.85;
/** Looks that must be slow before it is said: one is a hiccup. */
const SLOW_LOOKS = 6;

export class Watch {
  condition: Condition | undefined;
  #slowLooks = 0;

  /** Takes a measurement in; whether there is something else to say. `speed` as asked for, of real time. */
  look(simulation: Simulation, { statistics, speed }: Measured, asked: number): boolean {
    const wanted = simulation.pacer.stepsPerSecond * simulation.world.timestep * asked;
    const pace = speed === undefined ? undefined : speed / wanted;
    const step = pace === undefined ? -this.#slowLooks : pace < SLOW ? 1 : -1;
    this.#slowLooks = Math.max(0, Math.min(this.#slowLooks + step, 2 * SLOW_LOOKS));
    const isSlow = pace !== undefined && this.#slowLooks >= SLOW_LOOKS;
    // Rounded, so that what is said holds still.
    const next = {
      strain: Math.round(50 * statistics.strain.mean) / 50,
      pace: isSlow ? Math.round(10 * pace) / 10 : undefined,
    };
    const { condition } = this;
    this.condition = next;
    return condition?.strain !== next.strain || condition?.pace !== next.pace;
  }

  /** Another run begins. */
  rest(): void {
    this.condition = undefined;
    this.#slowLooks = 0;
  }
}

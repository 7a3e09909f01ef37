/**
 * The number of steps to take so that a world plays in real time on any display. On a machine that is too slow it plays slower:
 * steps that are overdue are dropped, and a batch of steps is kept short.
 */

/** Greatest time to catch up on after a delay, or at a low frame rate, seconds. */
const MOST_SECONDS_OWED = 0.1;
/** Greatest duration of a batch, milliseconds; longer ones make dragging lag. */
const LONGEST_BATCH = 40;
/** Tolerance for rounding, as a share of a step: sixty times a sixtieth of a second are a whole second. */
const ROUNDING = 1e-9;

export class Pacer {
  #owed = 0;
  #msPerStep: number | undefined;

  constructor(
    /** Steps of the world per second of time. */
    public stepsPerSecond: number,
  ) {}

  /** Adds elapsed time, seconds. */
  owe(seconds: number): void {
    const most = Math.max(1, MOST_SECONDS_OWED * this.stepsPerSecond);
    this.#owed = Math.min(this.#owed + seconds * this.stepsPerSecond, most);
  }

  /** Number of steps to take now, as one batch. */
  take(): number {
    // One step at a time until its cost is known.
    const affordable = this.#msPerStep ? Math.max(1, Math.floor(LONGEST_BATCH / this.#msPerStep)) : 1;
    const steps = Math.min(Math.floor(this.#owed + ROUNDING), affordable);
    this.#owed = Math.max(0, this.#owed - steps);
    return steps;
  }

  /** Whether the cost of a step has been measured. */
  get knowsCost(): boolean {
    return this.#msPerStep !== undefined;
  }

  /** Sets the measured cost of a step, without the time spent waiting for the display. */
  learn(msPerStep: number): void {
    if (msPerStep > 0) this.#msPerStep = msPerStep;
  }

  /** Drops the time of a pause. */
  rest(): void {
    this.#owed = 0;
  }
}

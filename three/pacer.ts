/**
 * How many steps to take now so that a world plays at its own speed on any display. A machine that can't keep up plays
 * slower: steps it owes are forgotten, and no batch of steps takes longer than people notice.
 */

/** Seconds that may be caught up on after a hiccup, or at a low frame rate. */
const MOST_SECONDS_OWED = 0.1;
/** Milliseconds a batch may take: longer, and dragging feels late. */
const LONGEST_BATCH = 40;
/** Of a step: sixty times a sixtieth of a second are a whole second, whatever is lost in rounding. */
const ROUNDING = 1e-9;

export class Pacer {
  #owed = 0;
  #msPerStep: number | undefined;

  constructor(public stepsPerSecond: number) {}

  /** That much time has gone by. */
  owe(seconds: number): void {
    const most = Math.max(1, MOST_SECONDS_OWED * this.stepsPerSecond);
    this.#owed = Math.min(this.#owed + seconds * this.stepsPerSecond, most);
  }

  /** Steps to take now, as one batch. */
  take(): number {
    // One at a time until the cost is known.
    const affordable = this.#msPerStep ? Math.max(1, Math.floor(LONGEST_BATCH / this.#msPerStep)) : 1;
    const steps = Math.min(Math.floor(this.#owed + ROUNDING), affordable);
    this.#owed = Math.max(0, this.#owed - steps);
    return steps;
  }

  get knowsCost(): boolean {
    return this.#msPerStep !== undefined;
  }

  /** What a step costs where it is computed: waiting for a slow display is not its fault. */
  learn(msPerStep: number): void {
    if (msPerStep > 0) this.#msPerStep = msPerStep;
  }

  /** After a pause the time that went by is not owed. */
  rest(): void {
    this.#owed = 0;
  }
}

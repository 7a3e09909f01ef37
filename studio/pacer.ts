/**
 * How many steps to take now so that a scene plays at its own speed on any display. A machine that can't keep up plays
 * slower: steps it owes are forgotten, and no batch of steps takes longer than people notice.
 */

/** The frame rate a scene's `stepsPerFrame` is meant for. */
const FRAMES_PER_SECOND = 60;
/** Frames that may be caught up on after a hiccup. */
const MOST_FRAMES_OWED = 3;
/** Milliseconds a batch may take: longer, and dragging feels late. */
const LONGEST_BATCH = 40;

export class Pacer {
  #owed = 0;
  #last: number | undefined;
  #msPerStep: number | undefined;

  constructor(readonly stepsPerFrame: number) {}

  /** Steps to take at `now`, milliseconds. */
  due(now: number): number {
    // Before the first frame there is nothing to catch up on.
    const frames = this.#last === undefined ? 1 : ((now - this.#last) * FRAMES_PER_SECOND) / 1000;
    this.#last = now;
    const most = MOST_FRAMES_OWED * this.stepsPerFrame;
    this.#owed = Math.min(this.#owed + frames * this.stepsPerFrame, most);
    // One at a time until the cost is known.
    const affordable = this.#msPerStep ? Math.max(1, Math.floor(LONGEST_BATCH / this.#msPerStep)) : 1;
    const steps = Math.min(Math.floor(this.#owed), affordable);
    this.#owed -= steps;
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
    this.#last = undefined;
    this.#owed = 0;
  }
}

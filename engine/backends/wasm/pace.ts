/**
 * How many threads take part in a run: all, or one. Threads that share a core with other programs wait for each other at every
 * barrier, and small programs cost less than their barriers; both are seen by measuring, and the bits are the same either way.
 */

/** Of the old average that a new measurement leaves. */
const KEPT = 0.5;
/** Milliseconds after which the way not taken is tried again: what the trial costs is little of that. */
const AGAIN = 500;
/** Measurements of each way before one is chosen. */
const TRIALS = 3;

interface Way {
  readonly threads: number;
  /** Milliseconds of one time through, averaged; undefined before the first. */
  cost?: number;
  trials: number;
  /** When it was last taken. */
  at: number;
}

export class Pace {
  readonly #ways: readonly Way[];

  constructor(threads: number) {
    this.#ways = [...new Set([threads, 1])].map((count) => ({ threads: count, trials: 0, at: 0 }));
  }

  /** Threads for the run that begins now; `time` in milliseconds. */
  threadsAt(time: number): number {
    const untried = this.#ways.find(({ trials }) => trials < TRIALS);
    if (untried) return untried.threads;
    const [best, ...others] = this.#ways.toSorted((a, b) => a.cost! - b.cost!);
    return (others.find(({ at }) => time - at > AGAIN) ?? best).threads;
  }

  /** What one time through has cost with so many threads. */
  learn(threads: number, cost: number, time: number): void {
    const way = this.#ways.find((one) => one.threads === threads)!;
    // The first measurements may be of code that is not optimised yet.
    const old = way.trials < TRIALS ? Math.min(way.cost ?? cost, cost) : way.cost!;
    way.cost = KEPT * old + (1 - KEPT) * cost;
    way.trials++;
    way.at = time;
  }
}

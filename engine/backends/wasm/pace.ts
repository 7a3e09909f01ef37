/**
 * How many threads take part in a run: all, or one. Threads that share a core with other programs wait for each other at every
 * barrier, and small programs cost less than their barriers; both are seen by measuring, and the bits are the same either way.
 */

/** Of the old average that a new measurement leaves. */
const KEPT = 0.5;
/** Milliseconds after which the way not taken is tried again, at least and at most. */
const AGAIN = 500;
const LATEST = 5000;
/** It is tried again after so many times what the trial cost more than the best: of the time in between that is a hundredth. */
const RARELY = 100;
/** Measurements of each way before one is chosen. */
const TRIALS = 3;

interface Way {
  readonly threads: number;
  /** Milliseconds of one time through, averaged. */
  cost: number;
  trials: number;
  /** When it was last taken. */
  at: number;
  /** Milliseconds after which it is tried again. */
  wait: number;
}

export class Pace {
  readonly #ways: readonly Way[];

  constructor(threads: number) {
    this.#ways = [...new Set([threads, 1])].map((count) => ({
      threads: count,
      cost: 0,
      trials: 0,
      at: 0,
      wait: AGAIN,
    }));
  }

  /** Threads for the run that begins now; `time` in milliseconds. */
  threadsAt(time: number): number {
    let best = this.#ways[0];
    for (const way of this.#ways) {
      if (way.trials < TRIALS) return way.threads;
      if (way.cost < best.cost) best = way;
    }
    for (const way of this.#ways) if (way !== best && time - way.at > way.wait) return way.threads;
    return best.threads;
  }

  /** What one time through has cost with so many threads. */
  learn(threads: number, cost: number, time: number): void {
    const way = this.#ways.find((one) => one.threads === threads)!;
    // The first measurements may be of code that is not optimised yet, and an old one is of another time.
    const isFresh = way.trials >= TRIALS && time - way.at <= AGAIN;
    way.cost = isFresh ? KEPT * way.cost + (1 - KEPT) * cost : cost;
    way.trials++;
    way.at = time;
    const best = Math.min(...this.#ways.map((one) => one.cost));
    way.wait = Math.max(AGAIN, Math.min(LATEST, RARELY * (cost - best)));
  }
}

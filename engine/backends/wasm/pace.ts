/**
 * How many threads take part in a run: all, or one. Threads that share a core with other programs wait for each other at every
 * barrier, and small programs cost less than their barriers; both are seen by measuring, and the bits are the same either way.
 */

/** Of the old average that a new measurement leaves. */
const KEPT = 0.95;
/** Milliseconds after which the way not taken is tried again, at least and at most; after every trial in vain twice as many. */
const AGAIN = 500;
const LATEST = 10_000;
/** And after so many times what the trial cost more than the best: of the time in between that is a hundredth. */
const RARELY = 100;
/** Measurements of each way before one is chosen. */
const TRIALS = 3;
/** The first run with other threads is not counted, since they may have to wake, unless it costs so many times the best. */
const DEAR = 3;
/** Milliseconds, about, after which the number of threads may change. */
const STRETCH = 1;

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
  #way: Way;
  /** Times through that the next run has at most. */
  times = 1;
  /** Whether the last run was the first of its way, and what it cost more than another. */
  #isFirst = false;
  #more = 0;

  constructor(threads: number) {
    this.#ways = [...new Set([threads, 1])].map((count) => ({
      threads: count,
      cost: 0,
      trials: 0,
      at: 0,
      wait: AGAIN,
    }));
    [this.#way] = this.#ways;
  }

  /** Threads for the run that begins now; `time` in milliseconds. */
  threadsAt(time: number): number {
    const next = this.#isFirst ? this.#way : this.#choose(time);
    this.#isFirst = next !== this.#way;
    if (this.#isFirst) {
      this.times = 1; // a trial may be dear
      this.#more = 0;
    }
    this.#way = next;
    return next.threads;
  }

  #choose(time: number): Way {
    let best = this.#ways[0];
    for (const way of this.#ways) {
      if (way.trials < TRIALS) return way;
      if (way.cost < best.cost) best = way;
    }
    for (const way of this.#ways) if (way !== best && time - way.at > way.wait) return way;
    return best;
  }

  /** What the run has cost, of so many times through. */
  learn(times: number, ms: number, time: number): void {
    const way = this.#way;
    const cost = ms / times;
    const other = this.#leastBut(way);
    this.#more += ms - times * other;
    if (this.#isFirst && !(cost > DEAR * other)) return;
    this.#isFirst = false;
    // The first measurements may be of code that is not optimised yet, and an old one is of another time.
    const isFresh = way.trials >= TRIALS && time - way.at <= AGAIN;
    way.cost = isFresh ? KEPT * way.cost + (1 - KEPT) * cost : cost;
    way.trials++;
    way.at = time;
    const later = way.trials > TRIALS ? 2 * way.wait : AGAIN;
    way.wait = way.cost > other ? Math.min(LATEST, Math.max(later, RARELY * this.#more)) : AGAIN;
    this.#more = 0;
    this.times = Math.max(1, Math.min(2 * this.times, Math.floor(STRETCH / cost)));
  }

  /** The least cost known of the other ways. */
  #leastBut(one: Way): number {
    let least = Number.POSITIVE_INFINITY;
    for (const way of this.#ways) if (way !== one && way.trials > 0 && way.cost < least) least = way.cost;
    return least;
  }
}

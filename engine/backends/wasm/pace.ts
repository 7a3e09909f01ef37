/**
 * How many threads take part in a run: all, or one. Threads that share a core with other programs wait for each other at every
 * barrier, and small programs cost less than their barriers; both are seen by measuring, and the bits are the same either way.
 */

/** Of the old average that a new measurement leaves. */
const KEPT = 0.95;
/** Milliseconds after which the way not taken is tried again, at least and at most; after every trial in vain twice as many. */
const AGAIN = 500;
const LATEST = 10_000;
/** The wait is at least this multiple of a trial's extra cost, up to LATEST: a trial costs at most 1 % of the time in between. */
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

const wayOf = (threads: number): Way => ({ threads, cost: 0, trials: 0, at: 0, wait: AGAIN });

/** Runs after every stretch. It uses no lists, since their iterators are allocated until V8 has compiled the loop. */
export class Pace {
  /** With all threads, and with one; the same where there is one. */
  readonly #shared: Way;
  readonly #alone: Way;
  #way: Way;
  /** Times through that the next run has at most. */
  times = 1;
  /** Whether the last run was the first of its way, and what it cost more than another. */
  #isFirst = false;
  #more = 0;

  constructor(threads: number) {
    this.#shared = wayOf(threads);
    this.#alone = threads > 1 ? wayOf(1) : this.#shared;
    this.#way = this.#shared;
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
    const shared = this.#shared;
    const alone = this.#alone;
    if (shared.trials < TRIALS) return shared;
    if (alone.trials < TRIALS) return alone;
    const best = alone.cost < shared.cost ? alone : shared;
    const other = this.#otherThan(best);
    return time - other.at > other.wait ? other : best;
  }

  /** What the run has cost, of so many times through. */
  learn(times: number, ms: number, time: number): void {
    const way = this.#way;
    const cost = ms / times;
    const another = this.#otherThan(way);
    const other = another !== way && another.trials > 0 ? another.cost : Number.POSITIVE_INFINITY;
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

  /** The other way; where there is one, that. */
  #otherThan(way: Way): Way {
    return way === this.#shared ? this.#alone : this.#shared;
  }
}

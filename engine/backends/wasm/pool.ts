/**
 * The workers of a page or process. A world that ends hands its workers on: they sleep until another world takes them, or are ended
 * after a while. Small worlds that live at the same time may share one. Every world has an instance and a memory of its own, so that
 * its bits do not depend on what else a worker runs.
 */
import { listen } from './listen.ts';
import type { Command, Reply } from './messages.ts';
import type { WorkerLike } from './worker-like.ts';

/** Milliseconds that a worker without a world is kept. */
const KEPT = 10_000;
/** Workers without a world that are kept, at most. */
const MOST_KEPT = 8;
/** Milliseconds that a world which was disposed of may take to finish what it is at, before its workers are ended. */
const GRACE = 250;
/** Small worlds that share a worker, at most. */
const WORLDS = 4;

export type Start = () => WorkerLike;
type Take = (reply: Reply) => void;

let worlds = 0;
/** A number for a world that tells it from all others of this page. */
export const nextWorld = (): number => ++worlds;

/** A worker that worlds may share, one after the other or at the same time. */
export class PooledWorker {
  readonly #worker: WorkerLike;
  readonly #worlds = new Map<number, Take>();
  readonly #pool: WorkerPool;
  #isEnded = false;
  #holds = 0;
  #expiry: Timer | undefined;

  constructor(worker: WorkerLike, pool: WorkerPool) {
    this.#worker = worker;
    this.#pool = pool;
    listen(worker, (reply) => this.#take(reply));
    worker.unref?.();
  }

  /** Worlds that it has. */
  get load(): number {
    return this.#worlds.size;
  }

  /** Gives a world what the worker replies to it. */
  join(world: number, take: Take): void {
    this.#expiry?.cancel();
    this.#expiry = undefined;
    this.#worlds.set(world, take);
  }

  tell(command: Command, transfer: ArrayBuffer[] = []): void {
    if (!this.#isEnded) this.#worker.postMessage(command, transfer);
  }

  /** Node's process stays alive while a reply is awaited, not for workers that sleep. */
  hold(): void {
    if (this.#holds++ === 0) this.#worker.ref?.();
  }

  letGo(): void {
    if (--this.#holds === 0) this.#worker.unref?.();
  }

  /**
   * Ends a world's part in it. A worker that is `reusable` rests, or goes on with its other worlds: `soon`, where it may first have to
   * finish what it is at, once it says that it has closed. One that does not say so in time is ended.
   */
  leave(world: number, reusable: 'now' | 'soon' | 'never'): void {
    if (!this.#worlds.has(world) || this.#isEnded) return;
    this.#worlds.delete(world);
    const isLast = this.load === 0;
    if (isLast && reusable === 'never') {
      this.end();
      return;
    }
    this.tell({ type: 'close', world });
    if (!isLast) return;
    if (reusable === 'now') {
      this.rest();
      return;
    }
    this.#pool.forget(this); // no world joins it meanwhile
    const timer = after(GRACE, () => this.end());
    this.join(world, (reply) => {
      if (reply.type !== 'closed') return;
      timer.cancel();
      this.#worlds.delete(world);
      this.rest();
    });
  }

  /** Waits for a world, for a while. */
  rest(): void {
    if (this.#isEnded) return;
    if (!this.#pool.keep(this)) this.end();
    else this.#expiry = after(KEPT, () => this.end());
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#expiry?.cancel();
    this.#pool.forget(this);
    this.#worker.terminate();
  }

  #take(reply: Reply): void {
    if (reply.world !== undefined) {
      this.#worlds.get(reply.world)?.(reply);
      return;
    }
    // The worker itself broke: all its worlds do.
    const takers = [...this.#worlds.values()];
    this.end();
    for (const take of takers) take(reply);
  }
}

/** The workers that one function starts. */
export class WorkerPool {
  readonly #start: Start;
  readonly #resting: PooledWorker[] = [];
  readonly #shared = new Set<PooledWorker>();

  constructor(start: Start) {
    this.#start = start;
  }

  /** Takes so many workers for one world alone. */
  take(count: number): PooledWorker[] {
    return Array.from({ length: count }, () => this.#resting.pop() ?? new PooledWorker(this.#start(), this));
  }

  /** Takes a worker that small worlds share: one that rests, else the one with the fewest worlds that has room, else a new one. */
  takeShared(): PooledWorker {
    const open = [...this.#shared].filter(({ load }) => load < WORLDS);
    const [least] = open.sort((a, b) => a.load - b.load);
    const worker = (this.#resting.length === 0 ? least : undefined) ?? this.take(1)[0];
    this.#shared.add(worker);
    return worker;
  }

  /** Starts workers that a world will take soon, as many as are missing. */
  startAhead(count: number, mayShare: boolean): void {
    if (mayShare && [...this.#shared].some(({ load }) => load < WORLDS)) return;
    for (let k = this.#resting.length; k < count; k++) new PooledWorker(this.#start(), this).rest();
  }

  /** Whether there is room for a worker without a world. */
  keep(worker: PooledWorker): boolean {
    this.#shared.delete(worker);
    if (this.#resting.length >= MOST_KEPT) return false;
    this.#resting.push(worker);
    return true;
  }

  forget(worker: PooledWorker): void {
    this.#shared.delete(worker);
    const at = this.#resting.indexOf(worker);
    if (at >= 0) this.#resting.splice(at, 1);
  }
}

const pools = new WeakMap<Start, WorkerPool>();

/** The pool of the workers that a function starts. */
export function poolOf(start: Start): WorkerPool {
  const pool = pools.get(start) ?? new WorkerPool(start);
  pools.set(start, pool);
  return pool;
}

interface Timer {
  cancel(): void;
}

/** A timer that does not keep Node's process alive. */
function after(ms: number, act: () => void): Timer {
  const timer = setTimeout(act, ms);
  (timer as { unref?(): void }).unref?.();
  return { cancel: () => clearTimeout(timer) };
}

/**
 * Runs a program from memory, on every thread at once. The program's words are written by layout.ts:
 *   a call    [kernel, arguments, first, end, grain, phase]
 *   a repeat  [-1, times, bytes of the body, address of the word that ends it or 0], then the body
 *   a when    [-2, address of the flag, bytes of the body, 0], then the body
 *   a room    [-4, address of four words, bytes of the body, 0], then the body: makes room for the body first
 *   an only   [-3, which of the times through, bytes of the body, 0], then the body
 * Threads have contiguous shares of a call's range and synchronise at a barrier after it. Grain 0: the first thread runs the whole range.
 * Grain 1: each thread runs its share in one piece. Greater: a larger share is cut into pieces of that many items, and a thread that has
 * finished its own takes (steals) pieces of the others, since a core may be half as fast as another for milliseconds. What a kernel
 * computes does not depend on which thread runs it.
 */
import { dispatch } from './dispatch.as';
import { awaitCount, tellCount } from './meet.as';
import { goesUp, setWay } from './way.as';

/** Milliseconds, given by the host. */
export declare function now(): f64;

// The control block; its size and the offsets used from TypeScript are in layout.ts.
const GO: usize = 12;
const PROGRAM: usize = 16;
const PROGRAM_END: usize = 20;
const TIMES: usize = 24;
const STOP: usize = 28;
const PHASE: usize = 32;
const SINCE: usize = 40;
const TIMED: usize = 48;
const DONE: usize = 52;
const ALL: usize = 56;
const PHASE_MS: usize = 64;
const EXECUTED: usize = 192;
/** Of each thread, in cache lines of their own: the barriers that it has come to, with its sleepers behind; pieces taken, of every other call. */
const THREADS: usize = 1024;
const TAKEN: usize = 64;
const THREAD: usize = 192;

/** Polls for work before a thread sleeps: some hundred microseconds. */
const LOOKS: u32 = 200000;

/** At most this many passes through a program are timed, evenly spread: reading the clock costs time and allocates on the host's heap. */
const MOST_TIMED: u32 = 16;

/** Which of the times through a program it is; all of those that hold, as program.ts has them. */
const ALONE: u32 = 1;
const FIRST: u32 = 2;
const EARLIER: u32 = 4;
const LAST: u32 = 8;

/** What PHASE holds while nothing is timed. */
const UNTIMED: i32 = -2;

/**
 * Thread 0: runs the program `times` times, waking the pool first. So many of all the times that it shall be gone through are `done`;
 * what phases take is summed over all.
 */
export function execute(
  control: usize,
  program: usize,
  end: usize,
  times: u32,
  done: u32,
  all: u32,
  threads: u32,
): void {
  // Without a barrier in it a run could be overtaken by the next: what does nothing is not begun.
  if (program == end || times == 0) return;
  if (done == 0) memory.fill(control + PHASE_MS, 0, EXECUTED - PHASE_MS);
  if (ASC_FEATURE_THREADS) {
    if (threads > 1) {
      store<u32>(control, <u32>program, PROGRAM);
      store<u32>(control, <u32>end, PROGRAM_END);
      store<u32>(control, times, TIMES);
      store<u32>(control, done, DONE);
      store<u32>(control, all, ALL);
      atomic.add<i32>(control, 1, GO);
      atomic.notify(control + GO, -1);
    }
  }
  const stride = (all - 1) / MOST_TIMED + 1;
  store<u32>(control, (all - 1) / stride + 1, TIMED);
  for (let t: u32 = 0; t < times; t++) {
    const isTimed = (done + t) % stride == 0;
    store<i32>(control, isTimed ? -1 : UNTIMED, PHASE);
    run(control, program, end, 0, threads, whichOf(done + t, all));
    if (isTimed) enterPhase(control, -1);
  }
  leave(control, 0, threads);
}

/** A pool thread: waits for work, does its share, waits again, until STOP is set. Shared build only. */
export function serve(control: usize, thread: u32, threads: u32): void {
  if (ASC_FEATURE_THREADS) {
    let seen: i32 = 0;
    while (true) {
      let go = atomic.load<i32>(control, GO);
      for (let looks: u32 = 0; go == seen && looks < LOOKS; looks++) go = atomic.load<i32>(control, GO);
      while (go == seen) {
        atomic.wait<i32>(control + GO, seen, -1);
        go = atomic.load<i32>(control, GO);
      }
      seen = go;
      if (atomic.load<i32>(control, STOP) != 0) return;
      const program = load<u32>(control, PROGRAM);
      const end = load<u32>(control, PROGRAM_END);
      const times = load<u32>(control, TIMES);
      const done = load<u32>(control, DONE);
      const all = load<u32>(control, ALL);
      for (let t: u32 = 0; t < times; t++) {
        run(control, program, end, thread, threads, whichOf(done + t, all));
      }
      leave(control, thread, threads);
    }
  }
}

/** No thread reads the program after this: another may be written in its place. */
function leave(control: usize, thread: u32, threads: u32): void {
  meet(control, thread, threads);
}

function whichOf(time: u32, all: u32): u32 {
  if (all == 1) return ALONE;
  if (time == 0) return FIRST | EARLIER;
  return time == all - 1 ? LAST : EARLIER;
}

function run(control: usize, program: usize, end: usize, thread: u32, threads: u32, which: u32): void {
  let at = program;
  while (at < end) {
    const kernel = load<i32>(at);
    if (kernel < 0) {
      const body = at + 16;
      const next = body + load<u32>(at, 8);
      if (kernel == -1) {
        const times = load<u32>(at, 4);
        const until = <usize>load<u32>(at, 12);
        for (let t: u32 = 0; t < times; t++) {
          if (until != 0 && isSet(control, until, thread, threads)) break;
          run(control, body, next, thread, threads, which);
        }
      } else if (kernel == -4) {
        if (thread == 0) makeRoom(<usize>load<u32>(at, 4));
        meet(control, thread, threads);
        run(control, body, next, thread, threads, which);
      } else if (kernel == -3) {
        if ((which & load<u32>(at, 4)) != 0) run(control, body, next, thread, threads, which);
      } else {
        const flag = <usize>load<u32>(at, 4);
        if (isSet(control, flag, thread, threads)) {
          if (thread == 0) store<u32>(flag, 0);
          meet(control, thread, threads); // the body may set it again
          run(control, body, next, thread, threads, which);
        }
      }
      at = next;
    } else {
      runCall(control, at, kernel, thread, threads);
      at += 24;
    }
  }
}

/** By the address of a number, how many bytes each of so many takes, where these begin, and how many bytes there may be. */
function makeRoom(words: usize): void {
  const count = <u64>load<u32>(<usize>load<u32>(words));
  const most = <u64>load<u32>(words, 12);
  const bytes = count * <u64>load<u32>(words, 4);
  const begin = <u64>load<u32>(words, 8);
  if (begin + min<u64>(most, bytes) <= (<u64>memory.size()) << 16) return;
  // A quarter more: the number changes from step to step.
  const end = begin + min<u64>(most, bytes + (bytes >> 2));
  if (memory.grow(<i32>((end + 0xffff) >> 16) - memory.size()) < 0) unreachable();
}

/** All threads read the word before any of them goes on to what may write it. */
function isSet(control: usize, word: usize, thread: u32, threads: u32): bool {
  const value = load<u32>(word) != 0;
  meet(control, thread, threads);
  return value;
}

function meet(control: usize, thread: u32, threads: u32): void {
  if (ASC_FEATURE_THREADS) {
    if (threads > 1) barrier(control, thread, threads);
  }
}

function runCall(control: usize, at: usize, kernel: i32, thread: u32, threads: u32): void {
  const args = <usize>load<u32>(at, 4);
  const first = load<u32>(at, 8);
  const end = load<u32>(at, 12);
  const grain = load<u32>(at, 16);
  if (thread == 0) {
    enterPhase(control, load<i32>(at, 20));
    const counter = control + EXECUTED + ((<usize>kernel) << 2);
    store<u32>(counter, load<u32>(counter) + 1);
  }
  const share = (end - first + threads - 1) / threads;
  // One thread has no pieces: it goes down through every range, and only sweeps, which may go up, find below what it left.
  const generation = threads > 1 ? load<u32>(arrivedOf(control, thread)) : 1;
  setWay((generation & 1) != 0);
  if (grain == 0) {
    if (thread == 0) dispatch(kernel, args, first, end);
  } else if (grain == 1 || grain >= share || threads == 1) {
    const from = min<u32>(end, first + thread * share);
    dispatch(kernel, args, from, min<u32>(end, from + share));
  } else if (ASC_FEATURE_THREADS) {
    for (let k: u32 = 0; k < threads; k++) {
      const whose = (thread + k) % threads;
      const taken = takenOf(control, whose, generation);
      const from = min<u32>(end, first + whose * share);
      const until = min<u32>(end, from + share);
      for (
        let piece = nextOf(taken, from, until, grain);
        piece < until;
        piece = nextOf(taken, from, until, grain)
      )
        dispatch(kernel, args, piece, min<u32>(until, piece + grain));
    }
  }
  meet(control, thread, threads);
}

/** Where the next piece of a share begins; its end where there is none. */
function nextOf(taken: usize, from: u32, until: u32, grain: u32): u32 {
  const pieces = (until - from + grain - 1) / grain;
  const piece = atomic.add<u32>(taken, 1);
  if (piece >= pieces) return until;
  return from + (goesUp() ? pieces - 1 - piece : piece) * grain;
}

/** How many pieces of a thread's share are taken, between this barrier and the next. */
function takenOf(control: usize, thread: u32, generation: u32): usize {
  return arrivedOf(control, thread) + TAKEN + ((<usize>(generation & 1)) << 6);
}

function arrivedOf(control: usize, thread: u32): usize {
  return control + THREADS + thread * THREAD;
}

/**
 * Each thread publishes its own count and awaits those of all others. Where cores are far apart that takes one transfer between caches; a
 * common count takes three.
 */
function barrier(control: usize, thread: u32, threads: u32): void {
  const own = arrivedOf(control, thread);
  const next = load<u32>(own) + 1;
  // No thread takes pieces of this generation until all have arrived.
  store<u32>(takenOf(control, thread, next), 0);
  tellCount(own, next);
  for (let k: u32 = 0; k < threads; k++) if (k != thread) awaitCount(arrivedOf(control, k), next);
}

/** Charges the time since the last change to the phase that ends. */
function enterPhase(control: usize, phase: i32): void {
  const last = load<i32>(control, PHASE);
  if (last == phase || last == UNTIMED) return;
  const time = now();
  if (last >= 0) {
    const slot = control + PHASE_MS + ((<usize>last) << 3);
    store<f64>(slot, load<f64>(slot) + time - load<f64>(control, SINCE));
  }
  store<f64>(control, time, SINCE);
  store<i32>(control, phase, PHASE);
}

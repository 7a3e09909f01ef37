/**
 * The worker's side. One coordinator takes commands in order and runs programs as thread 0; the other threads
 * serve it from inside WebAssembly and never come back to JavaScript between kernels. In a browser the page may
 * not wait on atomics, so the coordinator is a worker there and everywhere.
 */
import { buffersIn, find } from '../../structures.ts';
import { Executor } from './executor.ts';
import { MOST_PAGES } from './layout.ts';
import type { Command, Reply } from './messages.ts';
import { Pace } from './pace.ts';

interface Port {
  postMessage(message: Reply, transfer?: ArrayBuffer[]): void;
  /** Node's port. */
  on?(type: 'message', listener: (command: Command) => void): void;
  /** A browser's worker scope. */
  addEventListener(type: 'message', listener: (event: { data: Command }) => void): void;
}

const node = typeof process === 'object' ? process.getBuiltinModule?.('node:worker_threads') : undefined;
const port = (node?.parentPort ?? globalThis) as unknown as Port;
const now = () => performance.now();

type Run = Extract<Command, { type: 'run' }>;

let executor: Executor;
let threads = 1;
let adaptive = false;

/** By program: what it is best run with. */
const paces = new Map<string, Pace>();

/**
 * Runs in stretches, each with as many threads as have done best, and gives the milliseconds that all took. A stretch allocates nothing
 * but the one time that is read after it.
 */
function runAtPace({ program, start, end, times }: Run): number {
  const pace = paces.get(program) ?? new Pace(threads);
  paces.set(program, pace);
  const began = now();
  let time = began;
  for (let done = 0; done < times; ) {
    const chosen = pace.threadsAt(time);
    const count = Math.min(pace.times, times - done);
    executor.run(start, end, count, chosen, done, times);
    const ended = now();
    pace.learn(count, ended - time, ended);
    time = ended;
    done += count;
  }
  return time - began;
}

function runAtOnce({ start, end, times }: Run): number {
  const began = now();
  executor.run(start, end, times, threads);
  return now() - began;
}

/** Undefined if finding fails: the caller then finds it on its own thread and gets the error there. */
function foundOf(...wanted: Parameters<typeof find>): unknown[] | undefined {
  try {
    return find(...wanted);
  } catch {
    return undefined;
  }
}

async function obey(command: Command): Promise<void> {
  switch (command.type) {
    case 'open': {
      ({ threads, adaptive } = command);
      const memory =
        command.memory ?? new WebAssembly.Memory({ initial: command.pages, maximum: MOST_PAGES });
      executor = await Executor.create(command.module, memory, now);
      port.postMessage({ type: 'opened' });
      if (command.thread > 0) executor.serve(command.thread, threads);
      break;
    }
    case 'grow':
      executor.memory.grow(command.pages);
      break;
    case 'write':
      executor.write(command.address, command.bytes);
      break;
    case 'copy':
      executor.copy(command.from, command.to, command.bytes);
      break;
    case 'clear':
      executor.clear(command.address, command.bytes);
      break;
    case 'run': {
      const { program, times, tag } = command;
      const total = adaptive ? runAtPace(command) : runAtOnce(command);
      port.postMessage({ type: 'ran', program, times, tag, total, phases: executor.phases() });
      break;
    }
    case 'find': {
      const { ticket, names, model } = command;
      const found = foundOf(names, model);
      port.postMessage({ type: 'found', ticket, found }, [...buffersIn(found)]);
      break;
    }
    case 'read': {
      const copies = command.ranges.map(({ address, bytes }) => executor.read(address, bytes));
      port.postMessage({ type: 'copies', ticket: command.ticket, copies }, copies);
      break;
    }
  }
}

// Commands are obeyed one after another, also while the first one is still compiling.
let turn: Promise<void> = Promise.resolve();
const take = (command: Command) => {
  turn = turn
    .then(() => obey(command))
    .catch((error) => port.postMessage({ type: 'failed', reason: String(error) }));
};
if (port.on) port.on('message', take);
else port.addEventListener('message', ({ data }) => take(data));

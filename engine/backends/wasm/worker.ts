/**
 * The worker's side. A world's coordinator takes commands in order and runs programs as thread 0; its other threads
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

/** What a worker holds of a world: an instance with its memory. */
interface Opened {
  readonly executor: Executor;
  readonly threads: number;
  readonly adaptive: boolean;
  /** By program: what it is best run with. */
  readonly paces: Map<string, Pace>;
}

/** By the number of their world. */
const worlds = new Map<number, Opened>();

/**
 * Runs in stretches, each with as many threads as have done best, and gives the milliseconds that all took. A stretch allocates nothing
 * but the one time that is read after it.
 */
function runAtPace({ executor, threads, paces }: Opened, { program, start, end, times }: Run): number {
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

function runAtOnce({ executor, threads }: Opened, { start, end, times }: Run): number {
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

/** A thread of the pool comes back from `serve` when the coordinator closes the world. */
async function open(command: Extract<Command, { type: 'open' }>): Promise<void> {
  const { world, module, pages, thread, threads, adaptive } = command;
  const memory = command.memory ?? new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
  const executor = await Executor.create(module, memory, now);
  port.postMessage({ type: 'opened', world });
  if (thread > 0) executor.serve(thread, threads);
  else worlds.set(world, { executor, threads, adaptive, paces: new Map() });
}

async function obey(command: Command): Promise<void> {
  const { world } = command;
  if (command.type === 'open') return open(command);
  const opened = worlds.get(world);
  if (command.type === 'close') {
    if (opened && opened.threads > 1) opened.executor.stop();
    worlds.delete(world);
    port.postMessage({ type: 'closed', world });
    return;
  }
  if (!opened) return; // its opening failed, which the world was answered
  const { executor } = opened;
  switch (command.type) {
    case 'grow':
      executor.growTo(command.pages);
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
      const total = opened.adaptive ? runAtPace(opened, command) : runAtOnce(opened, command);
      const { pages } = executor;
      port.postMessage({ type: 'ran', world, program, times, tag, total, phases: executor.phases(), pages });
      break;
    }
    case 'find': {
      const { ticket, names, model } = command;
      const found = foundOf(names, model);
      port.postMessage({ type: 'found', world, ticket, found }, [...buffersIn(found)]);
      break;
    }
    case 'read': {
      const copies = command.ranges.map(({ address, bytes }) => executor.read(address, bytes));
      port.postMessage({ type: 'copies', world, ticket: command.ticket, copies }, copies);
      break;
    }
  }
}

// Commands are obeyed one after another, also while the first one is still compiling.
let turn: Promise<void> = Promise.resolve();
const take = (command: Command) => {
  turn = turn
    .then(() => obey(command))
    .catch((error) => port.postMessage({ type: 'failed', world: command.world, reason: String(error) }));
};
if (port.on) port.on('message', take);
else port.addEventListener('message', ({ data }) => take(data));

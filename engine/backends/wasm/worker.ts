/**
 * The worker's side. One coordinator takes commands in order and runs programs as thread 0; the other threads
 * serve it from inside WebAssembly and never come back to JavaScript between kernels. In a browser the page may
 * not wait on atomics, so the coordinator is a worker there and everywhere.
 */
import { PHASES } from '../../program.ts';
import { buffersIn, find } from '../../structures.ts';
import { Executor, type RunReport } from './executor.ts';
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

let executor: Executor;
let threads = 1;
let adaptive = false;

/** By program: what it is best run with. */
const paces = new Map<string, Pace>();

/** Runs in stretches, each with as many threads as have done best. */
function runAtPace({ program, start, end, times }: Extract<Command, { type: 'run' }>): RunReport {
  const pace = paces.get(program) ?? new Pace(threads);
  paces.set(program, pace);
  const sums = new Float64Array(PHASES.length);
  let total = 0;
  for (let done = 0; done < times; ) {
    const chosen = pace.threadsAt(now());
    const count = Math.min(pace.times, times - done);
    const report = executor.run(start, end, count, chosen, done, times);
    pace.learn(count, report.total, now());
    for (let k = 0; k < sums.length; k++) sums[k] += count * (report.phases[PHASES[k]] ?? 0);
    total += report.total;
    done += count;
  }
  const each = PHASES.map((phase, k) => [phase, sums[k] / times] as const);
  return { total, phases: Object.fromEntries(each.filter(([, ms]) => ms > 0)) };
}

/** Whoever asked finds out himself why it fails. */
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
    case 'run': {
      const { program, times, tag } = command;
      const report = adaptive ? runAtPace(command) : executor.run(command.start, command.end, times, threads);
      port.postMessage({ type: 'ran', program, times, tag, ...report });
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

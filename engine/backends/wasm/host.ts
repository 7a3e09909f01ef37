/** What the surroundings give a WebAssembly backend when its user hands in nothing. */
import { plain, shared } from 'virtual:selvedge/kernels';
import source from 'virtual:selvedge/worker';
import { BackendUnavailable } from '../backend.ts';
import type { WorkerLike } from './worker-like.ts';

type WorkerConstructor = new (script: string, options?: object) => WorkerLike;
const surroundings = globalThis as { Worker?: WorkerConstructor; crossOriginIsolated?: boolean };

const builtin = (name: string) =>
  typeof process === 'object' ? process.getBuiltinModule?.(name) : undefined;

/** Starts the inlined worker: from a blob in a browser, from its text in Node. */
export function startWorker(): WorkerLike {
  if (surroundings.Worker) {
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new surroundings.Worker(url, { name: 'selvedge' });
    // The script is fetched before the first message arrives; the address is not needed after that.
    worker.addEventListener?.('message', () => URL.revokeObjectURL(url), { once: true });
    return worker;
  }
  const threads = builtin('node:worker_threads') as { Worker?: WorkerConstructor } | undefined;
  if (!threads?.Worker)
    throw new BackendUnavailable('wasm: there are neither web workers nor Node worker threads here');
  return new threads.Worker(source, { eval: true, name: 'selvedge' });
}

/** Why memory can't be shared between threads here; undefined where it can. */
export function whyNoThreads(): string | undefined {
  if (surroundings.Worker && surroundings.crossOriginIsolated === false) {
    return 'the page is not cross-origin isolated (send COOP same-origin and COEP require-corp for threads)';
  }
  if (typeof SharedArrayBuffer === 'undefined') return 'SharedArrayBuffer is missing here';
  return undefined;
}

/** Cores of this machine, at most 4: past that, cloths of the usual size gain nothing. */
export function defaultThreads(): number {
  const os = builtin('node:os') as { availableParallelism?(): number } | undefined;
  const cores =
    os?.availableParallelism?.() ?? (typeof navigator === 'object' ? navigator?.hardwareConcurrency : 1) ?? 1;
  return Math.max(1, Math.min(4, cores));
}

const compiled = new Map<boolean, Promise<WebAssembly.Module>>();

/** The inlined kernels, compiled once. */
export function inlinedModule(isShared: boolean): Promise<WebAssembly.Module> {
  let module = compiled.get(isShared);
  if (!module) {
    const bytes = Uint8Array.from(atob(isShared ? shared : plain), (character) => character.charCodeAt(0));
    module = WebAssembly.compile(bytes);
    compiled.set(isShared, module);
  }
  return module;
}

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

const byName = new Map<string, Promise<WebAssembly.Module>>();
const byBytes = new WeakMap<object, Promise<WebAssembly.Module>>();

/** What was compiled from an address or from bytes before; else it is compiled now. A failure is not kept. */
export function compiledOnce(
  key: string | object,
  compile: () => Promise<WebAssembly.Module>,
): Promise<WebAssembly.Module> {
  const compiled = (typeof key === 'string' ? byName : byBytes) as Map<unknown, Promise<WebAssembly.Module>>;
  const known = compiled.get(key);
  if (known) return known;
  const made = compile();
  compiled.set(key, made);
  made.catch(() => compiled.delete(key));
  return made;
}

/** The inlined kernels, compiled once. Those with relaxed SIMD are a file of their own, fetched on first use. */
export const inlinedModule = (isShared: boolean, isRelaxed = false): Promise<WebAssembly.Module> =>
  compiledOnce(`inlined, ${isShared}, ${isRelaxed}`, () =>
    moduleIn(isShared, isRelaxed ? import('virtual:selvedge/relaxed') : { plain, shared }),
  );

async function moduleIn(isShared: boolean, kernels: Kernels | Promise<Kernels>): Promise<WebAssembly.Module> {
  const texts = await kernels;
  return WebAssembly.compile(bytesOf(isShared ? texts.shared : texts.plain));
}

/** A loop: `Uint8Array.from` with a function takes many times as long. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

interface Kernels {
  readonly plain: string;
  readonly shared: string;
}

/** A function that returns relaxed_madd of its three v128 arguments. */
// biome-ignore format: bytes, section by section
const RELAXED = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 8, 1, 0x60, 3, 0x7b, 0x7b, 0x7b, 1, 0x7b,
  3, 2, 1, 0,
  10, 13, 1, 11, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0xfd, 0x85, 0x02, 0x0b,
);

/** Whether multiplying and adding may be one instruction here. */
export const hasRelaxedSimd = (): boolean => WebAssembly.validate(RELAXED);

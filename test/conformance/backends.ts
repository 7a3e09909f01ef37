/** The backends that the everywhere-tests compare with the reference, in Node and in Chromium alike. */
import { type Backend, wasm } from 'selvedge';
import { openWebGpu } from '#gpu';

export interface Candidate {
  readonly name: string;
  open(): Promise<Backend>;
}

/** A page that is not isolated would run one thread and prove nothing about two. */
async function threaded(threads: number): Promise<Backend> {
  const backend = wasm({ threads });
  if (backend.threads !== threads) throw new Error(`${backend.threads} threads can run here, not ${threads}`);
  return backend;
}

export const FAST_BACKENDS: readonly Candidate[] = [
  { name: 'wasm, 1 thread', open: () => threaded(1) },
  { name: 'wasm, 2 threads', open: () => threaded(2) },
  { name: 'webgpu', open: openWebGpu },
];

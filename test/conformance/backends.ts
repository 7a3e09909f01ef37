/** The backends that the everywhere-tests compare with the reference, in Node and in Chromium alike. */
import { type Backend, wasm } from 'selvedge';
import { openWebGpu } from '#gpu';

export interface Candidate {
  readonly name: string;
  open(): Promise<Backend>;
}

export const FAST_BACKENDS: readonly Candidate[] = [
  { name: 'wasm, 1 thread', open: async () => wasm({ threads: 1 }) },
  { name: 'wasm, 2 threads', open: async () => wasm({ threads: 2 }) },
  { name: 'webgpu', open: openWebGpu },
];

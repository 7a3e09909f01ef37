/** Every backend that runs in Node, the GPU included. */
import type { Backend } from 'selvedge';
import { openWebGpu } from '#gpu';
import { CPU_BACKENDS } from './worlds.ts';

export const EVERYWHERE: readonly { name: string; make: () => Backend | Promise<Backend> }[] = [
  ...CPU_BACKENDS,
  { name: 'webgpu', make: openWebGpu },
];

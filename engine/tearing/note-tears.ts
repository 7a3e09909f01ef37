import { defineKernel, tally } from '../kernel.ts';
import wgsl from './note-tears.wgsl?raw';

/**
 * Runs where springs tore in the step before: `tears` counts such steps. A renderer compares it with its value at the last
 * frame and reads springs back only if it differs.
 * No paper: it counts.
 */
export const noteTears = defineKernel({
  name: 'noteTears',
  over: 'one',
  buffers: { tears: tally('one') },
  scalars: {},
  reference: ({ tears }, first, end) => {
    for (let k = first; k < end; k++) tears[0]++;
  },
  wgsl,
});

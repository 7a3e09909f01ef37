import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './limit.wgsl?raw';

/**
 * The limit up to which a particle may move back towards each of its contacts: half of the gap that contact left, so that two
 * particles that both move back just touch; the whole gap before a collider, which does not yield. n·δ must stay above that limit, which
 * replaces the contact's impulse in its record. `reached` is 1 for particles with a contact. `free` holds the displacements that contact found, after the free ones.
 * No paper: README.md derives it.
 */
export const limit = defineKernel({
  name: 'limit',
  over: 'particles',
  buffers: {
    free: read('vec4', 'fates'),
    delta: read('vec4', 'particles'),
    entries: read('uvec2', 'contactEntries'),
    rowStarts: read('u32', 'binStarts'),
    contacts: write('vec4', 'contacts'),
    touch: write('vec4', 'touches'),
    reached: write('u32', 'particles'),
  },
  scalars: { particles: 'u32', capacity: 'u32' },
  reference: (args, first, end) => {
    const { free, delta, entries, rowStarts, contacts, touch, reached, particles, capacity } = args;
    const dot = (a: Float64Array | Float32Array, k: number, of: (c: number) => number) =>
      a[4 * k] * of(0) + a[4 * k + 1] * of(1) + a[4 * k + 2] * of(2);
    for (let i = first; i < end; i++) {
      const way = (c: number) => free[4 * (particles + i) + c];
      const here = (c: number) => delta[4 * i + c];
      const stop = Math.min(capacity, rowStarts[i + 1]);
      for (let e = rowStarts[i]; e < stop; e++) {
        const other = 4 * (particles + entries[2 * e]);
        const left = dot(contacts, 3 * e, (c) => way(c) - free[other + c]) - contacts[12 * e + 3];
        contacts[12 * e + 7] = dot(contacts, 3 * e, here) - Math.max(0, left) / 2;
      }
      const ground = particles + i;
      if ([0, 1, 2].some((c) => touch[4 * ground + c] !== 0)) {
        const surface = 4 * (2 * particles + i);
        const left = dot(touch, ground, (c) => way(c) - touch[surface + c]) - touch[4 * ground + 3];
        touch[4 * (3 * particles + i) + 3] = dot(touch, ground, here) - Math.max(0, left);
      }
      reached[i] = Number(rowStarts[i] < stop);
    }
  },
  wgsl,
});

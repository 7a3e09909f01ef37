import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './part-particles.wgsl?raw';

/**
 * A particle that splits gives its spare the mass of the quads that go with it, its position and its velocity: mass and momentum are
 * conserved. A pinned particle stays pinned, its spare is free. The spare of a whole particle follows it
 * without mass. Quads may come off a particle that is already split; it keeps their mass.
 * No paper: README.md says why.
 */
export const partParticles = defineKernel({
  name: 'partParticles',
  over: 'particles',
  buffers: {
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    opened: read('u32', 'particles'),
    sectors: write('u32', 'particles'),
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    masses: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ spares, opened, sectors, x, v, masses }, first, end) => {
    for (let i = first; i < end; i++) {
      const [spare, quads] = spares.subarray(2 * i, 2 * i + 2);
      if (spare === i) continue;
      if (sectors[i] !== 0) {
        sectors[i] |= opened[i];
        continue;
      }
      for (let c = 0; c < 3; c++) x[4 * spare + c] = x[4 * i + c];
      if (opened[i] === 0) continue;
      const [mass, inverseMass, radius, material] = masses.subarray(4 * i, 4 * i + 4);
      const given = (mass * countBits(opened[i])) / countBits(quads);
      const kept = mass - given;
      masses.set([given, 1 / given, radius, material], 4 * spare);
      masses.set([kept, inverseMass === 0 ? 0 : 1 / kept], 4 * i);
      for (let c = 0; c < 3; c++) v[4 * spare + c] = v[4 * i + c];
      sectors[i] = opened[i];
    }
  },
  wgsl,
});

/** Of the four that a particle has quads for. */
const countBits = (mask: number): number =>
  (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1);

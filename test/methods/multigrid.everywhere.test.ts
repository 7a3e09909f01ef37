/** The V-cycle on every backend: the factor by which it reduces errors of a linear problem. */
import { type Backend, cloth, reference, rope, solid } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { irregularMesh } from './irregular.ts';
import { errorNorms, lastFactor } from './v-cycle.ts';

const hanging = (columns: number, rows: number) =>
  cloth({
    particles: [columns, rows],
    mass: 0.01 * columns * rows,
    stiffness: 1e6,
    pins: ['top-left', 'top-right'],
  });

const here: readonly { name: string; open(): Promise<Backend> }[] = [
  { name: 'reference', open: async () => reference() },
  ...FAST_BACKENDS,
];

describe.each(here)('$name', ({ open }) => {
  test('a cycle leaves at most 0.3 of the error, h = 2 ms', async () => {
    const backend = await open();
    for (const body of [hanging(32, 32), hanging(45, 38)]) {
      const norms = await errorNorms(backend, [body], { inertia: 1 / 0.002 ** 2, cycles: 12 });
      expect(lastFactor(norms)).toBeLessThan(0.3);
      for (let k = 1; k < norms.length; k++) expect(norms[k]).toBeLessThan(0.3 * norms[k - 1]);
    }
    backend.dispose();
  });

  test('without grids, and with a cloth beside, at most 0.55', async () => {
    const backend = await open();
    const box = solid({ particles: [7, 6, 8], mass: 3.36, stiffness: 1e6, pins: ['top'] });
    const line = rope({ particles: 100, mass: 1, stiffness: 1e6, pins: ['start'] });
    for (const bodies of [[irregularMesh(25)], [box, hanging(20, 20), line]]) {
      const norms = await errorNorms(backend, bodies, { inertia: 1 / 0.002 ** 2, cycles: 12 });
      for (let k = 1; k < norms.length; k++) expect(norms[k]).toBeLessThan(0.55 * norms[k - 1]);
    }
    backend.dispose();
  });
});

/** The V-cycle on every backend and at several sizes: lab/multigrid/scaling.ts goes on to 512². */
import { type Backend, cloth, reference } from 'selvedge';
import { expect, test } from 'vitest';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { errorNorms, lastFactor } from './v-cycle.ts';

/** [PNF18]'s: 0.01 kg a particle, two corners held. */
const hanging = (n: number) =>
  cloth({ particles: [n, n], mass: 0.01 * n * n, stiffness: 1e6, pins: ['top-left', 'top-right'] });

const here: readonly { name: string; open(): Promise<Backend> }[] = [
  { name: 'reference', open: async () => reference() },
  ...FAST_BACKENDS,
];

test.each(here)(
  '$name: at most 0.3 of the error is left, the same at 64² and 128²',
  async ({ name, open }) => {
    const backend = await open();
    const factors: number[] = [];
    for (const n of [64, 128])
      factors.push(
        lastFactor(await errorNorms(backend, [hanging(n)], { inertia: 1 / 0.002 ** 2, cycles: 12 })),
      );
    backend.dispose();
    console.info(`${name}: factors at 64², 128²: ${factors.map((factor) => factor.toFixed(3)).join(' ')}`);
    expect(Math.max(...factors)).toBeLessThan(0.3);
    expect(Math.abs(factors[0] - factors[1])).toBeLessThan(0.01);
  },
);

/** Why float32 is enough: the correction δ is iterated, never the position. */

import { type Backend, cloth, createWorld, reference, wasm } from 'selvedge';
import { expect, test } from 'vitest';
import { U } from './tolerance.ts';

/** [PNF18]'s hanging cloth, stiff, for 0.2 s. */
async function fall(backend: Backend, outer: number, inner: number): Promise<Float64Array> {
  const world = await createWorld({
    bodies: [
      cloth({
        particles: [50, 50],
        mass: 1,
        stiffness: 1e6,
        rotation: [90, 0, 0],
        pins: ['top-left', 'top-right'],
      }),
    ],
    backend,
    timestep: 0.002,
    damping: 0,
    method: { id: 'pd-rbgs', outer, inner },
  });
  world.step(100);
  const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
  world.dispose();
  return positions;
}

/**
 * Each of the 100 steps rounds a position of at most 1 m (u) twice, and a velocity of at most 2 m/s by 2 u, which times
 * h = 0.002 is nothing. Rounding errors of a step stay where they are, so n steps add up to at most 2 n u = 200 u; were
 * positions iterated themselves, each of the sweeps would add its own u, magnified by the condition of the system.
 */
const TOLERANCE = 200 * U;

test.each([
  { outer: 1, inner: 10 },
  { outer: 10, inner: 1 },
])('float32 stays within 200 u = 1.2e-5 m of float64, $outer × $inner', async ({ outer, inner }) => {
  const exact = await fall(reference(), outer, inner);
  const fast = await fall(wasm({ threads: 1 }), outer, inner);
  const furthest = exact.reduce((most, value, k) => Math.max(most, Math.abs(value - fast[k])), 0);
  const fallen = exact.filter((_, k) => k % 3 === 1).reduce((lowest, y) => Math.min(lowest, y), 0);
  expect(fallen).toBeLessThan(-0.05);
  expect(furthest).toBeLessThan(TOLERANCE);
});

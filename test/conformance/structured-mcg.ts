/** What the kernels of `mcg` find: springs pressed and stretched, triangles and hinges, unequal masses, and filters of every kind. */
import { rope, triangles } from 'selvedge';
import { mcg } from '../../engine/methods/conjugate-gradients/index.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { sheet } from '../forces/sheets.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { unevenNet } from './scenes.ts';
import { seeded } from './seeded.ts';

const model = buildModel([
  unevenNet(),
  triangles({ ...sheet(6), membrane: { warp: 1, weft: 0.8, shear: 0.3 } }),
  rope({ particles: 4 }),
]);
const settingOf = (preconditioner: 'block' | 'none', compression: 'projected' | 'plain') => ({
  model,
  h: 1,
  inertia: 1,
  ...SPRINGS_ALONE,
  stiffening: 1.5,
  values: { iterations: 20, tolerance: 2 ** -20, preconditioner, compression },
});
const plan = joinPlans(memoryOf(model), mcg.scratch(settingOf('block', 'projected')));

/** Numbers are rounded to float32; stiffness in (0, 1); one particle in ten pinned, and filters of all four kinds. */
function worldOf(random: () => number): Buffers {
  const buffers = buffersOf(plan);
  const vector = (size: number) => [0, 1, 2].map(() => Math.fround(size * (random() - 0.5)));
  for (let id = 0; id < model.particles; id++) {
    const at = 4 * model.slotOf[id];
    const away = vector(0.1);
    buffers.x.set(
      away.map((a, c) => Math.fround(0.95 * model.positions[3 * id + c] + a)),
      at,
    );
    buffers.v.set(vector(0.1), at);
    buffers.masses.set([Math.fround(0.5 + random()), random() < 0.1 ? 0 : 1], at);
    const n = vector(1);
    const length = Math.hypot(...n);
    buffers.mcgFilters.set([...n.map((value) => Math.fround(value / length)), id % 4], at);
    buffers.mcgChanges.set(vector(0.05), at);
  }
  // Every 20th spring has both ends in one place, moved alike.
  for (let s = 0; s < model.springs; s++) {
    buffers.springs[2 * s] = Math.fround(model.restLengths[s]);
    buffers.springs[2 * s + 1] = Math.fround(random());
    if (s % 20 > 0) continue;
    const [i, j] = [4 * model.ends[2 * s], 4 * model.ends[2 * s + 1]];
    for (const name of ['x', 'v', 'masses']) buffers[name].copyWithin(i, j, j + 3);
    for (const at of [i, j]) buffers.masses[at + 1] = 1;
  }
  return buffers;
}

function found(kernel: string, seed: number, how: Reach = {}): Sample {
  const setting = settingOf(seed === 2 ? 'none' : 'block', seed === 2 ? 'plain' : 'projected');
  return reach(kernel, mcg.record(setting).program, plan, worldOf(seeded(seed)), how);
}

export const MCG: Readonly<Record<string, (seed: number) => Sample>> = {
  mcgBegin: (seed) => found('mcgBegin', seed),
  springTangents: (seed) => found('springTangents', seed),
  mcgRight: (seed) => found('mcgRight', seed),
  // The right-hand side of triangles and hinges, and their part of a product.
  coupleProduct: (seed) => found('coupleProduct', seed, { calls: seed === 3 ? 6 : seed }),
  mcgProduct: (seed) => found('mcgProduct', seed, { calls: 3 }),
  mcgStart: (seed) => found('mcgStart', seed),
  mcgSums: (seed) => found('mcgSums', seed, { calls: 3 }),
  // What begins, measures and steps; the next one is the first turn.
  mcgTurn: (seed) => found('mcgTurn', seed, { calls: seed + 1 }),
  mcgAdvance: (seed) => found('mcgAdvance', seed, { calls: 2 }),
  mcgDirection: (seed) => found('mcgDirection', seed),
};

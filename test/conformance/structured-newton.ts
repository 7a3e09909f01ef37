/** What the kernels of `newton` find: a cloth pressed together, a net and a loose rope, some springs without a length. */

import { type Body, rope, triangles } from 'selvedge';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { newton } from '../../engine/methods/newton/index.ts';
import { STATUS } from '../../engine/methods/newton/status.ts';
import { buildModel, type Model } from '../../engine/model.ts';
import { joinPlans, type MemoryPlan } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { sheet } from '../forces/sheets.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

const bodies = (): Body[] => [wovenCloth(), unevenNet(), rope({ particles: 4 })];
const springs = buildModel(bodies());
/** Triangles and hinges, beside a rope. */
const elements = buildModel([
  triangles({ ...sheet(6), membrane: { warp: 1, weft: 0.8, shear: 0.3 } }),
  rope({ particles: 4 }),
]);
const values = { iterations: 5, tolerance: 2 ** -20, warmup: 0 };
const settingOf = (model: Model, linear: 'direct' | 'cg', h = 1) => ({
  model,
  h,
  inertia: 1 / h ** 2,
  ...SPRINGS_ALONE,
  values: { ...values, linear },
});
const planOf = (model: Model, linear: 'direct' | 'cg') =>
  joinPlans(memoryOf(model), newton.scratch(settingOf(model, linear)));

/** Numbers are rounded to float32; masses in (½, 1½), stiffness in (0, 1), one particle in ten pinned. */
function worldOf(model: Model, random: () => number, plan: MemoryPlan): Buffers {
  const buffers = buffersOf(plan);
  const vector = (size: number) => [0, 1, 2].map(() => Math.fround(size * (random() - 0.5)));
  for (let id = 0; id < model.particles; id++) {
    const at = 4 * model.slotOf[id];
    const away = vector(0.05);
    buffers.x.set(
      away.map((a, c) => Math.fround(0.9 * model.positions[3 * id + c] + a)),
      at,
    );
    buffers.v.set(vector(0.1), at);
    buffers.delta.set(vector(0.05), at);
    buffers.masses.set([Math.fround(0.5 + random()), random() < 0.1 ? 0 : 1], at);
  }
  // Every 40th spring has both ends in one place, moved alike.
  for (let s = 0; s < model.springs; s++) {
    buffers.springs[2 * s] = Math.fround(model.restLengths[s]);
    buffers.springs[2 * s + 1] = Math.fround(random());
    if (s % 40 > 0) continue;
    const [i, j] = [4 * model.ends[2 * s], 4 * model.ends[2 * s + 1]];
    for (const name of ['x', 'v', 'delta', 'masses']) buffers[name].copyWithin(i, j, j + 3);
    for (const at of [i, j]) buffers.masses[at + 1] = 1;
  }
  return buffers;
}

/** h = ½ s: the springs are as strong as the inertia. With 8 s the true Hessian is not positive definite. */
function found(
  kernel: string,
  seed: number,
  {
    h = 0.5,
    linear = 'direct',
    model = springs,
    ...how
  }: Reach & { h?: number; linear?: 'direct' | 'cg'; model?: Model } = {},
): Sample {
  const { program } = newton.record(settingOf(model, linear, h));
  const plan = planOf(model, linear);
  return reach(kernel, program, plan, worldOf(model, seeded(seed), plan), how);
}

const scale = (numbers: Float64Array | Uint32Array, by: number) =>
  numbers.set(numbers.map((value) => by * value));
/** Sixteen times too far, so that the line search has to turn back. */
const tooFar = ({ direction }: Buffers) => scale(direction, 16);
/** Uphill, so that the gradient has to help out. */
const uphill = ({ direction }: Buffers) => scale(direction, -1);
/** The corrected Hessian, whatever the true one is. */
const corrected = ({ status }: Buffers) => status.fill(1, STATUS.corrected, STATUS.corrected + 1);

/** The last pivot becomes negative. */
const lastFails = ({ panels }: Buffers) => panels.fill(-1, panels.length - 1);

export const NEWTON: Readonly<Record<string, (seed: number) => Sample>> = {
  newtonStart: (seed) => found('newtonStart', seed, { calls: seed }),
  newtonGradient: (seed) => found('newtonGradient', seed),
  newtonMeasure: (seed) => found('newtonMeasure', seed, { model: seed % 2 ? springs : elements }),
  addPulls: (seed) => found('addPulls', seed, { model: elements }),
  addBlocks: (seed) => found('addBlocks', seed, { model: elements, ...(seed % 2 && { change: corrected }) }),
  assembleCouples: (seed) => found('assembleCouples', seed, { model: elements }),
  springTensors: (seed) => found('springTensors', seed, seed % 2 ? {} : { change: corrected }),
  assembleHessian: (seed) => found('assembleHessian', seed),
  // Seed 1: one that fails at the very end (after a failure earlier on, rounding decides). Else the corrected one.
  factoriseHessian: (seed) =>
    found('factoriseHessian', seed, seed === 1 ? { h: 0.1, change: lastFails } : { h: 8, calls: 2 }),
  solveDirect: (seed) => found('solveDirect', seed),
  solveConjugate: (seed) =>
    found('solveConjugate', seed, {
      linear: 'cg',
      ...(seed % 2 ? {} : { h: 8 }),
      ...(seed === 3 && { model: elements }),
    }),
  descend: (seed) =>
    found('descend', seed, {
      change: seed % 3 === 0 ? uphill : tooFar,
      ...(seed === 2 && { model: elements }),
    }),
  newtonFinish: (seed) => found('newtonFinish', seed),
};

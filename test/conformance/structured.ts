/**
 * Inputs of kernels whose buffers only mean something together: what they find when a method runs on a model. The method's
 * own programs are run on the reference kernels up to the call in question.
 */

import { type Body, rope } from 'selvedge';
import { bindFactor } from '../../engine/linear/memory.ts';
import { substituteOne } from '../../engine/linear/substitute-one.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { cholesky } from '../../engine/methods/projective/cholesky/index.ts';
import { buildModel } from '../../engine/model.ts';
import { type Call, call, joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';
import { ATTACHMENTS } from './structured-attachments.ts';
import { BALANCE } from './structured-balance.ts';
import { CUT_BY_BLADES } from './structured-blades.ts';
import { GRID } from './structured-blocks.ts';
import { CONTACT } from './structured-contact.ts';
import { FORCED } from './structured-forces.ts';
import { INTERACTION } from './structured-interaction.ts';
import { MCG } from './structured-mcg.ts';
import { MULTIGRID } from './structured-multigrid.ts';
import { NEWTON } from './structured-newton.ts';
import { SPLITTING } from './structured-splitting.ts';
import { TEARING } from './structured-tearing.ts';
import { TILES } from './structured-tiles.ts';

/** A cloth and a net that are pinned, and a rope that is not: without inertia its part of the matrix is singular. */
const bodies = (): Body[] => [wovenCloth(), unevenNet(), rope({ particles: 4 })];

const VALUES = { outer: 6, history: 3 };
const model = buildModel(bodies());
const unpinned = model.bodies[2];
const vector = { role: 'scratch', element: 'f64', domain: 'columns', length: model.particles } as const;
const settingOf = (inertia: number) => ({
  model,
  h: 1,
  inertia,
  ...SPRINGS_ALONE,
  values: VALUES,
});
const memory = joinPlans(memoryOf(model), cholesky.scratch(settingOf(1)), { b: vector, z: vector });

/**
 * Masses in (½, 1½), stiffness in (0, 1), rows of at most 19 springs: with an inertia of 40 eigenvalues of M/h² + L are
 * between 20 and 60 + 2 · 19 (Gershgorin), the condition number is under 5. Some particles are pinned.
 */
const INERTIA = 40;

/** The world before its first step, rounded to float32 as all inputs are: places, masses and springs at random. */
function worldOf(random: () => number): Buffers {
  const buffers = buffersOf(memory);
  const { particles, slotOf, positions } = model;
  for (let id = 0; id < particles; id++) {
    const near = [0, 1, 2].map((c) => Math.fround(positions[3 * id + c] + 0.05 * random()));
    buffers.x.set(near, 4 * slotOf[id]);
    const isPinned = id < unpinned.first && random() < 0.1;
    buffers.masses.set([Math.fround(0.5 + random()), isPinned ? 0 : 1], 4 * slotOf[id]);
  }
  for (let s = 0; s < model.springs; s++) buffers.springs[2 * s + 1] = Math.fround(random());
  for (let k = 0; k < vector.length; k++) buffers.b[k] = random() - 0.5;
  return buffers;
}

/** What the kernel finds in the method's programs, in a random world. */
function found(
  kernel: string,
  seed: number,
  { inertia = INERTIA, ...how }: Reach & { readonly inertia?: number } = {},
): Sample {
  const world = worldOf(seeded(seed));
  const setting = settingOf(inertia);
  const { supernodes } = (cholesky.prepare(setting) as Call[])[1].scalars;
  const one = call(substituteOne, {
    phase: 'global',
    range: [0, 1],
    bind: { ...bindFactor('pd'), x: 'z' },
    scalars: { supernodes },
  });
  const program = [...cholesky.prepare(setting), one, ...cholesky.record(setting).program];
  return reach(kernel, program, memory, world, how);
}

const scale = (values: Float64Array | Uint32Array, by: number) =>
  values.set(values.map((value) => by * value));
/** Eight times too far, so that the search has to turn back. */
const tooFar = ({ direction }: Buffers) => scale(direction, 8);
/** Uphill, so that it finds nothing. */
const uphill = ({ direction }: Buffers) => scale(direction, -1);
/** By now the gradient is nearly all rounding: away from there, and from where the newest pair explains all of it. */
const elsewhere = ({ delta, gradient, masses }: Buffers) => {
  for (let k = 0; k < delta.length; k++) {
    if (k % 4 === 3 || masses[k - (k % 4) + 1] === 0) continue;
    delta[k] += 0.1 * Math.sin(k);
    gradient[k] += Math.cos(k);
  }
};

export const STRUCTURED: Readonly<Record<string, (seed: number) => Sample>> = {
  ...MCG,
  ...NEWTON,
  ...GRID,
  ...MULTIGRID,
  ...CONTACT,
  ...ATTACHMENTS,
  ...TEARING,
  ...SPLITTING,
  ...CUT_BY_BLADES,
  ...INTERACTION,
  ...BALANCE,
  ...FORCED,
  ...TILES,
  assemble: (seed) => found('assemble', seed),
  // Without inertia the rope is singular: its last pivot is dropped.
  factorise: (seed) => found('factorise', seed, { inertia: 0 }),
  // Not the whole range: what lies outside must be left alone.
  narrow: (seed) => {
    const sample = found('narrow', seed);
    return { ...sample, range: [3, sample.range[1] - 5] };
  },
  substitute: (seed) => found('substitute', seed),
  substituteOne: (seed) => found('substituteOne', seed),
  // The fifth time: the ring of three pairs has been overwritten.
  remember: (seed) => found('remember', seed, { calls: 5, change: elsewhere }),
  refine: (seed) => found('refine', seed, { calls: 5 }),
  search: (seed) => found('search', seed, { calls: 3, change: seed % 3 === 0 ? uphill : tooFar }),
};

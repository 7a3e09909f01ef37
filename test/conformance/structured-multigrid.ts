/**
 * What the kernels of `pd-multigrid` find: two cloths of different springs and sizes, a net that is aggregated, and a rope that
 * is not. The rope is the widest piece of the coarsest level: no multiple of four columns.
 */

import { type Body, rope } from 'selvedge';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { STATUS } from '../../engine/methods/multigrid/accurate/status.ts';
import { hierarchyOf } from '../../engine/methods/multigrid/hierarchy.ts';
import { multigrid } from '../../engine/methods/multigrid/index.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { redBlackCloth, unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

const bodies = (): Body[] => [wovenCloth(), unevenNet(), redBlackCloth(), rope({ particles: 22 })];
const model = buildModel(bodies());
/** Cycles by themselves, and what conjugate gradients make of them. */
const PLAIN = { outer: 2, accuracy: 0, rho: 0 };
const ACCURATE = { outer: 3, accuracy: 2 ** -20, rho: 0 };
const { columns } = model.bodies[0].grid!;
/** The inertia of a particle is that of a few springs. */
const setting = { model, h: 0.5, inertia: 4, ...SPRINGS_ALONE };
const memory = joinPlans(memoryOf(model), multigrid.scratch({ ...setting, values: ACCURATE }));

/** A corner of the first cloth is pinned, so that a coarse point has nothing to move. */
const isInCorner = (id: number) => id < 2 * columns && id % columns < 2;

/** Rounded to float32: masses in (½, 1½), stiffness in (0, 1), one particle in ten pinned. */
function worldOf(random: () => number): Buffers {
  const buffers = buffersOf(memory);
  for (let id = 0; id < model.particles; id++) {
    const at = 4 * model.slotOf[id];
    const near = [0, 1, 2].map((c) => Math.fround(model.positions[3 * id + c] + 0.05 * random()));
    const isPinned = isInCorner(id) || random() < 0.1;
    buffers.x.set(near, at);
    buffers.masses.set([Math.fround(0.5 + random()), isPinned ? 0 : 1], at);
  }
  for (let s = 0; s < model.springs; s++) buffers.springs[2 * s + 1] = Math.fround(random());
  return buffers;
}

function foundBy(values: typeof PLAIN, kernel: string, seed: number, how: Reach, isTorn = false): Sample {
  const given = { ...setting, values };
  const preparation = isTorn ? multigrid.renew!(given) : multigrid.prepare(given);
  const program = [...preparation, ...multigrid.record(given).program];
  return reach(kernel, program, memory, worldOf(seeded(seed)), how);
}

/** Not the whole range: what lies outside must be left alone. */
const partly = ({ range, ...sample }: Sample): Sample => ({ ...sample, range: [2, range[1] - 3] });
const found = (kernel: string, seed: number, how: Reach = {}): Sample =>
  partly(foundBy(PLAIN, kernel, seed, how));

/** In the second iteration, when there is a direction before. */
const second = (kernel: string, seed: number, how: Reach = {}): Sample =>
  foundBy(ACCURATE, kernel, seed, { calls: 2, ...how });

/** Every tenth spring has both ends in one place. */
const coincide = ({ x, iterate, ends }: Buffers) => {
  for (let s = 0; s < model.springs; s += 10)
    for (const vectors of [x, iterate])
      vectors.copyWithin(4 * ends[2 * s], 4 * ends[2 * s + 1], 4 * ends[2 * s + 1] + 3);
};

/** Numbers of size 1 in the place of vectors that are nearly 0 or all alike. */
const rough =
  (...names: string[]) =>
  (buffers: Buffers) => {
    for (const name of names)
      for (let k = 0; k < buffers[name].length; k++) buffers[name][k] = Math.sin(k * k);
  };

/** Sums of size 1 in every block, after an iteration that promised 2: sᵀr, sᵀr_before and `kept` in place of p_beforeᵀr. */
const gathered =
  (kept: number) =>
  ({ sums, status }: Buffers) => {
    for (let k = 0; k < sums.length; k += 4) sums.set([3, 1 + Math.fround(Math.sin(k)), kept, 0], k);
    status.fill(2, STATUS.promise, STATUS.promise + 1);
  };

/** Lengths 8, 4, 2, 1 with a remainder each: with a slope of 4 the third is the best, by little and by every term. */
const tried =
  (slope: number, beta: number) =>
  ({ sums, status }: Buffers) => {
    sums.fill(0);
    sums.set([3, 2, 0.5, 0.25, 1, 3, 0.5, 0.25]);
    status.set([beta, slope, 1, 8, 4, 2, 1], STATUS.beta);
  };

/** The fifth pivot of the cloth of point 0 is nothing. */
const withoutPivot = ({ members, before }: Buffers) => {
  const { width } = hierarchyOf(model).coarsest!;
  before[members[4] * width + 4] = 1e-7;
};

/** One link in three is torn. */
const torn = ({ weights }: Buffers) => {
  for (let k = 0; k < weights.length; k++) if (Math.sin(k * k) > 0.5) weights[k] = 0;
};

export const MULTIGRID: Readonly<Record<string, (seed: number) => Sample>> = {
  diagonals: (seed) => found('diagonals', seed),
  attach: (seed) => found('attach', seed, { calls: seed === 2 ? 2 : 1, change: torn }),
  adopt: (seed) =>
    found('adopt', seed, {
      change: ({ parents }) => {
        for (let k = 1; k < parents.length; k += 2) parents[k] = (k * k) % 1000;
      },
    }),
  outdate: (seed) => {
    const change = ({ changed }: Buffers) => changed.set(changed.map((_, k) => Number(k % 97 === 0)));
    return partly(foundBy(PLAIN, 'outdate', seed, { calls: seed === 2 ? 2 : 1, change }, true));
  },
  // Some rows are right already.
  coarsen: (seed) =>
    found('coarsen', seed, {
      calls: seed === 2 ? 2 : 1,
      change: ({ coarseDiagonal }) => coarseDiagonal.fill(0.5, 9, 12),
    }),
  densify: (seed) => found('densify', seed, { change: rough('weights') }),
  // Seed 1: among the rope's last columns, which are less than four; the cloths are done.
  pivot: (seed) =>
    found('pivot', seed, { calls: seed === 1 ? 21 : 5, change: seed === 2 ? withoutPivot : undefined }),
  residuals: (seed) => found('residuals', seed, { change: rough('delta', 'rhs') }),
  restriction: (seed) => found('restriction', seed, { change: rough('fineResidual', 'rhs', 'delta') }),
  prolongation: (seed) => found('prolongation', seed, { change: rough('correction', 'delta') }),
  imbalance: (seed) => partly(second('imbalance', seed)),
  imbalanceSums: (seed) => second('imbalanceSums', seed, { change: rough('force') }),
  judge: (seed) => second('judge', seed, { calls: seed === 2 ? 1 : 3 }),
  precondition: (seed) => partly(second('precondition', seed)),
  conjugacySums: (seed) => second('conjugacySums', seed),
  // Seed 3: uphill, so that the direction before is forgotten.
  conjugate: (seed) => second('conjugate', seed, { change: gathered(seed === 3 ? -9 : 1) }),
  turn: (seed) =>
    partly(second('turn', seed, { change: ({ status }) => status.fill(0.75, STATUS.beta, STATUS.beta + 1) })),
  curvatureSums: (seed) => second('curvatureSums', seed, { change: seed === 2 ? coincide : undefined }),
  reach: (seed) => second('reach', seed),
  remainderSums: (seed) => second('remainderSums', seed, { change: seed === 2 ? coincide : undefined }),
  // Seed 2: no length lowers g, along the cycle's own direction; seed 3: along another.
  choose: (seed) => second('choose', seed, { change: tried(seed === 1 ? 4 : -4, seed === 3 ? 0.5 : 0) }),
  advance: (seed) => partly(second('advance', seed)),
};

/** What the kernels of `pd-multigrid` find: two cloths of different springs and sizes, and a net that stays on the finest level. */
import type { Body } from 'selvedge';
import { hierarchyOf } from '../../engine/methods/multigrid/hierarchy.ts';
import { multigrid } from '../../engine/methods/multigrid/index.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { redBlackCloth, unevenNet, wovenCloth } from './scenes.ts';
import { seeded } from './seeded.ts';

const bodies = (): Body[] => [wovenCloth(), unevenNet(), redBlackCloth()];
const model = buildModel(bodies());
const values = { outer: 2 };
const memory = joinPlans(memoryOf(model), multigrid.scratch(model, values));
const { columns } = model.bodies[0].grid!;
/** The inertia of a particle is that of a few springs. */
const setting = { model, h: 0.5, inertia: 4, springs: 'springs', values };

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

/** Not the whole range: what lies outside must be left alone. */
function found(kernel: string, seed: number, { all = 1, ...how }: Reach & { all?: 0 | 1 } = {}): Sample {
  const preparation = all === 1 ? multigrid.prepare(setting) : multigrid.renew!(setting);
  const program = [...preparation, ...multigrid.record(setting).program];
  const sample = reach(kernel, program, memory, worldOf(seeded(seed)), how);
  return { ...sample, range: [2, sample.range[1] - 3] };
}

/** Numbers of size 1 in the place of vectors that are nearly 0 or all alike. */
const rough =
  (...names: string[]) =>
  (buffers: Buffers) => {
    for (const name of names)
      for (let k = 0; k < buffers[name].length; k++) buffers[name][k] = Math.sin(k * k);
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
  outdate: (seed) =>
    found('outdate', seed, {
      calls: seed === 2 ? 2 : 1,
      change: ({ changed }) => changed.set(changed.map((_, k) => Number(k % 97 === 0))),
      all: 0,
    }),
  // Some rows are right already.
  coarsen: (seed) =>
    found('coarsen', seed, {
      calls: seed === 2 ? 2 : 1,
      change: ({ coarseDiagonal }) => coarseDiagonal.fill(0.5, 9, 12),
    }),
  densify: (seed) => found('densify', seed),
  pivot: (seed) => found('pivot', seed, { calls: 5, change: seed === 2 ? withoutPivot : undefined }),
  residuals: (seed) => found('residuals', seed, { change: rough('delta', 'rhs') }),
  restriction: (seed) => found('restriction', seed, { change: rough('fineResidual', 'rhs', 'delta') }),
  prolongation: (seed) => found('prolongation', seed, { change: rough('correction', 'delta') }),
};

/** What the kernels of grids in blocks find: a cloth with odd sides whose upper rows have one stiffness, the first of them plain, and the others many. */

import { cloth } from 'selvedge';
import { eachParticle, pairsOf, threeAt } from '../../engine/blocks/geometry.ts';
import { BLOCK_KERNELS } from '../../engine/blocks/kernels.ts';
import { LEVEL_KERNELS } from '../../engine/blocks/levels/levels.ts';
import type { Programs } from '../../engine/blocks/rewrite.ts';
import { putInBlocks } from '../../engine/blocks/storage.ts';
import { defineKernel, read, write } from '../../engine/kernel.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { multigrid } from '../../engine/methods/multigrid/index.ts';
import { redBlack } from '../../engine/methods/projective/index.ts';
import { buildModel } from '../../engine/model.ts';
import { finish } from '../../engine/motion/finish.ts';
import { predict } from '../../engine/motion/predict.ts';
import { call, joinPlans, operation, type Times } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

/** Five blocks a row: four that are relaxed together, and one more. */
const COLUMNS = 39;
const ROWS = 33;
const UNIFORM_ROWS = 12;
/** Rows in which all particles weigh the same, and none is pinned or pushed. */
const EVEN_ROWS = 4;
/** Rows with one length along them and one down. */
const PLAIN_ROWS = 6;

const model = buildModel([cloth({ particles: [COLUMNS, ROWS], stiffness: 1 })]);
const setting = { model, h: 0.5, inertia: 4, ...SPRINGS_ALONE };
const sweeping = { ...setting, values: { outer: 2, inner: 2, omega: 1.5, rho: 0 } };
const cycling = { ...setting, values: { outer: 2, accuracy: 0, rho: 0 } };
const swept = { prepare: redBlack.prepare(sweeping), step: redBlack.record(sweeping).program };
const cycled = { prepare: multigrid.prepare(cycling), step: multigrid.record(cycling).program };
const sweeps = putInBlocks(model, swept, 2)!;
const levels = putInBlocks(model, cycled, 2)!;
/** With more than one sweep on the finest level. */
const touching = putInBlocks(
  model,
  { ...cycled, step: multigrid.record({ ...cycling, contact: true }).program },
  2,
)!;
const everyone = [0, model.particles] as const;
/** A step that begins and ends with the solve. */
function asStep({ prepare, step }: Programs): Programs {
  const moving = { h: 0.5, gx: 0.3, gy: -0.9, gz: 0.2, damping: 0.4 };
  const ending = { h: 0.5, rate: 2 };
  return {
    prepare,
    step: [
      operation(
        { what: 'prediction', scalars: moving },
        call(predict, { phase: 'predict', range: everyone, scalars: moving }),
      ),
      ...step,
      operation(
        { what: 'finish', scalars: ending },
        call(finish, { phase: 'finish', range: everyone, scalars: ending }),
      ),
    ],
  };
}
const stepped = putInBlocks(model, asStep(swept), 2)!;
const cycledSteps = putInBlocks(model, asStep(cycled), 2)!;

/** Right-hand sides that something else adds to. */
const addMore = defineKernel({
  name: 'addMore',
  over: 'particles',
  buffers: { delta: read('vec4', 'particles'), rhs: write('vec4', 'particles') },
  scalars: {},
  reference: ({ delta, rhs }, first, end) => {
    for (let k = 4 * first; k < 4 * end; k++) if (k % 4 < 3) rhs[k] += Math.fround(0.3 + delta[k]);
  },
});
const added = () => [call(addMore, { phase: 'local', range: everyone, scalars: {} })];
const addedTo = (method: 'sweeps' | 'cycles'): Programs =>
  putInBlocks(
    model,
    method === 'sweeps'
      ? { prepare: swept.prepare, step: redBlack.record({ ...sweeping, added }).program }
      : { prepare: cycled.prepare, step: multigrid.record({ ...cycling, added }).program },
    2,
  )!;
const [addedSweeps, addedCycles] = [addedTo('sweeps'), addedTo('cycles')];

const memory = joinPlans(
  memoryOf(model),
  redBlack.scratch(sweeping),
  multigrid.scratch(cycling),
  sweeps.memory,
  levels.memory,
  touching.memory,
);

/**
 * Rounded to float32, of size 1: places anywhere in a cube, some springs without a direction, masses in (½, 1½), one particle in
 * ten pinned, and forces, but for the first rows; lengths of plain rows of two kinds; below the upper rows stiffness in (0, 1), one spring in ten torn.
 */
function worldOf(random: () => number): Buffers {
  const buffers = buffersOf(memory);
  const { slotOf, idOf, ends, particles, springs } = model;
  const any = (count: number) => Array.from({ length: count }, () => Math.fround(random() + 0.1));
  for (let id = 0; id < particles; id++) {
    const at = 4 * slotOf[id];
    buffers.x.set(any(3), at);
    buffers.delta.set(any(3), at);
    if (id % 17 === 5)
      for (const name of ['x', 'delta'])
        buffers[name].copyWithin(at, 4 * slotOf[id - 1], 4 * slotOf[id - 1] + 3);
    const masses = [Math.fround(0.5 + random()), random() < 0.1 ? 0 : 1];
    buffers.masses.set(id < COLUMNS * EVEN_ROWS ? [1, 1] : masses, at);
  }
  for (let s = 0; s < springs; s++) {
    const [a, b] = [idOf[ends[2 * s]], idOf[ends[2 * s + 1]]];
    const isUpper = Math.min(a, b) < COLUMNS * UNIFORM_ROWS;
    const any = Math.fround(0.1 + random());
    const length = Math.min(a, b) < COLUMNS * PLAIN_ROWS ? (Math.abs(a - b) === 1 ? 0.75 : 0.375) : any;
    buffers.springs.set([length, isUpper ? 1 : random() < 0.1 ? 0 : Math.fround(random())], 2 * s);
  }
  for (const name of ['v', 'force']) for (let i = 0; i < particles; i++) buffers[name].set(any(3), 4 * i);
  for (let id = 0; id < COLUMNS * EVEN_ROWS; id++) buffers.force.fill(0, 4 * slotOf[id], 4 * slotOf[id] + 3);
  return buffers;
}

/** Right-hand sides and corrections of size 1, but zeros where no particle is: as the kernels keep them. */
const rough = ({ blockDelta, blockRhs }: Buffers) => {
  blockDelta.forEach((value, k) => {
    if (value !== 0) blockDelta[k] = 0.6 + 0.5 * Math.sin(k * k);
  });
  blockRhs.forEach((value, k) => {
    if (value !== 0 && k % 16 < 12) blockRhs[k] = 0.6 + 0.5 * Math.cos(k * k);
  });
};

const MOVING = ['blockPredict', 'blockTake', 'blockAdvance', 'blockGive', 'blockFinish'];

const inBlocksFor = (kernel: string, seed: number) => {
  if (kernel === 'blockSettle' && seed === 3) return touching;
  if (MOVING.includes(kernel)) return stepped;
  if (kernel === 'blockShow' || kernel === 'blockBring') return addedSweeps;
  if (kernel === 'blockResiduals') return addedCycles;
  if ((kernel === 'blockLocal' || kernel === 'blockSweeps') && seed === 2) return stepped;
  if ((kernel === 'blockImbalance' || kernel === 'blockSettle') && seed === 2) return cycledSteps;
  return LEVEL_KERNELS.some(({ name }) => name === kernel) ? levels : sweeps;
};

/** The last pair has one row only. Other seeds leave items out: what lies outside must be left alone. */
function found(kernel: string, seed: number, how: Reach): Sample {
  const { prepare, step } = inBlocksFor(kernel, seed);
  const sample = reach(kernel, [...prepare, ...step], memory, worldOf(seeded(seed)), how);
  if (kernel === 'blockSweeps' || (kernel === 'blockSettle' && seed === 3)) return sample;
  return { ...sample, range: [seed === 1 ? 0 : 1, sample.range[1] - (seed === 3 ? 2 : 0)] };
}

/** Numbers of size 1 wherever there is something. */
const roughIn =
  (...names: string[]) =>
  (buffers: Buffers) => {
    for (const name of names)
      buffers[name].forEach((value, k) => {
        if (value !== 0) buffers[name][k] = 0.6 + 0.5 * Math.sin(k * k);
      });
  };

/** Shares as inside a cloth whose particles are alike, of every four points side by side. */
const alike = ({ blockShares, blockMiddles }: Buffers) => {
  for (let quad = 0; 4 * quad < blockMiddles.length; quad++) {
    const own = blockShares.subarray(36 * quad, 36 * (quad + 1));
    const isThere = [0, 1, 2, 3].every((lane) => own.some((share, k) => k % 4 === lane && share !== 0));
    if (!isThere) continue;
    own.set(own.map((_, k) => [0.25, 0.125, 0.125, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125][k >> 2]));
    blockMiddles.set(own.subarray(12, 16), 4 * quad);
  }
};

/** The first seed sees the finest level, the others the next. */
const level = (seed: number): number => (seed === 1 ? 1 : 2);

/** The first local step of a step takes δ for 0, whatever it is. */
const unread: Reach = { change: ({ blockDelta }) => blockDelta.fill(0.7) };

/** So does the first sweep, and the end of the first cycle. Where no particle is, there are zeros as ever. */
const unswept: Reach = {
  change: ({ blockDelta }) => {
    const size = { columns: COLUMNS, rows: ROWS };
    eachParticle(size, 0, pairsOf(size), (colour, row, half) => {
      const at = threeAt(size, colour, row, half);
      for (let c = 0; c < 12; c += 4) blockDelta[at + c] = 0.7;
    });
  },
};

/** Numbers to be refused, here and there. What pushes is a result too, of which only finite ones are compared. */
const poisoned = (names: readonly string[], times: readonly Times[], seed: number): Reach => ({
  times,
  change: (buffers) => {
    if (seed === 1) return;
    for (const name of names) {
      const poisons = [1e20, -1e20, ...(name === 'force' ? [] : [Number.NaN, Number.POSITIVE_INFINITY])];
      // Rows in which single ones are pushed by something else are not calm.
      if (name === 'blockPush') buffers.blockCalm.fill(0);
      // Lanes behind the end of a row do not take numbers out of range.
      if (name === 'blockDelta')
        buffers[name].forEach((value, k) => {
          if (value === 0 && k % 5 === 0) buffers[name][k] = Number.NaN;
        });
      buffers[name].forEach((value, k) => {
        if (value !== 0 && k % 16 < 12 && k % 37 === 0) buffers[name][k] = poisons[(k / 37) % poisons.length];
      });
    }
  },
});

const HOW: Readonly<Record<string, (seed: number) => Reach>> = {
  blockTake: (seed) => poisoned(['force'], ['first'], seed),
  blockAdvance: (seed) =>
    poisoned(seed === 2 ? ['blockDelta', 'blockPush'] : ['blockDelta'], ['first', 'earlier'], seed),
  blockGive: (seed) => poisoned(['blockDelta'], ['first', 'last'], seed),
  blockSweeps: (seed) => (seed === 2 ? unswept : { calls: seed === 1 ? 1 : 2, change: rough }),
  blockLocal: (seed) => (seed === 2 ? unread : {}),
  // With a correction at hand, but for the second seed.
  blockImbalance: (seed) => (seed === 2 ? unread : { calls: seed === 1 ? 1 : 2 }),
  blockSettle: (seed) => ({
    change: (buffers) => {
      roughIn('coarseDelta', 'blockDelta')(buffers);
      if (seed === 2) unswept.change!(buffers);
    },
  }),
  blockAlike: (seed) => ({
    change: (buffers) => {
      if (seed > 1) alike(buffers);
      buffers.blockMiddles.fill(7);
    },
  }),
  blockRestrict: (seed) => ({
    calls: level(seed),
    change: (buffers) => {
      roughIn('blockResidual')(buffers);
      if (seed === 2) alike(buffers);
    },
  }),
  blockProlong: () => ({ change: roughIn('coarseDelta', 'blockDelta') }),
  blockSmooth: (seed) => ({ calls: 2 + seed, change: roughIn('blockDelta', 'blockRhs') }),
};

export const GRID: Readonly<Record<string, (seed: number) => Sample>> = Object.fromEntries(
  BLOCK_KERNELS.map(({ name }) => [name, (seed: number) => found(name, seed, HOW[name]?.(seed) ?? {})]),
);

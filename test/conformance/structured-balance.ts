/** What the kernels of the balance find: sums of blocks and a ledger, particles that are held. */
import { ROWS } from '../../engine/balance/rows.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';
import { INTERACTION } from './structured-interaction.ts';

const BLOCKS = 7;
const plan = { role: 'scratch', element: 'vec4' } as const;
const numbers = (length: number, random: () => number) =>
  Float64Array.from({ length }, () => Math.fround(0.1 + random()));
const ledgerPlan = { ...plan, domain: 'ledger', length: ROWS } as const;

/** Sums with what rounding left over, which is small. */
function ledgerOf(random: () => number): Float64Array {
  const ledger = numbers(4 * ROWS, random);
  for (let row = 0; row < ROWS; row++) {
    ledger[4 * row + 1] = Math.fround(1e-6 * random());
    ledger[4 * row + 2] = ledger[4 * row + 3] = 0;
  }
  return ledger;
}

/** Odd seeds take the sum from another row; every third finds one that is no number. */
function collecting(seed: number): Sample {
  const random = seeded(seed);
  const memory: MemoryPlan = { totals: { ...plan, domain: 'totals', length: BLOCKS }, ledger: ledgerPlan };
  const totals = numbers(4 * BLOCKS, random);
  if (seed % 3 === 0) totals[8] = Number.POSITIVE_INFINITY;
  const row = 13 + (seed % 5);
  const column = seed % 3 === 0 ? 1 : seed % 4;
  return {
    memory,
    buffers: { totals, ledger: ledgerOf(random) },
    scalars: { blocks: BLOCKS, column, row, against: seed % 2 ? 20 : row },
    range: [0, 1],
  };
}

/** Every other ledger is not open yet. */
function booking(seed: number): Sample {
  const ledger = ledgerOf(seeded(seed));
  ledger[4 * 12] = seed % 2;
  return { memory: { ledger: ledgerPlan }, buffers: { ledger }, scalars: { row: 15 }, range: [0, 1] };
}

/** As `hold` finds them, and where they came from. */
function handling(seed: number): Sample {
  const random = seeded(seed + 100);
  const { memory, buffers } = INTERACTION.hold(seed);
  const { length } = memory.x;
  const { force: _, ...plans } = memory;
  const { force: __, ...values } = buffers;
  const scalars = Object.fromEntries(['keep', 'gx', 'gy', 'gz'].map((name) => [name, Math.fround(random())]));
  return {
    memory: { ...plans, fromX: memory.x, fromV: memory.v, handTotals: { ...plan, domain: 'one', length: 1 } },
    buffers: {
      ...values,
      fromX: numbers(4 * length, random),
      fromV: numbers(4 * length, random),
      handTotals: new Float64Array(4),
    },
    scalars: { count: memory.held.length, h: Math.fround(0.5 + random()), ...scalars },
    range: [0, 1],
  };
}

/** Of every three one begins, one gains more than there was, and one gains more than moves: a part of the velocity goes in both. */
function judging(seed: number): Sample {
  const random = seeded(seed);
  const ledger = ledgerOf(random);
  const gain = [0, 12, 40][seed % 3];
  ledger[4 * 20] = Math.fround(gain + random());
  ledger[4 * 4] = Math.fround(gain === 12 ? 60 : 30 + random());
  const rein = Float64Array.from([0.5, 2, 1, 0, 0.25, 0.5, 0.75, 0.125], Math.fround);
  if (gain === 0) rein[2] = 0;
  if (gain === 40) rein[5] = 20;
  return {
    memory: {
      ledger: ledgerPlan,
      rein: { ...plan, domain: 'rein', length: 2 },
      reining: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
    },
    buffers: { ledger, rein, reining: new Uint32Array(1) },
    scalars: { lines: 13, sources: 0b1000111011, slack: Math.fround(0.1 + random()) },
    range: [0, 1],
  };
}

function slowing(seed: number): Sample {
  const random = seeded(seed);
  const { memory, buffers } = INTERACTION.hold(seed);
  const { x, v, masses } = buffers;
  return {
    memory: { x: memory.x, v: memory.v, masses: memory.masses, rein: { ...plan, domain: 'rein', length: 2 } },
    buffers: { x, v, masses, rein: numbers(8, random) },
    scalars: { h: Math.fround(0.1 + random()) },
    range: [3, memory.x.length - 5],
  };
}

export const BALANCE: Readonly<Record<string, (seed: number) => Sample>> = {
  collectSums: collecting,
  bookEnergy: booking,
  handSums: handling,
  judgeGain: judging,
  slowDown: slowing,
};

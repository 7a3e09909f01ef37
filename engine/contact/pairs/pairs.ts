/** Contact between particles: a grid of cells finds who may meet, impulses part them. What a step does about it. */
import { BLOCK, blocksIn } from '../../kernel.ts';
import type { Model } from '../../model.ts';
import { type Call, call, type MemoryPlan, type Program, repeat } from '../../program.ts';
import { bin } from '../grid/bin.ts';
import { cellSize } from '../grid/cell-size.ts';
import { motionRange } from '../grid/motion-range.ts';
import { scanBins } from '../grid/scan-bins.ts';
import { scatter } from '../grid/scatter.ts';
import { sortBins } from '../grid/sort-bins.ts';
import { startBins } from '../grid/start-bins.ts';
import { sumBins } from '../grid/sum-bins.ts';
import { CONTACTS, findContacts, SIGHT } from './find-contacts.ts';
import { push } from './push.ts';
import { react } from './react.ts';
import { reactions } from './reactions.ts';

export const PAIR_KERNELS = [
  motionRange,
  cellSize,
  bin,
  sumBins,
  scanBins,
  startBins,
  scatter,
  sortBins,
  findContacts,
  push,
  reactions,
  react,
] as const;

/** Pairs of rounds of impulses in a step. */
const ROUND_TRIPS = 2;

/** A power of two, and about two bins a particle. */
const binsFor = ({ particles }: Model): number => Math.max(BLOCK, 2 ** Math.ceil(Math.log2(2 * particles)));

/** By slot: where the particle is at rest, and its body, from 1; of a ball, minus its number, from 1. */
function restOf({ particles, bodies, balls, slotOf, idOf, positions }: Model): Float64Array {
  const rest = new Float64Array(4 * particles);
  bodies.forEach(({ first, count }, b) => {
    for (let id = first; id < first + count; id++)
      rest.set([...positions.subarray(3 * id, 3 * id + 3), b + 1], 4 * slotOf[id]);
  });
  balls.forEach((slot, k) => {
    rest.set([...positions.subarray(3 * idOf[slot], 3 * idOf[slot] + 3), -1 - k], 4 * slot);
  });
  return rest;
}

export function pairMemory(model: Model): MemoryPlan {
  const { particles, balls } = model;
  const [blocks, bins] = [blocksIn(particles), binsFor(model)];
  const vectors = { role: 'scratch', element: 'vec4' } as const;
  const numbers = { role: 'scratch', element: 'u32' } as const;
  return {
    rest: { ...vectors, role: 'constant', domain: 'particles', length: particles, initial: restOf(model) },
    lowest: { ...vectors, domain: 'particleBlocks', length: blocks },
    highest: { ...vectors, domain: 'particleBlocks', length: blocks },
    cell: { ...vectors, domain: 'one', length: 1 },
    counts: { ...numbers, domain: 'bins', length: bins },
    binOf: { ...numbers, element: 'uvec2', domain: 'particles', length: particles },
    binSums: { ...numbers, domain: 'binBlocks', length: bins / BLOCK },
    starts: { ...numbers, domain: 'binStarts', length: bins + 1 },
    places: { ...vectors, domain: 'places', length: 2 * particles },
    contacts: { ...numbers, domain: 'contactEntries', length: CONTACTS * particles },
    lost: { ...numbers, domain: 'particles', length: particles },
    ...(balls.length > 0 && {
      reactionSums: { ...vectors, domain: 'reactions', length: blocks * balls.length },
      ballSlots: {
        ...numbers,
        role: 'constant',
        domain: 'balls',
        length: balls.length,
        initial: balls,
      } as const,
    }),
  };
}

/** h in seconds, 0 where no time passes; whether bodies meet themselves; how many materials there are. */
export interface PairSetting {
  readonly model: Model;
  readonly h: number;
  readonly self: boolean;
  readonly materials: number;
}

/** Finds who may meet and parts them, in δ, which begins and ends in the buffer of that name. */
export function recordPairs(setting: PairSetting, delta: string): Program {
  const other = delta === 'delta' ? 'next' : 'delta';
  return [
    ...recordGrid(setting, delta),
    ...countBalls(setting, delta),
    repeat(ROUND_TRIPS, ...round(setting, delta, other), ...round(setting, other, delta)),
  ];
}

function recordGrid({ model, h, self }: PairSetting, delta: string): Program {
  const { particles, radii, balls } = model;
  const isBall = new Set(balls);
  const widest = radii.reduce(
    (most, radius, id) => (isBall.has(model.slotOf[id]) ? most : Math.max(most, radius)),
    1e-6,
  );
  const [blocks, bins] = [blocksIn(particles), binsFor(model)];
  const everyone = { phase: 'contact', range: [0, particles] } as const;
  const once = { phase: 'contact', range: [0, 1] } as const;
  const binBlocks = { phase: 'contact', range: [0, bins / BLOCK] } as const;
  return [
    call(motionRange, {
      phase: 'contact',
      range: [0, blocks],
      bind: { delta },
      scalars: { count: particles, h },
    }),
    call(cellSize, { ...once, scalars: { blocks, reach: 2 * SIGHT * widest } }),
    call(bin, { ...everyone, scalars: { h, bins } }),
    call(sumBins, { ...binBlocks, scalars: {} }),
    call(scanBins, { ...once, scalars: { blocks: bins / BLOCK } }),
    call(startBins, { ...binBlocks, scalars: {} }),
    call(scatter, { ...everyone, bind: { delta }, scalars: { h } }),
    call(sortBins, { phase: 'contact', range: [0, bins], scalars: {} }),
    call(findContacts, {
      ...everyone,
      bind: { delta },
      scalars: { bins, count: particles, own: Number(self) },
    }),
  ];
}

/** Impulses that read δ in one buffer and write it into another. */
function round(setting: PairSetting, delta: string, next: string): Program {
  const { model, h, materials } = setting;
  return [
    call(push, {
      phase: 'contact',
      range: [0, model.particles],
      bind: { delta, next },
      scalars: { h, materials },
    }),
    ...answerBalls(setting, delta, next, 1),
  ];
}

/** Before the first round balls must know how many contacts share their mass. */
const countBalls = (setting: PairSetting, delta: string): Program => answerBalls(setting, delta, delta, 0);

function answerBalls(
  { model, h, materials }: PairSetting,
  delta: string,
  next: string,
  share: number,
): Call[] {
  const { particles, balls } = model;
  if (balls.length === 0) return [];
  const blocks = blocksIn(particles);
  return [
    call(reactions, {
      phase: 'contact',
      range: [0, blocks],
      bind: { delta },
      scalars: { h, materials, count: particles, balls: balls.length },
    }),
    call(react, {
      phase: 'contact',
      range: [0, balls.length],
      bind: { next },
      scalars: { blocks, balls: balls.length, share },
    }),
  ];
}

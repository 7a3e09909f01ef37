/** Contact between particles as a program: a grid of cells finds candidate pairs, impulses separate them. */
import { BLOCK, blocksIn } from '../../kernel.ts';
import type { Model } from '../../model.ts';
import { type Call, call, type MemoryPlan, type Program, whenUseful, withRoom } from '../../program.ts';
import { bin } from '../cells/bin.ts';
import { cellSize } from '../cells/cell-size.ts';
import { enter } from '../cells/enter.ts';
import { foresee, MOVE } from '../cells/foresee.ts';
import { motionRange, RANGES } from '../cells/motion-range.ts';
import { PLACE, scatter } from '../cells/scatter.ts';
import { startBins } from '../cells/start-bins.ts';
import { sumBins } from '../cells/sum-bins.ts';
import { recordSettling, SETTLING_KERNELS, settlingMemory } from '../settling/settling.ts';
import { arrive } from './arrive.ts';
import { countAtBalls } from './count-at-balls.ts';
import { countContacts } from './count-contacts.ts';
import { countNear } from './count-near.ts';
import { listAtBalls } from './list-at-balls.ts';
import { listContacts } from './list-contacts.ts';
import { listNear } from './list-near.ts';
import { NOTED, SIGHT, TURN } from './near.ts';
import { push } from './push.ts';
import { react } from './react.ts';
import { setOut } from './set-out.ts';

export const PARTICLE_CONTACT_KERNELS = [
  foresee,
  motionRange,
  cellSize,
  bin,
  sumBins,
  startBins,
  enter,
  scatter,
  countNear,
  listNear,
  countContacts,
  listContacts,
  setOut,
  push,
  countAtBalls,
  listAtBalls,
  react,
  arrive,
  ...SETTLING_KERNELS,
] as const;

/** Rounds of impulses in a step. A longer step needs more, since particles penetrate deeper. h in seconds. */
const roundsOf = (h: number): number => Math.round(Math.max(14, Math.min(56, 3360 * h)));

/** Extrapolation from the last two rounds at the beginning of the next, [Nes83]. */
const aheadOf = (round: number): number => Math.max(0, round - 1) / (round + 2);

/**
 * Overlap is corrected by at most this times h² per step, m/s². The correction becomes velocity; five times gravity keeps a resting
 * pile from sinking.
 */
const MOST_MENDED = 50;

/**
 * The skin: how much further than necessary neighbours are searched for, in sums of radii, so that the lists stay valid for some steps. A wider skin
 * needs fewer searches and keeps more candidates. Together with `SIGHT` it stays below two, so that particles two cells apart in flat cloth are
 * not neighbours. Tried: 0.5 searches nearly twice as often in folds and takes 3 to 6 % longer in all (100², EPYC, Node 20).
 */
const SKIN = 0.85;

/** Capacity: neighbours per particle in the mean, and the most in all (64 MiB). */
const NEIGHBOURS = 32;
const MOST_NEIGHBOURS = 2 ** 24;

/** Capacity for neighbours; the slots of balls stand behind them. */
const roomOf = ({ particles }: Model): number => Math.min(MOST_NEIGHBOURS, NEIGHBOURS * particles);

/** Capacity: contacts per particle in the mean, and the most in all (64 MiB of planes and as much of impulses). */
const CONTACTS = 16;
const MOST_CONTACTS = 2 ** 22;

/** Vectors of a contact. */
const CONTACT = 3;

/** Capacity for contacts; those beyond it are counted and not resolved. */
const capacityOf = ({ particles }: Model): number => Math.min(MOST_CONTACTS, CONTACTS * particles);

/** A power of two, and about two bins a particle. */
const binsFor = ({ particles }: Model): number => Math.max(BLOCK, 2 ** Math.ceil(Math.log2(2 * particles)));

/** Counts for every ball with every block of particles. */
const ballBlocksOf = ({ particles, balls }: Model): number => blocksIn(blocksIn(particles) * balls.length);

/** By slot: rest position, and body number from 1; for a ball, minus its number, from 1. */
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

export function particleContactMemory(model: Model): MemoryPlan {
  const { particles, balls } = model;
  const [blocks, bins] = [blocksIn(particles), binsFor(model)];
  const [ballBlocks, room] = [ballBlocksOf(model), roomOf(model)];
  const neighbours = new Uint32Array(room + balls.length);
  neighbours.set(balls, room);
  const vectors = { role: 'scratch', element: 'vec4' } as const;
  const numbers = { role: 'scratch', element: 'u32' } as const;
  return {
    rest: { ...vectors, role: 'constant', domain: 'particles', length: particles, initial: restOf(model) },
    moves: { ...vectors, domain: 'moves', length: MOVE * particles },
    ranges: { ...vectors, domain: 'motionRanges', length: RANGES * blocks },
    since: { ...vectors, role: 'kept', domain: 'particles', length: particles },
    isStale: { ...numbers, role: 'kept', domain: 'one', length: 1 },
    isMet: { ...numbers, domain: 'one', length: 1 },
    cell: { ...vectors, role: 'kept', domain: 'one', length: 1 },
    counts: { ...numbers, role: 'kept', domain: 'bins', length: bins },
    binOf: { ...numbers, element: 'uvec2', domain: 'particles', length: particles },
    binSums: { ...numbers, domain: 'binBlocks', length: bins / BLOCK },
    starts: { ...numbers, role: 'kept', domain: 'binStarts', length: bins + 1 },
    members: { ...numbers, element: 'uvec2', domain: 'members', length: particles },
    places: { ...vectors, domain: 'places', length: PLACE * particles },
    // Neighbours are listed before contacts have entries.
    noted: { ...numbers, domain: 'notes', length: NOTED * particles, over: 'entries' },
    nearCounts: { ...numbers, role: 'kept', domain: 'bins', length: blocks * BLOCK },
    nearSums: { ...numbers, role: 'kept', domain: 'binBlocks', length: blocks },
    nearStarts: { ...numbers, role: 'kept', domain: 'binStarts', length: blocks * BLOCK + 1 },
    near: {
      ...numbers,
      role: 'kept',
      domain: 'neighbours',
      length: room + balls.length,
      initial: neighbours,
    },
    rowCounts: { ...numbers, role: 'kept', domain: 'bins', length: blocks * BLOCK },
    rowSums: { ...numbers, domain: 'binBlocks', length: blocks },
    rowStarts: { ...numbers, role: 'kept', domain: 'binStarts', length: blocks * BLOCK + 1 },
    entries: { ...numbers, element: 'uvec2', domain: 'contactEntries', length: capacityOf(model) },
    contacts: { ...vectors, domain: 'contacts', length: CONTACT * capacityOf(model), isOpenEnded: true },
    free: { ...vectors, domain: 'fates', length: 2 * particles },
    ways: { ...vectors, domain: 'particles', length: particles },
    nextWays: { ...vectors, domain: 'particles', length: particles },
    ...settlingMemory(model),
    ...(balls.length > 0 && {
      ballCounts: { ...numbers, role: 'kept', domain: 'bins', length: BLOCK * ballBlocks },
      ballCursors: { ...numbers, role: 'kept', domain: 'bins', length: BLOCK * ballBlocks },
      ballSums: { ...numbers, domain: 'binBlocks', length: ballBlocks },
      ballStarts: { ...numbers, role: 'kept', domain: 'binStarts', length: BLOCK * ballBlocks + 1 },
      atBalls: {
        ...numbers,
        domain: 'ballContacts',
        length: Math.min(capacityOf(model), particles * balls.length),
      },
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

export interface PairSetting {
  readonly model: Model;
  /** Seconds; 0 where no time passes. */
  readonly h: number;
  /** Whether bodies collide with themselves. */
  readonly self: boolean;
  readonly hasColliders: boolean;
  /** How many there are. */
  readonly materials: number;
  /** Approach speed above which restitution applies, m/s. */
  readonly slow: number;
  /** The buffer of springs that settle after contact; absent: none do. */
  readonly settling?: string;
}

/** Finds the contacts of a step with this δ and resolves them; in between, `probed` finds the colliders in the way. */
export const recordParticleContacts = (setting: PairSetting, delta: string, probed: Program): Program => [
  ...recordSearch(setting, delta),
  whenUseful(
    'isMet',
    ...recordRows(setting),
    ...recordAtBalls(setting),
    ...probed,
    ...recordParting(setting, delta),
  ),
];

/** Counts the contacts of a step with this δ. */
export function recordSearch(setting: PairSetting, delta: string): Program {
  const { model, h } = setting;
  const { particles, balls } = model;
  const everyone = { phase: 'contact', range: [0, particles] } as const;
  const scalars = { room: roomOf(model), balls: balls.length, particles };
  return [
    call(foresee, { ...everyone, bind: { delta }, scalars: { h } }),
    ...(searchesCells(model, setting.self) ? recordNeighbours(setting) : []),
    call(countContacts, { ...everyone, bind: { counts: 'rowCounts' }, scalars }),
  ];
}

function recordParting(setting: PairSetting, delta: string): Program {
  const { model, h } = setting;
  const { particles } = model;
  const everyone = { phase: 'contact', range: [0, particles] } as const;
  const onlyRows = Number(hasOnlyRows(setting));
  return [
    call(setOut, { ...everyone, bind: { next: 'nextWays' }, scalars: { particles, onlyRows } }),
    ...answerBalls(setting, 'ways', { share: 0, counted: 1, ahead: 0 }),
    ...Array.from({ length: roundsOf(h) }, (_, k) => round(setting, k)).flat(),
    call(arrive, {
      ...everyone,
      bind: { delta },
      scalars: { particles, onlyRows, capacity: capacityOf(model) },
    }),
    ...(setting.settling ? recordSettling(model, setting.settling, delta, capacityOf(model)) : []),
  ];
}

/** Whether contacts between particles are all that moves them: no balls, no colliders. */
const hasOnlyRows = ({ model, hasColliders }: PairSetting): boolean =>
  !hasColliders && model.balls.length === 0;

/** The neighbour lists, rebuilt where they may be incomplete. */
function recordNeighbours({ model, self }: PairSetting): Program {
  const { particles, radii, balls } = model;
  const isBall = new Set(balls);
  const widest = radii.reduce(
    (most, radius, id) => (isBall.has(model.slotOf[id]) ? most : Math.max(most, radius)),
    1e-6,
  );
  const [blocks, bins, own] = [blocksIn(particles), binsFor(model), Number(self)];
  const everyone = { phase: 'contact', range: [0, particles] } as const;
  const eachBlock = { phase: 'contact', range: [0, blocks] } as const;
  const binBlocks = { phase: 'contact', range: [0, bins / BLOCK] } as const;
  const one = { phase: 'contact', range: [0, 1] } as const;
  const rows = { counts: 'nearCounts', binSums: 'nearSums', starts: 'nearStarts' } as const;
  const { counts, binSums } = rows;
  const sizes = { blocks, reach: 2 * SIGHT * widest, turn: TURN, skin: 2 * SKIN * widest };
  return [
    call(motionRange, { ...eachBlock, scalars: { count: particles } }),
    call(cellSize, { ...one, scalars: sizes }),
    whenUseful(
      'isStale',
      call(bin, { ...everyone, scalars: { bins } }),
      call(sumBins, { ...binBlocks, scalars: {} }),
      call(startBins, { ...binBlocks, scalars: {} }),
      call(enter, { ...everyone, scalars: {} }),
      call(scatter, { ...everyone, scalars: {} }),
      call(countNear, { ...everyone, bind: { counts }, scalars: { bins, own } }),
      call(sumBins, { ...eachBlock, bind: { counts, binSums }, scalars: {} }),
      call(startBins, { ...eachBlock, bind: rows, scalars: {} }),
      call(listNear, { ...everyone, scalars: { bins, own, room: roomOf(model) } }),
    ),
  ];
}

/** Whether particles other than balls may collide: a single body without self-contact collides with balls only. */
export const searchesCells = (model: Model, self: boolean): boolean =>
  self || model.bodies.length - ballBodies(model) > 1;

/** Bodies that are balls. */
const ballBodies = ({ bodies, balls, idOf }: Model): number =>
  bodies.filter(({ first, count }) => balls.some((slot) => idOf[slot] >= first && idOf[slot] < first + count))
    .length;

/** Rows of contacts, which `recordSearch` counted. */
export function recordRows({ model, h, materials, slow }: PairSetting): Program {
  const { particles, balls } = model;
  const rows = { counts: 'rowCounts', binSums: 'rowSums', starts: 'rowStarts' } as const;
  const { counts, binSums } = rows;
  const each = { phase: 'contact', range: [0, blocksIn(particles)] } as const;
  return [
    call(sumBins, { ...each, bind: { counts, binSums }, scalars: {} }),
    call(startBins, { ...each, bind: rows, scalars: {} }),
    withRoom(
      { buffer: 'contacts', each: CONTACT, countIn: 'rowStarts', at: particles },
      call(listContacts, {
        phase: 'contact',
        range: [0, particles],
        scalars: {
          ...{ room: roomOf(model), balls: balls.length, materials, capacity: capacityOf(model) },
          ...(h > 0 ? { most: MOST_MENDED * h * h, slow: slow * h } : { most: 1, slow: 1e15 }),
        },
      }),
    ),
  ];
}

/** The rows of balls, gathered from the rows of other particles: counted, then listed. */
function recordAtBalls({ model }: PairSetting): Call[] {
  const { particles: count, balls } = model;
  if (balls.length === 0) return [];
  const [blocks, capacity] = [blocksIn(count), capacityOf(model)];
  const keys = { counts: 'ballCounts', binSums: 'ballSums', starts: 'ballStarts' } as const;
  const { counts, binSums, starts } = keys;
  const each = { phase: 'contact', range: [0, ballBlocksOf(model)] } as const;
  return [
    call(countAtBalls, {
      phase: 'contact',
      range: [0, count],
      bind: { counts },
      scalars: { blocks, capacity },
    }),
    call(sumBins, { ...each, bind: { counts, binSums }, scalars: {} }),
    call(startBins, { ...each, bind: keys, scalars: {} }),
    call(listAtBalls, {
      phase: 'contact',
      range: [0, blocks],
      bind: { starts, cursors: 'ballCursors' },
      scalars: { count, blocks, capacity },
    }),
  ];
}

/** A round of impulses from one buffer of displacements into the other. */
function round(setting: PairSetting, k: number): Program {
  const { particles } = setting.model;
  const [ways, next] = k % 2 === 0 ? ['ways', 'nextWays'] : ['nextWays', 'ways'];
  const [ahead, nextAhead] = [aheadOf(k), aheadOf(k + 1)];
  const onlyRows = Number(hasOnlyRows(setting));
  return [
    call(push, {
      phase: 'contact',
      range: [0, particles],
      bind: { ways, next },
      scalars: { particles, onlyRows, capacity: capacityOf(setting.model), ahead, nextAhead },
    }),
    ...answerBalls(setting, next, { share: 1, counted: 0, ahead: nextAhead }),
  ];
}

/** The reaction of particles on balls. The number of contacts that share a ball's mass is counted before the first round. */
function answerBalls(
  { model }: PairSetting,
  next: string,
  parts: { share: number; counted: number; ahead: number },
): Call[] {
  const { particles, balls } = model;
  if (balls.length === 0) return [];
  return [
    call(react, {
      phase: 'contact',
      range: [0, balls.length],
      bind: { next, starts: 'ballStarts' },
      scalars: { blocks: blocksIn(particles), particles, ...parts },
    }),
  ];
}

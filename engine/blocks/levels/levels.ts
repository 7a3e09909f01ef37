/** The operations of a V-cycle in blocks, for the levels of cloths that go in them (cloths.ts). */
import type { Smoothing } from '../../meaning.ts';
import { type Hierarchy, hierarchyOf } from '../../methods/multigrid/hierarchy.ts';
import { levelBuffers, transferBuffers } from '../../methods/multigrid/memory.ts';
import type { Model } from '../../model.ts';
import {
  type BufferPlan,
  type Call,
  call,
  joinPlans,
  type MemoryPlan,
  type Operation,
  type Program,
} from '../../program.ts';
import { buffersOf, over } from '../blocks.ts';
import { pairsOf, type Size, threesOf } from '../geometry.ts';
import type { Blocks } from '../grids.ts';
import { type Range, withinRanges, without } from '../ranges.ts';
import { blockAlike } from './block-alike.ts';
import { blockDown } from './block-down.ts';
import { blockFromRows } from './block-from-rows.ts';
import { blockImbalance } from './block-imbalance.ts';
import { blockProlong } from './block-prolong.ts';
import { blockResiduals } from './block-residuals.ts';
import { blockRestrict } from './block-restrict.ts';
import { blockSettle, ringOf } from './block-settle.ts';
import { blockSmooth, planesIn } from './block-smooth.ts';
import { blockStencil } from './block-stencil.ts';
import { blockToRows } from './block-to-rows.ts';
import { blockUp } from './block-up.ts';
import { CLOTHS, type Cloth, type Coarse } from './cloths.ts';

export const LEVEL_KERNELS = [
  blockStencil,
  blockDown,
  blockAlike,
  blockUp,
  blockImbalance,
  blockResiduals,
  blockRestrict,
  blockProlong,
  blockSmooth,
  blockToRows,
  blockFromRows,
  blockSettle,
] as const;

export class Levels {
  readonly #hierarchy: Hierarchy;
  readonly #cloths: readonly Cloth[];

  constructor(model: Model) {
    this.#hierarchy = hierarchyOf(model);
    this.#cloths = CLOTHS.of(model);
  }

  /** Cloths that have more than their finest level in blocks. */
  get grids(): readonly Blocks[] {
    return this.#cloths.map(({ finest }) => finest);
  }

  /** For cycles that end with so many sweeps on the finest level. */
  memory(sweeps: number, threads: number): MemoryPlan {
    return joinPlans(
      ...this.#cloths.map(memoryOf),
      ...this.#cloths.map((cloth) => ringsOf(cloth, sweeps, threads)),
    );
  }

  /** What follows the calls that prepare a level. */
  after(level: number): Program {
    return this.#cloths.flatMap(({ coarse }) =>
      coarse.length < level ? [] : preparation(level, coarse[level - 1]),
    );
  }

  /** The end of a cycle on the finest level: its prolongation and sweeps. `isFresh`: δ is 0 before it. */
  settling(sweeps: number, threads: number, isFresh: boolean): Program {
    return this.#cloths.map((cloth) => settlingOf(cloth, sweeps, threads, isFresh));
  }

  /** An operation of the cycle: on blocks where levels are in blocks, in rows elsewhere. */
  inBlocks(item: Operation): Program {
    const { means, body } = item;
    switch (means.what) {
      case 'residual':
        // In blocks `blockImbalance` has computed it with the local step.
        return this.#inRows(item, 0);
      case 'restriction':
        return [...this.#restriction(means.to), ...this.#inRows(item, means.to)];
      case 'prolongation':
        // The coarsest level in blocks is corrected in its rows, from the rows below it, and then copied into blocks.
        return [...this.#inRows(item, means.to, means.to + 1), ...this.#prolongation(means.to)];
      case 'smoothing':
        return [
          ...this.#cloths.flatMap(({ coarse }) =>
            coarse.length < means.level ? [] : this.#smoothing(means, coarse[means.level - 1]),
          ),
          ...this.#inRows(item, means.level),
        ];
      default:
        return body;
    }
  }

  #restriction(to: number): Program {
    return this.#cloths.flatMap((cloth): Program => {
      if (to <= cloth.coarse.length) return [restrictionOf(cloth, to)];
      return to === cloth.coarse.length + 1 ? [toRows(cloth, to - 1)] : [];
    });
  }

  #prolongation(to: number): Program {
    return this.#cloths.flatMap((cloth): Program => {
      if (to === 0) return []; // `settling` does it.
      if (to < cloth.coarse.length) return [prolongationOf(cloth, to)];
      return to === cloth.coarse.length ? [fromRows(cloth, to)] : [];
    });
  }

  /** Consecutive colours of the same rows are swept in one call, row by row, so that memory is read once. */
  #smoothing({ level, colours }: Smoothing, coarse: Coarse): Program {
    const ranges = this.#hierarchy.levels[level].colours;
    const passes: number[][] = [];
    for (const colour of colours) {
      const [first, end] = ranges[colour];
      const own = coarse.colours.findIndex((slot) => slot >= first && slot < end);
      if (own < 0) continue;
      const last = passes.at(-1);
      if (last && last[0] >> 1 === own >> 1) last.push(own);
      else passes.push([own]);
    }
    return passes.map((own) => smoothing(coarse, own));
  }

  /** The calls of an operation on level l, over points that are in rows; with `below`, also points of cloths that have no level `below` in blocks. */
  #inRows({ body }: Operation, l: number, below = l): Program {
    const taken = this.#cloths
      .filter(({ coarse }) => coarse.length >= below)
      .flatMap(({ finest, coarse }) => (l === 0 ? finest : coarse[l - 1]).taken);
    const all: Range = [0, this.#hierarchy.levels[l].points];
    return withinRanges(body, without(all, taken));
  }
}

const namesOf = ({ name }: Coarse) => ({
  delta: `${name}Delta`,
  rhs: `${name}Rhs`,
  weights: `${name}Weights`,
  entries: `${name}Entries`,
  down: `${name}Down`,
  middles: `${name}Middles`,
  children: `${name}Children`,
  up: `${name}Up`,
  parents: `${name}Parents`,
  slots: `${name}Slots`,
  points: `${name}Points`,
});

const residualName = ({ name }: Blocks): string => `${name}Residual`;
/** The ring buffers of `blockSettle`, for so many sweeps. */
const changeName = ({ name }: Blocks, sweeps: number): string => `${name}Change${sweeps}`;

function memoryOf({ finest, coarse }: Cloth): MemoryPlan {
  const plan: Record<string, BufferPlan> = { [residualName(finest)]: threes(finest) };
  for (const one of coarse) {
    const { entries, children, points, parents, slots } = one;
    const names = namesOf(one);
    plan[names.delta] = threes(one);
    plan[names.rhs] = threes(one);
    plan[names.weights] = {
      role: 'prepared',
      element: 'real',
      domain: 'blockEights',
      length: entries.length,
    };
    plan[names.down] = { role: 'prepared', element: 'real', domain: 'blockNines', length: children.length };
    plan[names.middles] = {
      role: 'prepared',
      element: 'vec4',
      domain: 'gridQuads',
      length: children.length / 36,
    };
    plan[names.up] = { role: 'prepared', element: 'real', domain: 'blockFives', length: parents.length };
    plan[names.entries] = constant('blockEights', entries);
    plan[names.children] = constant('blockNines', children);
    plan[names.parents] = constant('blockFives', parents);
    plan[names.points] = constant('blockPoints', points);
    plan[names.slots] = constant('gridPoints', slots);
  }
  return plan;
}

const ringsOf = ({ finest }: Cloth, sweeps: number, threads: number): MemoryPlan => ({
  [changeName(finest, sweeps)]: {
    ...{ role: 'kept', element: 'vec4', domain: 'gridRings' },
    length: bandsOf(finest, sweeps, threads) * ringOf(finest, sweeps),
  },
});

/** As many bands as threads, but each with several times as many pairs as it recomputes of the bands beside it. */
const bandsOf = (finest: Blocks, sweeps: number, threads: number): number =>
  Math.max(1, Math.min(threads, Math.floor(pairsOf(finest) / (8 * sweeps))));

/** Role `kept`, since the zeros around its points must stay. */
const threes = (size: Size): BufferPlan => ({
  role: 'kept',
  element: 'vec4',
  domain: 'blockThrees',
  length: threesOf(size),
});

const constant = (domain: string, initial: Uint32Array): BufferPlan => ({
  role: 'constant',
  element: 'u32',
  domain,
  length: initial.length,
  initial,
});

/** Calls that copy the weights of level l into blocks, and compute its shares. */
function preparation(l: number, coarse: Coarse): Program {
  const names = namesOf(coarse);
  const [fine, own] = [levelBuffers(l - 1), levelBuffers(l)];
  const { children, parents } = transferBuffers(l - 1);
  const phase = 'prepare';
  return [
    call(blockStencil, {
      phase,
      range: [0, coarse.entries.length],
      bind: { blockEntries: names.entries, weights: own.weights, blockWeights: names.weights },
    }),
    call(blockDown, {
      phase,
      range: [0, coarse.children.length],
      bind: {
        blockChildren: names.children,
        blockPoints: names.points,
        children,
        diagonal: fine.diagonal,
        coarseDiagonal: own.diagonal,
        blockShares: names.down,
      },
    }),
    call(blockAlike, {
      phase,
      range: [0, coarse.children.length / 36],
      bind: { blockShares: names.down, blockMiddles: names.middles },
    }),
    call(blockUp, {
      phase,
      range: [0, coarse.parents.length],
      bind: { blockParents: names.parents, parents, diagonal: fine.diagonal, blockShares: names.up },
    }),
  ];
}

/** The local step and the residual of the finest level. `isFresh`: δ is 0 before it. */
export function imbalanceOf(finest: Blocks, isFresh: boolean): Call {
  const { range, bind, scalars } = over(finest);
  return call(blockImbalance, {
    phase: 'local',
    range,
    bind: { ...bind, blockResidual: residualName(finest) },
    scalars: { ...scalars, isFresh: Number(isFresh) },
  });
}

/** After something was added to right-hand sides: copies them as the residuals of the finest level. */
export function residualsOf(finest: Blocks): Call {
  const { range, bind, scalars } = over(finest);
  return call(blockResiduals, {
    phase: 'local',
    range,
    bind: { ...bind, blockResidual: residualName(finest) },
    scalars,
  });
}

/** Level l of a cloth with its buffers, and the level above it. */
function between({ finest, coarse }: Cloth, l: number) {
  const [above, own] = [l === 1 ? undefined : coarse[l - 2], coarse[l - 1]];
  const fine: Size = above ?? finest;
  return {
    fine,
    own,
    names: namesOf(own),
    fineResidual: above ? namesOf(above).rhs : residualName(finest),
    sizes: {
      ...{ fineColumns: fine.columns, fineRows: fine.rows },
      ...{ columns: own.columns, rows: own.rows },
    },
  };
}

/** From level l - 1 to level l. */
function restrictionOf(cloth: Cloth, l: number): Call {
  const { own, names, fineResidual, sizes } = between(cloth, l);
  return call(blockRestrict, {
    phase: 'global',
    range: [0, own.rows],
    bind: {
      blockResidual: fineResidual,
      blockShares: names.down,
      blockMiddles: names.middles,
      coarseRhs: names.rhs,
    },
    scalars: { ...sizes, isFinest: l === 1 ? 1 : 0 },
  });
}

/** From level l + 1 to level l. */
function prolongationOf(cloth: Cloth, l: number): Call {
  const { fine, names, sizes } = between(cloth, l + 1);
  return call(blockProlong, {
    phase: 'global',
    range: [0, pairsOf(fine)],
    bind: { coarseDelta: names.delta, blockShares: names.up, blockDelta: namesOf(cloth.coarse[l - 1]).delta },
    scalars: sizes,
  });
}

function settlingOf(cloth: Cloth, sweeps: number, threads: number, isFresh: boolean): Call {
  const { finest } = cloth;
  const { names, sizes } = between(cloth, 1);
  const { blockRhs, blockWeights, blockKinds, blockDelta } = buffersOf(finest);
  const bands = bandsOf(finest, sweeps, threads);
  return call(blockSettle, {
    phase: 'global',
    range: [0, bands],
    bind: {
      ...{ coarseDelta: names.delta, blockShares: names.up, blockChange: changeName(finest, sweeps) },
      ...{ blockRhs, blockWeights, blockKinds, blockDelta },
    },
    scalars: {
      ...{ ...sizes, sweeps, isFresh: Number(isFresh) },
      bandPairs: Math.ceil(pairsOf(finest) / bands),
    },
  });
}

/** Colours of the same rows, one after the other. */
function smoothing(coarse: Coarse, own: readonly number[]): Call {
  const { columns, rows } = coarse;
  const { delta, rhs, weights } = namesOf(coarse);
  const planes = planesIn(own.map((colour) => colour & 1));
  return call(blockSmooth, {
    phase: 'global',
    range: [0, pairsOf(coarse)],
    bind: { blockDelta: delta, blockRhs: rhs, blockWeights: weights },
    scalars: { columns, rows, parity: own[0] >> 1, planes, passes: own.length },
  });
}

function toRows({ coarse }: Cloth, l: number): Call {
  const { columns, rows } = coarse[l - 1];
  const names = namesOf(coarse[l - 1]);
  const { diagonal, residual, delta } = levelBuffers(l);
  return call(blockToRows, {
    phase: 'global',
    range: [0, rows],
    bind: { blockRhs: names.rhs, blockSlots: names.slots, diagonal, residual, delta },
    scalars: { columns, rows },
  });
}

function fromRows({ coarse }: Cloth, l: number): Call {
  const { columns, rows } = coarse[l - 1];
  const names = namesOf(coarse[l - 1]);
  return call(blockFromRows, {
    phase: 'global',
    range: [0, rows],
    bind: { delta: levelBuffers(l).delta, blockSlots: names.slots, blockDelta: names.delta },
    scalars: { columns, rows },
  });
}

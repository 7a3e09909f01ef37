/** The structures and buffers of `pd-cholesky`: the analysis of the model's matrix, and the memory plan. */
import { type SolveAnalysis, SPRING_ANALYSIS } from '../../../linear/analysis.ts';
import type { FactorLayout } from '../../../linear/factor.ts';
import { bindFactor, factorMemory } from '../../../linear/memory.ts';
import { sumsOf } from '../../../linear/tiles.ts';
import type { Model } from '../../../model.ts';
import type { MemoryPlan } from '../../../program.ts';
import { rowMemory } from '../index.ts';

export interface Analysis {
  readonly symbolic: FactorLayout;
  readonly memory: MemoryPlan;
}

const analyses = new WeakMap<Model, Analysis>();

export function analysisOf(model: Model): Analysis {
  const known = analyses.get(model);
  if (known) return known;
  const analysis = SPRING_ANALYSIS.of(model);
  const made = { symbolic: analysis.symbolic, memory: memoryOf(model, analysis) };
  analyses.set(model, made);
  return made;
}

/** The buffers of the factor, and the positions that `assemble` writes to. */
export const FACTOR = { ...bindFactor('pd'), places: 'pdPlaces', diagonals: 'pdDiagonals' } as const;

/** The factor in the layout of the solve. */
export const SOLVED = {
  ...FACTOR,
  tileStarts: 'pdTileStarts',
  tileRows: 'pdTileRows',
  tiles: 'pdTiles',
  reciprocals: 'pdNarrowReciprocals',
  work: 'pdVectors',
  sums: 'pdSums',
} as const;

/** The buffers of L-BFGS. */
export const QUASI = {
  last: 'pdLast',
  gradient: 'pdGradient',
  q: 'pdQ',
  direction: 'pdDirection',
  trial: 'pdTrial',
  steps: 'pdSteps',
  changes: 'pdChanges',
  curvatures: 'pdCurvatures',
  shares: 'pdShares',
  kept: 'pdKept',
  energy: 'pdEnergy',
} as const;

/** Greatest number of pairs that L-BFGS keeps; each takes 32 bytes a particle. */
export const MOST_PAIRS = 8;

function memoryOf(model: Model, analysis: SolveAnalysis): MemoryPlan {
  const { symbolic, springPlaces, diagonalPlaces, tileStarts, tileRows } = analysis;
  const { particles, links } = model;
  const { size, supernodes } = symbolic;
  const constant = { role: 'constant', element: 'u32' } as const;
  const scratch = { role: 'scratch' } as const;
  const prepared = { role: 'prepared' } as const;
  return {
    ...rowMemory(model),
    ...factorMemory(symbolic, 'pd'),
    [FACTOR.places]: {
      ...constant,
      domain: 'springs',
      length: links,
      initial: springPlaces,
    },
    [FACTOR.diagonals]: {
      ...constant,
      domain: 'particles',
      length: particles,
      initial: diagonalPlaces,
    },
    [SOLVED.tileStarts]: {
      ...constant,
      domain: 'supernodeBounds',
      length: supernodes + 1,
      initial: tileStarts,
    },
    [SOLVED.tileRows]: { ...constant, domain: 'tileRows', length: tileRows.length, initial: tileRows },
    [SOLVED.tiles]: { ...prepared, element: 'real', domain: 'tile', length: tileStarts[supernodes] },
    [SOLVED.reciprocals]: { ...prepared, element: 'real', domain: 'columns', length: size },
    [SOLVED.work]: { ...scratch, element: 'vec4', domain: 'columnsAndOne', length: size + 1 },
    [SOLVED.sums]: { ...scratch, element: 'vec4', domain: 'sums', length: sumsOf(symbolic) },
  };
}

/** Sized for the greatest number of pairs, so that changing the number needs no new buffers. */
export function quasiMemory({ particles }: Model): MemoryPlan {
  const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: particles } as const;
  const history = { ...vectors, domain: 'history', length: particles * MOST_PAIRS } as const;
  const pairs = { role: 'scratch', element: 'f64', domain: 'pairs', length: MOST_PAIRS } as const;
  return {
    [QUASI.last]: vectors,
    [QUASI.gradient]: vectors,
    [QUASI.q]: vectors,
    // Not scratch, because w must stay 0: it takes part in sums on the reference.
    [QUASI.direction]: { ...vectors, role: 'kept' },
    [QUASI.trial]: vectors,
    [QUASI.steps]: history,
    [QUASI.changes]: history,
    [QUASI.curvatures]: pairs,
    [QUASI.shares]: pairs,
    [QUASI.kept]: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
    [QUASI.energy]: { role: 'scratch', element: 'f64', domain: 'one', length: 1 },
  };
}

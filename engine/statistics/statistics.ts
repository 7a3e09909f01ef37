/** The numbers people judge a simulation by, as a program and as they come out of it. */

import type { Balance } from '../balance/report.ts';
import type { StorageReport } from '../blocks/storage.ts';
import type { ContactReport } from '../contact/report.ts';
import { type ForceStatistics, forceStatistics, recordSums, totalsMemory } from '../forces/statistics.ts';
import { blocksIn } from '../kernel.ts';
import type { Model } from '../model.ts';
import { call, type MemoryPlan, type Phase, type Program } from '../program.ts';
import { fold } from './fold.ts';
import { particleSums } from './particle-sums.ts';
import { springSums } from './spring-sums.ts';

export interface Statistics {
  /** Σ(|p_i - p_j| - L_ij)², m²: the total squared error, [PNF18] Eq. (7). */
  readonly error: number;
  /** | |p_i - p_j|/L_ij - 1 | over the springs. */
  readonly strain: { readonly mean: number; readonly max: number };
  /** Joules. Potential energy is 0 at the origin. */
  readonly energy: {
    readonly kinetic: number;
    readonly spring: number;
    /** Of elements: triangles, hinges. */
    readonly elements: number;
    readonly potential: number;
  };
  /** Of forces besides springs, by id; empty where bodies have springs alone. */
  readonly forces: Readonly<Record<string, ForceStatistics>>;
  /** Local steps of the last step: fixed, or chosen by the time budget. */
  readonly iterations: number;
  /** Parts that a step is divided into. */
  readonly substeps: number;
  /** Milliseconds, measured where the work was done, averaged over the measured steps. */
  readonly ms: {
    readonly total: number;
    readonly perStep: number;
    readonly phases: Readonly<Partial<Record<Phase, number>>>;
    /** What the method needed once, on the calling thread: levels and aggregates, orderings, memory plans. Near 0 where they are cached for the model. */
    readonly setup: number;
  };
  /** Springs that tore or were cut. */
  readonly torn: number;
  /** Particles that split, of bodies that do. */
  readonly split: number;
  /** Particles that once had a position or velocity that is not finite, and were reset. */
  readonly faults: number;
  readonly contact: ContactReport;
  /** What changed the energy, where the world keeps a balance of it (`balance` in its settings), once it has stepped. */
  readonly balance?: Balance;
  /** Steps, or parts of them, in which the limiter acted; a restored snapshot begins anew. */
  readonly limited: number;
  readonly storage: StorageReport;
  /** The method that solved the last step, or the one that `auto` chose, with its parameters and the reason for the choice. */
  readonly solver: {
    readonly id: string;
    readonly parameters: Readonly<Record<string, number | string>>;
    /** Where there was a choice. */
    readonly why?: string;
  };
  /** What the method says about the last step, by name; empty where it has nothing to say. */
  readonly method: Readonly<Record<string, number>>;
}

export const STATISTICS_KERNELS = [springSums, particleSums, fold] as const;

/** Sums by block, and their fold. */
export function statisticsMemory(model: Model): MemoryPlan {
  const { springs, particles } = model;
  const sums = { role: 'scratch', element: 'vec4' } as const;
  return {
    ...totalsMemory(model),
    springTotals: { ...sums, domain: 'springBlocks', length: blocksIn(springs) },
    springCounts: { ...sums, element: 'real', domain: 'springBlocks', length: blocksIn(springs) },
    particleTotals: { ...sums, domain: 'particleBlocks', length: blocksIn(particles) },
    springTotal: { ...sums, domain: 'one', length: 1 },
    springCount: { ...sums, element: 'real', domain: 'one', length: 1 },
    particleTotal: { ...sums, domain: 'one', length: 1 },
  };
}

export function statisticsProgram(model: Model, [gx, gy, gz]: readonly number[]): Program {
  const { springs, particles } = model;
  const [springBlocks, particleBlocks] = [blocksIn(springs), blocksIn(particles)];
  return [
    call(springSums, { phase: 'statistics', range: [0, springBlocks], scalars: { count: springs } }),
    call(particleSums, {
      phase: 'statistics',
      range: [0, particleBlocks],
      scalars: { count: particles, gx, gy, gz },
    }),
    ...recordSums(model),
    call(fold, { phase: 'statistics', range: [0, 1], scalars: { springBlocks, particleBlocks } }),
  ];
}

export const STATISTICS_BUFFERS = ['springTotal', 'springCount', 'particleTotal'] as const;

/** From the folded buffers to names. */
export function sumsOf(
  model: Model,
  springTotal: ArrayLike<number>,
  springCount: ArrayLike<number>,
  particleTotal: ArrayLike<number>,
  elementTotals: readonly ArrayLike<number>[],
) {
  const { springs, stiffness } = model;
  const forces = forceStatistics(model, elementTotals);
  const count = Math.max(1, springCount[0]);
  let whole = 0;
  for (let s = 0; s < springs; s++) if (stiffness[s] > 0) whole++;
  return {
    error: springTotal[0],
    strain: { mean: springTotal[1] / count, max: springTotal[2] },
    energy: {
      kinetic: particleTotal[0],
      spring: springTotal[3],
      elements: Object.values(forces).reduce((sum, { energy }) => sum + energy, 0),
      potential: particleTotal[1],
    },
    forces,
    torn: whole - springCount[0],
    split: 0,
    limited: 0,
    faults: particleTotal[2],
  };
}

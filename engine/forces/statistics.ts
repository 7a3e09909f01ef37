/** What elements add to the statistics: energy, and stretch where a force has some. */
import { blocksIn } from '../kernel.ts';
import type { Model } from '../model.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { namesOf } from './force.ts';

/** Of all elements of a force. */
export interface ForceStatistics {
  readonly elements: number;
  /** Joules. */
  readonly energy: number;
  /** |σ − 1| over the triangles, σ being the principal stretch that is farther from 1. Absent for a force without strain. */
  readonly strain?: { readonly mean: number; readonly max: number };
  /** The greatest and the least principal stretch: 1 is at rest, below 1 is pressed together. */
  readonly stretch?: { readonly most: number; readonly least: number };
}

type Forces = Pick<Model, 'forces'>;

export const totalsMemory = ({ forces }: Forces): MemoryPlan =>
  Object.fromEntries(
    Object.entries(forces).map(([id, { count }]) => {
      const { totals, blocks } = namesOf(id);
      return [totals, { role: 'scratch', element: 'vec4', domain: blocks, length: blocksIn(count) }];
    }),
  );

/** At `x`, or at other places. */
export const recordSums = ({ forces }: Forces, x = 'x'): Program =>
  Object.entries(forces).map(([id, { force, count }]) => {
    const { corners, numbers, totals } = namesOf(id);
    return call(force.kernels.sums, {
      phase: 'statistics',
      range: [0, blocksIn(count)],
      bind: { x, corners, numbers, totals },
      scalars: { count },
    });
  });

/** The buffers to read, the last of all that are read; and what these say. */
export const totalsOf = ({ forces }: Forces): string[] => Object.keys(forces).map((id) => namesOf(id).totals);

export function forceStatistics(
  { forces }: Forces,
  read: readonly ArrayLike<number>[],
): Record<string, ForceStatistics> {
  const ids = Object.keys(forces);
  const totals = read.slice(read.length - ids.length);
  return Object.fromEntries(
    Object.entries(forces).map(([id, { force, count }], f) => {
      let [energy, strains, most, least] = [0, 0, 0, Number.POSITIVE_INFINITY];
      for (let k = 0; k < totals[f].length; k += 4) {
        energy += totals[f][k];
        strains += totals[f][k + 1];
        most = Math.max(most, totals[f][k + 2]);
        least = Math.min(least, totals[f][k + 3]);
      }
      const strain = { mean: strains / count, max: Math.max(Math.abs(most - 1), Math.abs(least - 1)) };
      return [id, { elements: count, energy, ...(force.hasStrain && { strain, stretch: { most, least } }) }];
    }),
  );
}

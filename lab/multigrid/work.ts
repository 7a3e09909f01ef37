/**
 * Work, so that solvers can be compared without a clock. One work unit is what a red-black sweep of the finest grid does: every
 * particle's row is read once, with its four entries. Everything else counts by the entries it reads, over those.
 *
 * - A V-cycle: residuals 1, restriction to a level 9 entries a coarse point, prolongation 4 a fine point, a sweep of a coarse level 8 entries a
 *   point, the dense coarsest level 25: 5.4 in all at 100×100.
 * - Chebyshev: a sweep to and fro is three half sweeps, and reads a vector to extrapolate.
 * - Cholesky: both substitutions, each reads the factor.
 * - Nonlinear CG: the gradient 1, the cycle without its residuals, the curvature and the trial lengths by both ends of every spring, and vectors.
 * - XPBD: a pass over the springs reads every particle as often as a sweep, and a substep predicts and finishes: 1.5.
 * - Local steps are not counted, nor are predict and finish: those are once a step for all but XPBD. What a local step costs is in
 *   the milliseconds: about as much as three sweeps, and RBGS and SOR as the papers have them take one with every sweep.
 */
import type { MethodOptions } from '../../engine/index.ts';
import { FACTOR } from '../../engine/methods/projective/cholesky/memory.ts';
import type { Model } from '../../engine/model.ts';
import type { BufferPlan, Call, MemoryPlan, Program } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { recorded } from './recorded.ts';

export const XPBD_SUBSTEP = 1.5;

/** Work units of a step. */
export function workOf(model: Model, options: MethodOptions): number {
  const { program, memory } = recorded(model, options, 1);
  return entriesIn(program, { ...memoryOf(model), ...memory }) / model.neighbours.length;
}

function entriesIn(program: Program, plan: MemoryPlan): number {
  return program.reduce((sum, item) => {
    if (item.kind === 'loop' || item.kind === 'until') return sum + item.times * entriesIn(item.body, plan);
    if (item.kind !== 'call') return sum + entriesIn(item.body, plan);
    return item.phase === 'global' ? sum + entriesOf(item, plan) : sum;
  }, 0);
}

function entriesOf({ kernel, first, end, scalars, buffers }: Call, plan: MemoryPlan): number {
  const items = end - first;
  switch (kernel.name) {
    case 'substitute':
      return 2 * plan[FACTOR.panels].length;
    case 'prolongation':
      return plan[buffers.parents].length;
    case 'curvatureSums':
    case 'remainderSums':
      return (scalars.particles ?? 0) + 2 * scalars.count;
    default:
      return 'neighbours' in buffers
        ? entriesBetween(first, end, scalars.entries, plan[buffers.neighbours])
        : 'children' in buffers
          ? childrenBetween(first, end, scalars.pairs, plan[buffers.children])
          : (scalars.count ?? items);
  }
}

/** Of the rows of a range of particles: where rows begin stands behind the entries. */
const entriesBetween = (first: number, end: number, entries: number, { initial }: BufferPlan): number =>
  initial![entries + end] - initial![entries + first];

/** Of a range of coarse points, in the same way. */
const childrenBetween = (first: number, end: number, pairs: number, { initial }: BufferPlan): number =>
  initial![2 * (pairs + end)] - initial![2 * (pairs + first)];

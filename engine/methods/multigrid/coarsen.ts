import { defineKernel, type KernelArguments, read, write } from '../../kernel.ts';
import wgsl from './coarsen.wgsl?raw';
import { OUTDATED } from './outdate.ts';
import { PARENTS, WHOLE } from './pattern.ts';

/** A coarse diagonal below this share of Σ P_iI² a_i is rounding and counts as 0, as for a free body without inertia. */
const NOTHING = 1e-5;

const buffers = {
  children: read('uvec2', 'children'),
  neighbours: read('u32', 'rows', { indexes: 'particles' }),
  weights: read('real', 'entries'),
  diagonal: read('real', 'particles', { elsewhere: true }),
  parents: read('uvec2', 'parents'),
  places: read('uvec2', 'places'),
  coarseWeights: write('real', 'entries'),
  coarseDiagonal: write('real', 'particles'),
} as const;
const scalars = { entries: 'u32', pairs: 'u32', tables: 'u32' } as const;
type Arguments = KernelArguments<typeof buffers, typeof scalars>;

/**
 * Galerkin's coarse operator A_c = Pᵀ A P, row by row, for any mixture of stiffness, pins, shear and bend springs:
 *   a_IJ = Σ_i P_iI Σ_j a_ij P_jJ
 * Rows are stored divided by their diagonal on both levels, a_ij = −a_i weight_ij. A point with the diagonal 0 (a pin) has a row
 * and a column of zeros in P. Only the rows that `outdate` has marked are computed.
 * [BHM00] Ch. 8: Galerkin's coarse operator Pᵀ A P.
 */
export const coarsen = defineKernel({
  name: 'coarsen',
  over: 'particles',
  buffers,
  scalars,
  reference: (args, first, end) => {
    const { children, neighbours, weights, diagonal, places, coarseWeights, coarseDiagonal } = args;
    const { entries, pairs, tables } = args;
    for (let point = first; point < end; point++) {
      if (coarseDiagonal[point] !== OUTDATED) continue;
      const [row, rowEnd] = [places[2 * (tables + point) + 1], places[2 * (tables + point) + 3]];
      coarseWeights.fill(0, row, rowEnd);
      let own = 0;
      let size = 0;
      for (let k = children[2 * (pairs + point)]; k < children[2 * (pairs + point + 1)]; k++) {
        const i = children[2 * k];
        const share = children[2 * k + 1] / WHOLE;
        const a = share * diagonal[i];
        if (share === 0 || a === 0) continue;
        size += share * a;
        own += spread(args, point, i, a);
        for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++) {
          if (weights[e] !== 0 && diagonal[neighbours[e]] !== 0)
            own += spread(args, point, neighbours[e], -a * weights[e]);
        }
      }
      const isNothing = own <= NOTHING * size;
      coarseDiagonal[point] = isNothing ? 0 : own;
      for (let e = row; e < rowEnd; e++) coarseWeights[e] = isNothing ? 0 : -coarseWeights[e] / own;
    }
  },
  wgsl,
});

/**
 * Adds a_ij P_jJ to the row of `point`, for every J but itself; returns the part that belongs to its diagonal. Empty pairs have
 * no entry and are skipped by their share of 0: multiplying by 0 is not enough, since 0 times an overflowed value is not 0.
 */
function spread(args: Arguments, point: number, j: number, a: number): number {
  const { parents, coarseWeights } = args;
  let own = 0;
  for (let k = j * PARENTS; k < (j + 1) * PARENTS; k++) {
    const share = parents[2 * k + 1] / WHOLE;
    if (share === 0) continue;
    const amount = a * share;
    if (parents[2 * k] === point) own += amount;
    else coarseWeights[entryOf(args, point, parents[2 * k])] += amount;
  }
  return own;
}

/** The entry of the other point in the row of `point`: `Places`. */
function entryOf({ places, tables }: Arguments, point: number, other: number): number {
  const table = places[2 * (tables + point)];
  const size = places[2 * (tables + point) + 2] - table;
  let k = other % size;
  while (places[2 * (table + k)] !== other) k = (k + 1) % size;
  const at = table + k;
  return places[2 * at + 1];
}

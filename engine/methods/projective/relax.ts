import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './relax.wgsl?raw';

/**
 * One colour of a Gauss-Seidel sweep with over-relaxation, [PNF18] Eq. (6) solved by [PNF18] Eq. (3), [NP17] Alg. 7, [NP17] Eq. (5.2), in delta form:
 *   δ_i ← (1 - ω) δ_i + rhs_i + Σ_j weight_ij δ_j
 * `keep` is 1 - ω; the weights and rhs carry ω already. No particle of the range is another's neighbour.
 * Rows are a multiple of four long.
 */
export const relax = defineKernel({
  name: 'relax',
  over: 'particles',
  buffers: {
    delta: write('vec4', 'particles'),
    rhs: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles', outsideRange: true }),
    weights: read('real', 'entries'),
  },
  scalars: { entries: 'u32', keep: 'real' },
  reference: ({ delta, rhs, neighbours, weights, entries, keep }, first, end) => {
    for (let i = first; i < end; i++) relaxOne(i, delta, rhs, neighbours, weights, entries, keep);
  },
  wgsl,
});

/** The equation of particle i, solved for δ_i. */
export function relaxOne(
  i: number,
  delta: Float64Array | Float32Array,
  rhs: Float64Array | Float32Array,
  neighbours: Uint32Array,
  weights: Float64Array | Float32Array,
  entries: number,
  keep: number,
): void {
  for (let c = 0; c < 4; c++) {
    let sum = keep * delta[4 * i + c] + rhs[4 * i + c];
    for (let e = neighbours[entries + i]; e < neighbours[entries + i + 1]; e++)
      sum += weights[e] * delta[4 * neighbours[e] + c];
    delta[4 * i + c] = sum;
  }
}

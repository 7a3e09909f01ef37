import { defineKernel, read, write } from '../kernel.ts';
import { eachParticle, fourAt, GEOMETRY, neighboursOf, type Size, threeAt } from './geometry.ts';

/**
 * `relax` in blocks: one colour of pairs of rows,
 *   δ_i ← (1 - ω) δ_i + rhs_i + Σ_j weight_ij δ_j
 * Where a pair is not mixed the sum is one weight times the four neighbours.
 */
export const gridRelax = defineKernel({
  name: 'gridRelax',
  over: 'gridPairs',
  buffers: {
    gridDelta: write('vec4', 'gridThrees'),
    gridRhs: read('vec4', 'gridFours'),
    gridWeights: read('vec4', 'gridFours'),
    gridMixed: read('uvec2', 'gridPairs'),
  },
  scalars: { ...GEOMETRY, colour: 'u32', keep: 'real' },
  reference: ({ gridDelta, gridRhs, gridWeights, gridMixed: _, colour, keep, ...grid }, first, end) => {
    relaxPairs(grid, gridDelta, gridRhs, gridWeights, colour, keep, first, end);
  },
});

export type Reals = Float64Array | Float32Array;

export function relaxPairs(
  grid: Size,
  delta: Reals,
  rhs: Reals,
  weights: Reals,
  colour: number,
  keep: number,
  first: number,
  end: number,
): void {
  eachParticle(grid, first, end, (one, row, half) => {
    if (one !== colour) return;
    const [i, q] = [threeAt(grid, colour, row, half), fourAt(grid, colour, row, half)];
    const others = neighboursOf(colour, row, half).map((other) => threeAt(grid, 1 - colour, ...other));
    for (let c = 0; c < 12; c += 4) {
      let sum = keep * delta[i + c] + rhs[q + c];
      for (let d = 0; d < others.length; d++) sum += weights[q + 4 * d] * delta[others[d] + c];
      delta[i + c] = sum;
    }
  });
}

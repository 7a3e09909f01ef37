import { eachParticle, fourAt, neighboursOf, type Size, threeAt } from './geometry.ts';

export type Reals = Float64Array | Float32Array;

/**
 * `relax` in blocks: one colour of pairs of rows,
 *   δ_i ← (1 - ω) δ_i + rhs_i + Σ_j weight_ij δ_j
 * Where all springs of a particle have one weight, the four neighbours are summed first and multiplied once. In AssemblyScript
 * block-pairs.as.ts has the loop over pairs.
 */
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

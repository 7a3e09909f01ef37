import { defineKernel, write } from '../../kernel.ts';
import wgsl from './accelerate.wgsl?raw';

/**
 * Chebyshev's semi-iteration over sweeps, [Wang15] Alg. 1 without under-relaxation (γ = 1):
 *   δ^(k+1) = ω_(k+1) (δ̂^(k+1) - δ^(k-1)) + δ^(k-1)
 * where δ̂^(k+1) is the result of a sweep from δ^(k). `swept` holds δ̂ before and the new δ afterwards, for sweeps in place;
 * `delta` holds δ^(k).
 */
export const accelerate = defineKernel({
  name: 'accelerate',
  over: 'particles',
  buffers: {
    swept: write('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    previous: write('vec4', 'particles'),
  },
  scalars: { weight: 'real' },
  reference: ({ swept, delta, previous, weight }, first, end) => {
    for (let i = 4 * first; i < 4 * end; i++) {
      const next = weight * (swept[i] - previous[i]) + previous[i];
      previous[i] = delta[i];
      delta[i] = next;
      swept[i] = next;
    }
  },
  wgsl,
});

/**
 * The largest ρ that is stable with n sweeps. An error with the eigenvalue λ is multiplied by T_n(λ/ρ)/T_n(1/ρ), which may be
 * −1/T_n(1/ρ): the correction overshoots. A stiff mode that overshoots by ε is amplified from one time step to the next by
 * ε + √(ε² + ε), which is below 1 only for ε < 1/3. So T_n(1/ρ) has to be at least 3; 4 leaves a margin.
 */
export const bearableRho = (sweeps: number): number => 1 / Math.cosh(Math.acosh(4) / sweeps);

/**
 * ω_1 … ω_n, [Wang15] Alg. 1 with S = 1: the same for every system whose sweep has a spectral radius of at most ρ. The first sweep
 * is not changed.
 */
export function chebyshevWeights(rho: number, sweeps: number): number[] {
  const weights = [1];
  while (weights.length < sweeps) {
    const last = weights.at(-1)!;
    weights.push(weights.length === 1 ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * last));
  }
  return weights;
}

import { defineKernel, write } from '../../kernel.ts';
import wgsl from './accelerate.wgsl?raw';

/**
 * Chebyshev's semi-iteration over sweeps, [Wang15] Alg. 1 without under-relaxation (γ = 1):
 *   δ^(k+1) = ω_(k+1) (δ̂^(k+1) - δ^(k-1)) + δ^(k-1)
 * where δ̂^(k+1) is what a sweep makes of δ^(k). `swept` comes in as δ̂ and goes out as the new δ, for sweeps in place;
 * `delta` comes in as δ^(k).
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
 * The largest ρ that n sweeps bear. They leave T_n(λ/ρ)/T_n(1/ρ) of an error with eigenvalue λ, which may be as much as
 * 1/T_n(1/ρ) with the other sign: the correction overshoots. A stiff mode that overshoots by ε has, over time steps, the
 * amplification |λ| = ε + √(ε² + ε), which is below 1 for ε < 1/3 only. So T_n(1/ρ) has to be 3 at least; 4 leaves room.
 */
export const bearableRho = (sweeps: number): number => 1 / Math.cosh(Math.acosh(4) / sweeps);

/**
 * ω_1 … ω_n, [Wang15] Alg. 1 with S = 1: the same for every system whose sweep has a spectral radius of at most ρ. The first sweep
 * stands as it is.
 */
export function chebyshevWeights(rho: number, sweeps: number): number[] {
  const weights = [1];
  while (weights.length < sweeps) {
    const last = weights.at(-1)!;
    weights.push(weights.length === 1 ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * last));
  }
  return weights;
}

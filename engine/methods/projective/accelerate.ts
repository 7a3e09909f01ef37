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

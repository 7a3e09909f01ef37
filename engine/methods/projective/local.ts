import { defineKernel, read, write } from '../../kernel.ts';
import { restVector } from '../spring.ts';
import spring from '../spring.wgsl?raw';
import wgsl from './local.wgsl?raw';

/**
 * The local step, [PNF18] Alg. 3, gathered into the right-hand side of the global step.
 *
 * Delta form: with p = y + δ, [PNF18] Eq. (6) becomes
 *   a_i δ_i = Σ_j s_ij (d_ij - (y_i - y_j)) + Σ_j s_ij δ_j
 * The inertia term is gone and float32 rounds small numbers only: y_i - y_j is exact for neighbours and δ is
 * a correction. This kernel leaves rhs_i = ω/a_i Σ_j s_ij (d_ij - (y_i - y_j)), d_ij taken at y + δ.
 * Rows are a multiple of four long.
 */
export const local = defineKernel({
  name: 'local',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    rhs: write('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    weights: read('real', 'entries'),
  },
  scalars: { entries: 'u32' },
  reference: (args, first, end) => {
    for (let i = first; i < end; i++) localOne(i, args);
  },
  wgsl: spring + wgsl,
});

const y = new Float64Array(3); // y_i - y_j
const e = new Float64Array(3); // p_i - p_j
const d = new Float64Array(3);

/** The right-hand side of particle i. */
export function localOne(
  i: number,
  { x, delta, rhs, neighbours, springOf, springs, weights, entries }: Parameters<typeof local.reference>[0],
): void {
  const sum = [0, 0, 0];
  for (let entry = neighbours[entries + i]; entry < neighbours[entries + i + 1]; entry++) {
    const j = neighbours[entry];
    for (let c = 0; c < 3; c++) {
      y[c] = x[4 * i + c] - x[4 * j + c];
      e[c] = y[c] + (delta[4 * i + c] - delta[4 * j + c]);
    }
    restVector(e, springs[2 * springOf[entry]], springOf[entry], i, j, d);
    for (let c = 0; c < 3; c++) sum[c] += weights[entry] * (d[c] - y[c]);
  }
  for (let c = 0; c < 3; c++) rhs[4 * i + c] = sum[c];
  rhs[4 * i + 3] = 0;
}

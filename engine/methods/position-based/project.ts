import { defineKernel, read, write } from '../../kernel.ts';
import { restVector } from '../spring.ts';
import spring from '../spring.wgsl?raw';
import wgsl from './project.wgsl?raw';

/**
 * One iteration of position based dynamics with the Jacobi solver, [NP17] Alg. 3, gathered by particle so that no
 * atomic addition is needed:
 *   q_p ← q_p + (1/n_p) Σ_c  w_p/(w_p + w_o) (d_c - e_c),   e_c = q_p - q_o,  d_c = L e_c/|e_c|
 * As printed, the thesis moves the first end by +Δ/2, which lengthens a stretched spring, and assigns Δq/n instead of
 * adding it; here the signs are those that shorten it. w is the inverse mass: equal masses give the thesis's 1/2, and beside a pinned particle the free one takes it all.
 * n_p counts the springs of p. In delta form: δ moves, y stays.
 */
export const project = defineKernel({
  name: 'project',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
  },
  scalars: { entries: 'u32' },
  reference: ({ x, delta, next, masses, neighbours, springOf, springs, entries }, first, end) => {
    const e = new Float64Array(3);
    const d = new Float64Array(3);
    for (let i = first; i < end; i++) {
      const w = masses[4 * i + 1];
      const sum = [0, 0, 0];
      let n = 0;
      for (let entry = neighbours[entries + i]; entry < neighbours[entries + i + 1]; entry++) {
        const j = neighbours[entry];
        const s = springOf[entry];
        if (j === i || springs[2 * s + 1] === 0 || w === 0) continue;
        for (let c = 0; c < 3; c++)
          e[c] = x[4 * i + c] - x[4 * j + c] + (delta[4 * i + c] - delta[4 * j + c]);
        restVector(e, springs[2 * s], s, i, j, d);
        const share = w / (w + masses[4 * j + 1]);
        for (let c = 0; c < 3; c++) sum[c] += share * (d[c] - e[c]);
        n++;
      }
      for (let c = 0; c < 3; c++) next[4 * i + c] = delta[4 * i + c] + (n === 0 ? 0 : sum[c] / n);
      next[4 * i + 3] = 0;
    }
  },
  wgsl: spring + wgsl,
});

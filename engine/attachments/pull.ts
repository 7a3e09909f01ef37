import { defineKernel, read, write } from '../kernel.ts';
import { restVector } from '../methods/spring.ts';
import spring from '../methods/spring.wgsl?raw';
import wgsl from './pull.wgsl?raw';

/**
 * The residual force −∇g at every particle after the solve, pinned or not, in newtons; g is the objective of a step, [LBOK13] Eq. (8):
 *   r_i = −m_i/h² δ_i − Σ_j s_ij (e_ij − d_ij),   e_ij = (y_i − y_j) + (δ_i − δ_j),   d_ij = L_ij e_ij/|e_ij|
 * `tension` is 1, or 0 where the method has no stiffness (position based dynamics): then r is the change of momentum alone.
 * `wishes` holds Σ_j (d_ij − e_ij) over the springs that are not torn, and their number; position based dynamics takes the mean.
 */
export const pull = defineKernel({
  name: 'pull',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    pulls: write('vec4', 'particles'),
    wishes: write('vec4', 'particles'),
  },
  scalars: { entries: 'u32', inertia: 'real', tension: 'real' },
  reference: (args, first, end) => {
    const { x, delta, masses, neighbours, springOf, springs, pulls, wishes } = args;
    const { entries, inertia, tension } = args;
    const [e, d] = [new Float64Array(3), new Float64Array(3)];
    for (let i = first; i < end; i++) {
      const sum = [0, 1, 2].map((c) => -inertia * masses[4 * i] * delta[4 * i + c]);
      wishes.fill(0, 4 * i, 4 * i + 4);
      for (let entry = neighbours[entries + i]; entry < neighbours[entries + i + 1]; entry++) {
        const [j, s] = [neighbours[entry], springOf[entry]];
        if (j === i) continue;
        for (let c = 0; c < 3; c++)
          e[c] = x[4 * i + c] - x[4 * j + c] + (delta[4 * i + c] - delta[4 * j + c]);
        restVector(e, springs[2 * s], s, i, j, d);
        for (let c = 0; c < 3; c++) sum[c] -= tension * springs[2 * s + 1] * (e[c] - d[c]);
        if (springs[2 * s + 1] === 0) continue;
        for (let c = 0; c < 3; c++) wishes[4 * i + c] += d[c] - e[c];
        wishes[4 * i + 3] += 1;
      }
      pulls.set([...sum, 0], 4 * i);
    }
  },
  wgsl: spring + wgsl,
});

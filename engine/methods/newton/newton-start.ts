import { defineKernel, read, write } from '../../kernel.ts';

/** Begins a solve: δ in float64, from what projective dynamics has left in `delta` or from 0, and a fresh status. */
export const newtonStart = defineKernel({
  name: 'newtonStart',
  over: 'particles',
  serial: true,
  buffers: {
    delta: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    correction: write('f64', 'coordinates'),
    status: write('f64', 'newtonStatus'),
  },
  scalars: {},
  reference: ({ delta, masses, correction, status }, first, end) => {
    status.fill(0);
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) {
        const value = delta[4 * i + c];
        correction[3 * i + c] = masses[4 * i + 1] === 0 || !Number.isFinite(value) ? 0 : value;
      }
    }
  },
});

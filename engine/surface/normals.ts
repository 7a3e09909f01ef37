import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './normals.wgsl?raw';

/**
 * The unit normal of every particle: the normalised sum of its triangles' normals, weighted by area.
 * `corners` holds a row of triangles per particle as their other two corners, in turning order; one that is gone
 * repeats the particle. A particle without area has the normal (0, 0, 1).
 * [NP17] 5.4.1, weighted by area.
 */
export const normals = defineKernel({
  name: 'normals',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    corners: read('uvec2', 'corners', { indexes: 'particles' }),
    cornerStarts: read('u32', 'cornerStarts'),
    normal: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ x, corners, cornerStarts, normal }, first, end) => {
    for (let i = first; i < end; i++) {
      const n = [0, 0, 0];
      for (let t = cornerStarts[i]; t < cornerStarts[i + 1]; t++) {
        const [a, b] = [0, 1].map((k) => [0, 1, 2].map((c) => x[4 * corners[2 * t + k] + c] - x[4 * i + c]));
        for (let c = 0; c < 3; c++) n[c] += a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
      }
      const length = Math.hypot(...n);
      normal.set(length > 0 ? [n[0] / length, n[1] / length, n[2] / length, 0] : [0, 0, 1, 0], 4 * i);
    }
  },
  wgsl,
});

import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './rims.wgsl?raw';

/**
 * The rows of adjacent triangles that `normals` takes, without those that are gone: an entry of one repeats the particle, as
 * an empty one does. `index` is what `holes` has left.
 */
export const rims = defineKernel({
  name: 'rims',
  over: 'particles',
  buffers: {
    corners: read('uvec2', 'corners', { indexes: 'particles' }),
    cornerTriangles: read('u32', 'corners', { indexes: 'triangles' }),
    index: read('u32', 'triangleCorners', { indexes: 'particles' }),
    remaining: write('uvec2', 'corners'),
  },
  scalars: { width: 'u32' },
  reference: ({ corners, cornerTriangles, index, remaining, width }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let k = i * width; k < (i + 1) * width; k++) {
        const corner = 3 * cornerTriangles[k];
        const isGone = index[corner] === index[corner + 1];
        remaining.set(isGone ? [i, i] : corners.subarray(2 * k, 2 * k + 2), 2 * k);
      }
    }
  },
  wgsl,
});

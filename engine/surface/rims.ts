import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './rims.wgsl?raw';

/**
 * The rows of adjacent triangles for `normals`, from the triangles in `index` as `holes` or `patches` wrote them: the other two
 * corners of each triangle of the particle. The entry of a triangle that is gone, or belongs to another particle by now,
 * repeats the particle.
 * No paper: it copies indices.
 */
export const rims = defineKernel({
  name: 'rims',
  over: 'particles',
  buffers: {
    cornerStarts: read('u32', 'cornerStarts'),
    cornerTriangles: read('u32', 'corners', { indexes: 'triangles' }),
    index: read('u32', 'triangleCorners', { indexes: 'particles' }),
    remaining: write('uvec2', 'corners'),
  },
  scalars: {},
  reference: ({ cornerStarts, cornerTriangles, index, remaining }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let k = cornerStarts[i]; k < cornerStarts[i + 1]; k++) {
        const triangle = index.subarray(3 * cornerTriangles[k], 3 * cornerTriangles[k] + 3);
        const own = triangle.indexOf(i);
        remaining.set(own < 0 ? [i, i] : [triangle[(own + 1) % 3], triangle[(own + 2) % 3]], 2 * k);
      }
    }
  },
  wgsl,
});

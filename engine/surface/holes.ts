import { defineKernel, read, write } from '../kernel.ts';
import { EDGES, NO_SPRING } from './edges.ts';
import wgsl from './holes.wgsl?raw';

/**
 * The corners of every triangle, as slots, for drawing. A triangle with a torn spring becomes degenerate: its first corner three times.
 * `triangleSprings` has four springs per triangle.
 * [NP17] 5.4.1: triangles follow the springs that are left.
 */
export const holes = defineKernel({
  name: 'holes',
  over: 'triangles',
  buffers: {
    triangleCorners: read('u32', 'triangleCorners', { indexes: 'particles' }),
    triangleSprings: read('u32', 'triangleSprings', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    index: write('u32', 'triangleCorners'),
  },
  scalars: {},
  reference: ({ triangleCorners, triangleSprings, springs, index }, first, end) => {
    for (let t = first; t < end; t++) {
      let isHeld = true;
      for (let k = EDGES * t; k < EDGES * (t + 1); k++) {
        const spring = triangleSprings[k];
        if (spring !== NO_SPRING && springs[2 * spring + 1] === 0) isHeld = false;
      }
      for (let k = 3 * t; k < 3 * t + 3; k++) index[k] = triangleCorners[isHeld ? k : 3 * t];
    }
  },
  wgsl,
});

import { defineKernel, read, write } from '../kernel.ts';
import { EDGES, NO_SPRING } from './edges.ts';
import wgsl from './patches.wgsl?raw';

/**
 * `holes` for cloth whose particles split: a corner of a quad is the particle or its spare, whichever the quad is attached to, and
 * an edge exists as long as the spring between those two does. `quadCorners` has the four corners of a triangle's quad, in the order
 * of the bits of `sectors`, or no particle if the triangle has no quad. The versions of spring s are `stride` apart.
 * No paper: tearing/split/README.md says why.
 */
export const patches = defineKernel({
  name: 'patches',
  over: 'triangles',
  buffers: {
    triangleCorners: read('u32', 'triangleCorners', { indexes: 'particles' }),
    triangleSprings: read('u32', 'triangleSprings', { indexes: 'springs' }),
    quadCorners: read('u32', 'quadCorners', { indexes: 'particles' }),
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: read('vec2', 'springs'),
    index: write('u32', 'triangleCorners'),
  },
  scalars: { stride: 'u32' },
  reference: (args, first, end) => {
    const { triangleCorners, triangleSprings, quadCorners, spares, sectors, ends, springs, index, stride } =
      args;
    for (let t = first; t < end; t++) {
      /** 1 where the triangle's quad is attached to the particle's spare. */
      const sideOf = (slot: number): number => {
        for (let c = 0; c < 4; c++) if (quadCorners[4 * t + c] === slot) return (sectors[slot] >> c) & 1;
        return 0;
      };
      let isHeld = true;
      for (let k = EDGES * t; k < EDGES * (t + 1); k++) {
        const s = triangleSprings[k];
        if (s === NO_SPRING) continue;
        const version = s + stride * (sideOf(ends[2 * s]) + 2 * sideOf(ends[2 * s + 1]));
        if (springs[2 * version + 1] === 0) isHeld = false;
      }
      for (let k = 3 * t; k < 3 * t + 3; k++) {
        const slot = triangleCorners[isHeld ? k : 3 * t];
        index[k] = sideOf(slot) === 1 ? spares[2 * slot] : slot;
      }
    }
  },
  wgsl,
});

import { BLOCK, defineKernel, read, write } from '../kernel.ts';
import wgsl from './aim.wgsl?raw';

/** The key of a row in which the ray hits no particle. */
export const NOBODY = 1e30;

/** Radius of the ball that stands for a particle, in its own radii: balls of a square cell of cloth cover it (√2 and a margin). */
export const COVER = 1.5;

/** Depth of a layer behind the first ball, in radii of the particle's own ball. */
export const LAYER = 4;

/**
 * The particle of a block that a ray picks. `ray` holds the origin o and the tolerance τ, the unit direction d and the
 * greatest distance. A particle at e = x − o lies at s = e·d along the ray, at the distance b = |e − s d| from it; the ray hits it if b is
 * at most R, and enters its ball at s − √(R² − b²). R is 1.5 times its radius, with `wide` at least τ s.
 *   second = 0   the row is that of the first ball hit: [distance of entry, slot, s, b]
 *   second = 1   of the balls within 4 R behind that one (`front`), the nearest to the ray: [b / R, slot, s, b]
 * The second pass finds the particle under the pointer where cloth is seen at an angle (up to 75°) and balls nearer to the eye overlap it.
 * Ties go to the lower slot. Without a hit the first number is 1e30.
 * [NP17] 5.3.8: where a ray passes a sphere about each particle.
 */
export const aim = defineKernel({
  name: 'aim',
  over: 'particleBlocks',
  buffers: {
    x: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ray: read('vec4', 'ray'),
    front: read('vec4', 'picked'),
    aims: write('vec4', 'particleBlocks'),
  },
  scalars: { count: 'u32', second: 'u32', wide: 'u32' },
  reference: ({ x, masses, ray, front, aims, count, second, wide }, first, end) => {
    const [o, d] = [ray.subarray(0, 3), ray.subarray(4, 7)];
    const [tolerance, reach] = [ray[3], ray[7]];
    for (let block = first; block < end; block++) {
      let best = [NOBODY, 0, 0, 0];
      for (let i = block * BLOCK; i < Math.min(count, (block + 1) * BLOCK); i++) {
        const e = [x[4 * i] - o[0], x[4 * i + 1] - o[1], x[4 * i + 2] - o[2]];
        const s = e[0] * d[0] + e[1] * d[1] + e[2] * d[2];
        if (!(s > 0 && s <= reach)) continue;
        const b = Math.hypot(e[0] - s * d[0], e[1] - s * d[1], e[2] - s * d[2]);
        const R = Math.max(COVER * masses[4 * i + 2], wide === 1 ? tolerance * s : 0);
        if (!(b <= R)) continue;
        if (second === 1 && s - front[0] > LAYER * R) continue;
        const key = second === 1 ? b / R : s - Math.sqrt(Math.max(0, R * R - b * b));
        if (key < best[0]) best = [key, i, s, b];
      }
      aims.set(best, 4 * block);
    }
  },
  wgsl,
});

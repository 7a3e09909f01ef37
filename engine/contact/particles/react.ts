import { BLOCK, defineKernel, read, write } from '../../kernel.ts';
import wgsl from './react.wgsl?raw';

/**
 * Sums the reactions of particles on a ball, minus their impulses, block by block in fixed order, and moves the ball by `share` of that; `counted` of
 * the contacts are added to those that share its mass.
 * [TBV12]: the inverse mass of a ball is shared by its contacts.
 */
export const react = defineKernel({
  name: 'react',
  over: 'balls',
  buffers: {
    starts: read('u32', 'binStarts'),
    atBalls: read('u32', 'ballContacts'),
    contacts: read('vec4', 'contacts'),
    ballSlots: read('u32', 'balls', { indexes: 'particles' }),
    masses: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    free: write('vec4', 'fates'),
  },
  scalars: { blocks: 'u32', share: 'real', counted: 'real', particles: 'u32', ahead: 'real' },
  reference: (args, first, end) => {
    const { starts, atBalls, contacts, ballSlots, masses, next, free } = args;
    const { blocks, share, counted, particles, ahead } = args;
    for (let ball = first; ball < end; ball++) {
      const sums = [0, 0, 0];
      for (let key = ball * blocks; key < (ball + 1) * blocks; key++) {
        const ofBlock = [0, 0, 0];
        for (const e of atBalls.subarray(starts[key], starts[key + 1])) {
          const [nx, ny, nz, , fx, fy, fz, pressed] = contacts.subarray(12 * e, 12 * e + 8);
          ofBlock[0] -= fx + pressed * nx;
          ofBlock[1] -= fy + pressed * ny;
          ofBlock[2] -= fz + pressed * nz;
        }
        for (let c = 0; c < 3; c++) sums[c] += ofBlock[c];
      }
      const slot = 4 * ballSlots[ball];
      for (let c = 0; c < 3; c++) {
        const moved = share * masses[slot + 1] * sums[c];
        free[4 * particles + slot + c] += moved;
        next[slot + c] += (1 + ahead) * moved;
      }
      const touching = starts[(ball + 1) * blocks] - starts[ball * blocks];
      next[slot + 3] += counted * masses[slot + 1] * touching;
    }
  },
  lanes: BLOCK,
  wgsl,
});

import type { Vec3 } from '../../body/body.ts';
import { defineKernel, type RealArray, read, write } from '../../kernel.ts';
import { answered } from './contact.ts';
import contactWgsl from './contact.wgsl?raw';
import wgsl from './push.wgsl?raw';

const at = (buffer: RealArray, k: number): RealArray => buffer.subarray(4 * k, 4 * k + 4);

/**
 * A round: all contacts of every particle are resolved at once, and its displacement is the free one plus all impulses over its mass. By
 * mass splitting [TBV12] a particle gives each of its contacts the same share of its mass, so that the rounds converge; both sides of a
 * contact compute the same impulse, so momentum is conserved. A collider found by `collide` is one more contact, with prescribed motion.
 * A round starts from an extrapolation [Nes83]: impulses and displacements are advanced by `ahead` times their last change.
 * `free` holds the free displacements and behind them those of the last round, with w = 1 for particles without contacts.
 */
export const push = defineKernel({
  name: 'push',
  over: 'particles',
  buffers: {
    ways: read('vec4', 'particles'),
    next: write('vec4', 'particles'),
    free: write('vec4', 'fates'),
    entries: read('uvec2', 'contactEntries'),
    contacts: write('vec4', 'contacts'),
    rowStarts: read('u32', 'binStarts'),
    pairs: read('vec4', 'pairs'),
    touch: write('vec4', 'touches'),
  },
  scalars: { particles: 'u32', onlyRows: 'u32', capacity: 'u32', ahead: 'real', nextAhead: 'real' },
  reference: (args, first, end) => {
    const { ways, next, free, entries, contacts, rowStarts, pairs, touch } = args;
    const { particles, onlyRows, capacity, ahead, nextAhead } = args;
    for (let i = first; i < end; i++) {
      if (onlyRows > 0 ? rowStarts[i] === rowStarts[i + 1] : free[4 * (particles + i) + 3] > 0) continue;
      const [wx, wy, wz, yields] = at(ways, i);
      const total = [0, 0, 0];
      /** Resolves a contact with something that has this displacement; updates its impulse and the previous one. */
      const answer = (
        [nx, ny, nz, s]: RealArray,
        [last, before]: readonly [RealArray, RealArray],
        [ox, oy, oz]: RealArray,
        yielding: number,
        pair: number,
      ) => {
        if (yielding === 0) return;
        const [fx, fy, fz, normal] = last.map((value, c) => value + ahead * (value - before[c]));
        const n: Vec3 = [nx, ny, nz];
        const u: Vec3 = [wx - ox, wy - oy, wz - oz];
        const coefficients = at(pairs, pair);
        const found = answered({ n, s, u, yielding, friction: [fx, fy, fz], normal, coefficients });
        before.set(last);
        last.set(found);
        for (let c = 0; c < 3; c++) total[c] += found[c] + found[3] * n[c];
      };
      for (let e = rowStarts[i]; e < Math.min(capacity, rowStarts[i + 1]); e++) {
        const other = at(ways, entries[2 * e]);
        const impulses = [at(contacts, 3 * e + 1), at(contacts, 3 * e + 2)] as const;
        answer(at(contacts, 3 * e), impulses, other, yields + other[3], entries[2 * e + 1]);
      }
      const plane = at(touch, particles + i);
      if (plane[0] !== 0 || plane[1] !== 0 || plane[2] !== 0) {
        const surface = at(touch, 2 * particles + i);
        const impulses = [at(touch, 3 * particles + i), at(touch, 4 * particles + i)] as const;
        answer(plane, impulses, surface, yields, surface[3]);
      }
      const found = total.map((sum, c) => free[4 * i + c] + free[4 * i + 3] * sum);
      const before = at(free, particles + i);
      next.set([...found.map((value, c) => value + nextAhead * (value - before[c])), yields], 4 * i);
      before.set([...found, 0]);
    }
  },
  wgsl: contactWgsl + wgsl,
});

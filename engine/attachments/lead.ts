import type { Vec3 } from '../body/body.ts';
import { into } from '../contact/pose.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { minus, plus, scaled } from '../vector.ts';
import wgsl from './lead.wgsl?raw';
import { at, frameAt, holdAt, KIND, nearest, outOf } from './rail.ts';
import railWgsl from './rail.wgsl?raw';

/**
 * Attached particles, which have an inverse mass of 0 and which `predict` leaves alone, are put where the step is to find
 * them: x = y and v = (y − q)/h, with δ = 0 as for every pin.
 * - fixed: y is where its collider takes it;
 * - on a rail or a plane: the place of it that is nearest to where it would fly, q + h v', v' = v + h (g + f/m − c v);
 *   one that is pinned goes with the rail only;
 * - welded: both fly with the velocity of their centre of mass.
 * `rate` is 1/h, or 0 where integration is off.
 */
export const lead = defineKernel({
  name: 'lead',
  over: 'attachments',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    holds: read('vec4', 'holds'),
    rails: read('vec4', 'rails'),
    colliders: read('vec4', 'colliders'),
  },
  scalars: { h: 'real', rate: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real' },
  reference: (args, first, end) => {
    const { x, v, force, masses, holds, rails, colliders, h, rate, gx, gy, gz, damping } = args;
    const keep = 1 - Math.min(1, h * damping);
    /** v'. */
    const flying = (i: number): Vec3 =>
      plus(plus(scaled(at(v, i), keep), [gx, gy, gz], h), at(force, i), h / masses[4 * i]);
    const put = (i: number, y: Vec3) => {
      v.set(scaled(minus(y, at(x, i)), rate), 4 * i);
      x.set(y, 4 * i);
    };
    for (let k = first; k < end; k++) {
      const held = holdAt(holds, k);
      const { slot, other, kind, still, place } = held;
      const q = at(x, slot);
      const frame = frameAt(colliders, held.frame, 'end');
      if (kind === KIND.fixed) {
        put(slot, outOf(frame, place));
      } else if (kind === KIND.weld) {
        const velocity = still ? ([0, 0, 0] as const) : together(flying, masses, slot, other);
        const y = plus(q, velocity, h);
        put(slot, y);
        put(other, plus(y, place));
      } else {
        const begin = frameAt(colliders, held.frame, 'begin');
        const aim = still ? outOf(frame, into(begin, q)) : plus(q, flying(slot), h);
        put(slot, nearest(held, rails, colliders, aim).place);
      }
    }
  },
  wgsl: railWgsl + wgsl,
});

/** The velocity of two particles' centre of mass. */
function together(flying: (i: number) => Vec3, masses: RealArray, i: number, j: number): Vec3 {
  const share = masses[4 * i] / (masses[4 * i] + masses[4 * j]);
  return plus(scaled(flying(i), share), flying(j), 1 - share);
}

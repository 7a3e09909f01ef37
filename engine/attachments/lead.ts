import type { Vec3 } from '../body/body.ts';
import { into } from '../contact/pose.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { at, minus, plus, scaled } from '../vector.ts';
import wgsl from './lead.wgsl?raw';
import { frameAt, KIND, nearest, outOf, tieAt } from './rail.ts';
import railWgsl from './rail.wgsl?raw';
import { ROW } from './travel.ts';

/**
 * Attached particles, which have an inverse mass of 0 and which `predict` leaves alone, are put where the step is to find
 * them: x = y and v = (y − q)/h, with δ = 0 as for every pin.
 * - fixed: y is where its collider takes it;
 * - on a rail or a plane: the place of it that is nearest to where it would fly, q + h v', v' = v + h (g + f/m − c v);
 *   one that is pinned goes with the rail only;
 * - welded: both fly with the velocity of their centre of mass; where one is pinned it stays, and the other is where that says.
 * `rate` is 1/h, or 0 where integration is off.
 * With friction, who rests on a rail is to be found where he rests: y is nearest to q + h (1 − h c) v, and `slide` is told of the rest,
 * m/h² (q + h v' − y), in `travel`, where the first `movers` also leave how far they have gone along the rail, y − q', q' being where it
 * has carried q.
 */
export const lead = defineKernel({
  name: 'lead',
  over: 'attachments',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    ties: read('vec4', 'ties'),
    rails: read('vec4', 'rails'),
    colliders: read('vec4', 'colliders'),
    travel: write('vec4', 'travel'),
  },
  scalars: {
    h: 'real',
    rate: 'real',
    gx: 'real',
    gy: 'real',
    gz: 'real',
    damping: 'real',
    movers: 'u32',
  },
  reference: (args, first, end) => {
    const { x, v, force, masses, ties, rails, colliders, travel, h, rate, gx, gy, gz, damping, movers } =
      args;
    const keep = 1 - Math.min(1, h * damping);
    /** v'. */
    const flying = (i: number): Vec3 =>
      plus(plus(scaled(at(v, i), keep), [gx, gy, gz], h), at(force, i), h / masses[4 * i]);
    const coasting = (i: number): Vec3 => scaled(at(v, i), keep);
    const put = (i: number, y: Vec3) => {
      v.set(scaled(minus(y, at(x, i)), rate), 4 * i);
      x.set(y, 4 * i);
    };
    for (let k = first; k < end; k++) {
      const tie = tieAt(ties, k);
      const { slot, other, kind, still, friction, place } = tie;
      const q = at(x, slot);
      const frame = frameAt(colliders, tie.frame, 'end');
      if (kind === KIND.fixed) {
        put(slot, outOf(frame, place));
      } else if (kind === KIND.weld) {
        const there = at(x, other);
        const free = still === 0 ? plus(q, together(flying, masses, slot, other), h) : q;
        const y = still === 2 ? minus(there, place) : free;
        put(slot, y);
        put(other, still >= 2 ? there : plus(y, place));
      } else {
        const carried = outOf(frame, into(frameAt(colliders, tie.frame, 'begin'), q));
        const velocity = flying(slot);
        const free = plus(q, friction > 0 ? coasting(slot) : velocity, h);
        const y = nearest(tie, rails, colliders, still ? carried : free).place;
        put(slot, y);
        if (k >= movers) continue;
        const lost = plus(velocity, minus(y, q), -rate);
        travel.set(minus(y, carried), 4 * (ROW.slip * movers + k));
        travel.set(scaled(lost, masses[4 * slot] * rate), 4 * (ROW.load * movers + k));
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

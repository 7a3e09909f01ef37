import type { Vec3 } from '../body/body.ts';
import { into } from '../contact/pose.ts';
import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import { at, minus, plus, scaled } from '../vector.ts';
import wgsl from './lead.wgsl?raw';
import { frameAt, KIND, nearest, outOf, tieAt } from './rail.ts';
import railWgsl from './rail.wgsl?raw';
import { ROW } from './travel.ts';

/**
 * Predicts y for attached particles. Their inverse mass is 0, so `predict` skips them: x = y and v = (y − q)/h, with δ = 0
 * as for every pin.
 * - fixed: y is the particle's place in the collider's pose at the end of the step.
 * - on a rail or a plane: y is the point of it nearest to the ballistic position q + h v', v' = v + h (g + f/m − c v).
 *   A particle that is pinned to its rail moves with the rail only.
 * - welded: both particles move with the velocity of their centre of mass. If one is pinned, the other follows from it.
 * `rate` is 1/h, or 0 where integration is off. Where y or v is NaN or beyond 1e15, the particle stays at rest and x.w is set.
 * With friction, y is the point nearest to the coasting position q + h (1 − h c) v, so that a particle at rest on its rail starts at rest.
 * The force that this leaves out, m/h² (q + h v' − y), goes to `slide` in `travel`, together with the slip y − q' of each
 * of the first `movers`, q' being q carried along by the rail.
 * [NP17] 5.5.3: an attached particle takes its place on the collider.
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
      const velocity = scaled(minus(y, at(x, i)), rate);
      const sound = y.every(isSound) && velocity.every(isSound);
      v.set(sound ? velocity : [0, 0, 0], 4 * i);
      x.set(sound ? y : [...at(x, i), 1], 4 * i);
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
  wgsl: soundWgsl + railWgsl + wgsl,
});

/** The velocity of the centre of mass of two particles. */
function together(flying: (i: number) => Vec3, masses: RealArray, i: number, j: number): Vec3 {
  const share = masses[4 * i] / (masses[4 * i] + masses[4 * j]);
  return plus(scaled(flying(i), share), flying(j), 1 - share);
}

import { withW, xyz } from '../vector.as';
import {
  BEGIN,
  END,
  FIXED,
  HOLD,
  intoFrame,
  isStill,
  kindOf,
  nearest,
  otherOf,
  outOfFrame,
  slotOf,
  sum,
  WELD,
} from './rail.as';

@unmanaged
export class Lead {
  x: usize;
  v: usize;
  force: usize;
  masses: usize;
  holds: usize;
  rails: usize;
  colliders: usize;
  h: f32;
  rate: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
}

/** v' of the particle at this offset. */
function flying(a: Lead, o: usize): v128 {
  const acceleration = sum(
    f32x4(a.gx, a.gy, a.gz, 0),
    xyz(v128.load(a.force + o)),
    1 / load<f32>(a.masses + o),
  );
  const kept = f32x4.mul(f32x4.splat(1 - min<f32>(1, a.h * a.damping)), xyz(v128.load(a.v + o)));
  return sum(kept, acceleration, a.h);
}

function put(a: Lead, o: usize, y: v128): void {
  const q = v128.load(a.x + o);
  v128.store(a.v + o, xyz(f32x4.mul(f32x4.splat(a.rate), f32x4.sub(y, q))));
  v128.store(a.x + o, withW(y, f32x4.extract_lane(q, 3)));
}

/** The velocity of two particles' centre of mass. */
function together(a: Lead, i: usize, j: usize): v128 {
  const share = load<f32>(a.masses + i) / (load<f32>(a.masses + i) + load<f32>(a.masses + j));
  return sum(f32x4.mul(f32x4.splat(share), flying(a, i)), flying(a, j), 1 - share);
}

export function lead(a: Lead, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const held = a.holds + HOLD * <usize>k;
    const slot = slotOf(held);
    const kind = kindOf(held);
    const q = xyz(v128.load(a.x + slot));
    const place = xyz(v128.load(held, 32));
    if (kind == FIXED) {
      put(a, slot, outOfFrame(held, a.colliders, END, place));
    } else if (kind == WELD) {
      const other = otherOf(held);
      const y = isStill(held) ? q : sum(q, together(a, slot, other), a.h);
      put(a, slot, y);
      put(a, other, f32x4.add(y, place));
    } else {
      const aim = isStill(held)
        ? outOfFrame(held, a.colliders, END, intoFrame(held, a.colliders, BEGIN, q))
        : sum(q, flying(a, slot), a.h);
      put(a, slot, nearest(held, a.rails, a.colliders, aim));
    }
  }
}

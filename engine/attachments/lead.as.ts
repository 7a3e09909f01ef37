import { isSound } from '../motion/sound.as';
import { withW, xyz } from '../vector.as';
import {
  BEGIN,
  END,
  FIXED,
  frictionOf,
  intoFrame,
  kindOf,
  nearest,
  otherOf,
  outOfFrame,
  slotOf,
  stillOf,
  sum,
  TIE,
  WELD,
} from './rail.as';

/** Rows of `travel`: travel.ts. */
const SLIP: u32 = 5;
const LOAD: u32 = 6;

@unmanaged
export class Lead {
  x: usize;
  v: usize;
  force: usize;
  masses: usize;
  ties: usize;
  rails: usize;
  colliders: usize;
  travel: usize;
  h: f32;
  rate: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
  movers: u32;
}

/** The velocity (1 − h c) v of the particle at this offset. */
function coasting(a: Lead, o: usize): v128 {
  return f32x4.mul(f32x4.splat(1 - min<f32>(1, a.h * a.damping)), xyz(v128.load(a.v + o)));
}

/** The velocity v' of [PNF18] Alg. 2 for the particle at this offset. */
function flying(a: Lead, o: usize): v128 {
  const acceleration = sum(
    f32x4(a.gx, a.gy, a.gz, 0),
    xyz(v128.load(a.force + o)),
    1 / load<f32>(a.masses + o),
  );
  return sum(coasting(a, o), acceleration, a.h);
}

function put(a: Lead, o: usize, y: v128): void {
  const q = v128.load(a.x + o);
  const velocity = xyz(f32x4.mul(f32x4.splat(a.rate), f32x4.sub(y, q)));
  const sound = isSound(y) && isSound(velocity);
  v128.store(a.v + o, sound ? velocity : f32x4.splat(0));
  v128.store(a.x + o, sound ? withW(y, f32x4.extract_lane(q, 3)) : withW(q, 1));
}

/** The velocity of two particles' centre of mass. */
function together(a: Lead, i: usize, j: usize): v128 {
  const share = load<f32>(a.masses + i) / (load<f32>(a.masses + i) + load<f32>(a.masses + j));
  return sum(f32x4.mul(f32x4.splat(share), flying(a, i)), flying(a, j), 1 - share);
}

export function lead(a: Lead, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const tie = a.ties + TIE * <usize>k;
    const slot = slotOf(tie);
    const kind = kindOf(tie);
    const q = xyz(v128.load(a.x + slot));
    const place = xyz(v128.load(tie, 32));
    if (kind == FIXED) {
      // [NP17] 5.5.3: an attached particle takes its place on the collider
      put(a, slot, outOfFrame(tie, a.colliders, END, place));
    } else if (kind == WELD) {
      const other = otherOf(tie);
      const still = stillOf(tie);
      const there = xyz(v128.load(a.x + other));
      const free = still == 0 ? sum(q, together(a, slot, other), a.h) : q;
      const y = still == 2 ? f32x4.sub(there, place) : free;
      put(a, slot, y);
      put(a, other, still >= 2 ? there : f32x4.add(y, place));
    } else {
      const carried = outOfFrame(tie, a.colliders, END, intoFrame(tie, a.colliders, BEGIN, q));
      const velocity = flying(a, slot);
      const free = sum(q, frictionOf(tie) > 0 ? coasting(a, slot) : velocity, a.h);
      const y = nearest(tie, a.rails, a.colliders, stillOf(tie) > 0 ? carried : free);
      put(a, slot, y);
      if (k >= a.movers) continue;
      const lost = sum(velocity, f32x4.sub(y, q), -a.rate);
      const force: f32 = load<f32>(a.masses + slot) * a.rate;
      v128.store(a.travel + ((<usize>(SLIP * a.movers + k)) << 4), xyz(f32x4.sub(y, carried)));
      v128.store(a.travel + ((<usize>(LOAD * a.movers + k)) << 4), xyz(f32x4.mul(f32x4.splat(force), lost)));
    }
  }
}

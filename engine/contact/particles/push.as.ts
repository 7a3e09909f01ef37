import { withW, xyz } from '../../vector.as';
import { answered } from './contact.as';
import { nextInRows } from './rows.as';

@unmanaged
export class Push {
  ways: usize;
  next: usize;
  free: usize;
  entries: usize;
  contacts: usize;
  rowStarts: usize;
  pairs: usize;
  touch: usize;
  particles: u32;
  onlyRows: u32;
  capacity: u32;
  ahead: f32;
  nextAhead: f32;
}

/** Bytes of a contact: its plane, its impulse, and that of the round before. */
const CONTACT: usize = 48;

export function push(a: Push, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  const ahead = f32x4.splat(a.ahead);
  const nextAhead = f32x4.splat(a.nextAhead);
  for (let i = first; i < end; i++) {
    if (a.onlyRows) {
      i = nextInRows(a.rowStarts, i, end);
      if (i == end) return;
    }
    const o = (<usize>i) << 4;
    const before = v128.load(a.free + row + o);
    if (!a.onlyRows && f32x4.extract_lane(before, 3) > 0) continue;
    const way = v128.load(a.ways + o);
    const yields = f32x4.extract_lane(way, 3);
    let total = f32x4.splat(0);
    const starts = a.rowStarts + ((<usize>i) << 2);
    const stop = min<u32>(a.capacity, load<u32>(starts, 4));
    for (let e = load<u32>(starts); e < stop; e++) {
      const entry = a.entries + ((<usize>e) << 3);
      const other = v128.load(a.ways + ((<usize>load<u32>(entry)) << 4));
      // [TBV12] mass splitting
      const yielding = yields + f32x4.extract_lane(other, 3);
      if (yielding == 0) continue;
      const contact = a.contacts + <usize>e * CONTACT;
      const plane = v128.load(contact);
      const last = v128.load(contact, 16);
      const from = beyond(v128.load(contact, 32), last, ahead);
      const pair = a.pairs + ((<usize>load<u32>(entry, 4)) << 4);
      const impulse = answered(plane, xyz(f32x4.sub(way, other)), yielding, from, pair);
      v128.store(contact, impulse, 16);
      v128.store(contact, last, 32);
      total = f32x4.add(total, whole(plane, impulse));
    }
    const ground = a.touch + row + o;
    const plane = v128.load(ground);
    if (yields != 0 && v128.any_true(f32x4.ne(xyz(plane), f32x4.splat(0)))) {
      const surface = v128.load(ground + row);
      const last = v128.load(ground + 2 * row);
      const from = beyond(v128.load(ground + 3 * row), last, ahead);
      const pair = a.pairs + ((<usize>(<u32>f32x4.extract_lane(surface, 3))) << 4);
      const impulse = answered(plane, xyz(f32x4.sub(way, surface)), yields, from, pair);
      v128.store(ground + 2 * row, impulse);
      v128.store(ground + 3 * row, last);
      total = f32x4.add(total, whole(plane, impulse));
    }
    const free = v128.load(a.free + o);
    const weight = f32x4.splat(f32x4.extract_lane(free, 3));
    const found = xyz(f32x4.add(free, f32x4.mul(weight, total)));
    v128.store(a.free + row + o, found);
    v128.store(a.next + o, withW(beyond(before, found, nextAhead), yields));
  }
}

/** b extrapolated from a. */
function beyond(a: v128, b: v128, ahead: v128): v128 {
  // [Nes83]
  return f32x4.add(b, f32x4.mul(ahead, f32x4.sub(b, a)));
}

/** The total impulse: normal part and friction. */
function whole(plane: v128, impulse: v128): v128 {
  return f32x4.add(impulse, f32x4.mul(plane, f32x4.splat(f32x4.extract_lane(impulse, 3))));
}

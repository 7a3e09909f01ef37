import { dot, xyz } from '../../vector.as';
import { binAt, cellAt } from '../grid/bin-of.as';

@unmanaged
export class FindContacts {
  places: usize;
  starts: usize;
  cell: usize;
  rest: usize;
  contacts: usize;
  lost: usize;
  delta: usize;
  bins: u32;
  count: u32;
  own: u32;
}

const CONTACTS: u32 = 24;
const SIGHT: f32 = 1.2;
const AT_REST: f32 = 2;

const NO: u32 = 0;
const NEAR: u32 = 1;
const TOUCHES: u32 = 2;

export function findContacts(a: FindContacts, first: u32, end: u32): void {
  const size = v128.load(a.cell);
  const gridded = load<u32>(a.starts + ((<usize>a.bins) << 2));
  const balls = a.places + ((<usize>gridded) << 5);
  const stop = a.places + ((<usize>a.count) << 5);
  for (let item = first; item < end; item++) {
    const place = a.places + ((<usize>item) << 5);
    const begin = v128.load(place);
    const way = v128.load(place, 16);
    const slot = <u32>f32x4.extract_lane(way, 3);
    const row = a.contacts + ((<usize>(slot * CONTACTS)) << 2);
    let found: u32 = 0;
    let touching: u32 = 0;
    if (item < gridded) {
      const c = cellAt(begin, size);
      const cx = i32x4.extract_lane(c, 0);
      const cy = i32x4.extract_lane(c, 1);
      const cz = i32x4.extract_lane(c, 2);
      for (let z = cz - 1; z <= cz + 1; z++)
        for (let y = cy - 1; y <= cy + 1; y++)
          for (let x = cx - 1; x <= cx + 1; x++) {
            const range = a.starts + ((<usize>binAt(x, y, z, a.bins)) << 2);
            let other = a.places + ((<usize>load<u32>(range)) << 5);
            const last = a.places + ((<usize>load<u32>(range, 4)) << 5);
            for (; other < last; other += 32) {
              if (other == place) continue;
              const near = nearness(a, begin, way, slot, other);
              if (near == NO) continue;
              if (found < CONTACTS) store<u32>(row + ((<usize>found) << 2), <u32>load<f32>(other, 28));
              found++;
              touching += near == TOUCHES ? 1 : 0;
            }
          }
    }
    for (let other = balls; other < stop; other += 32) {
      if (other == place) continue;
      const near = nearness(a, begin, way, slot, other);
      if (near == NO) continue;
      if (found < CONTACTS) store<u32>(row + ((<usize>found) << 2), <u32>load<f32>(other, 28));
      found++;
      touching += near == TOUCHES ? 1 : 0;
    }
    if (found < CONTACTS) store<u32>(row + ((<usize>found) << 2), slot);
    store<u32>(a.lost + ((<usize>slot) << 2), found > CONTACTS ? found - CONTACTS : 0);
    store<f32>(a.delta + ((<usize>slot) << 4), <f32>touching, 12);
  }
}

/** Whether two may meet and come near on their ways, or touch. */
function nearness(a: FindContacts, begin: v128, way: v128, slot: u32, other: usize): u32 {
  const seen = v128.load(other);
  const reach = f32x4.extract_lane(begin, 3) + f32x4.extract_lane(seen, 3);
  const from = f32x4.sub(begin, seen);
  const e = f32x4.sub(way, v128.load(other, 16));
  const length2 = dot(e, e);
  const t = length2 > 0 ? max<f32>(0, min<f32>(1, -dot(from, e) / length2)) : 0;
  const nearest = f32x4.add(from, f32x4.mul(f32x4.splat(t), e));
  const distance2 = dot(nearest, nearest);
  const sight = SIGHT * reach;
  if (distance2 >= sight * sight) return NO;
  const ri = v128.load(a.rest + ((<usize>slot) << 4));
  const rj = v128.load(a.rest + ((<usize>(<u32>load<f32>(other, 28))) << 4));
  if (f32x4.extract_lane(ri, 3) == f32x4.extract_lane(rj, 3)) {
    if (a.own == 0) return NO;
    const apart = xyz(f32x4.sub(ri, rj));
    const least = AT_REST * reach;
    if (dot(apart, apart) < least * least) return NO;
  }
  return distance2 < reach * reach ? TOUCHES : NEAR;
}

import { dot, withW, xyz } from '../../vector.as';
import { binAt, cellAt } from '../grid/bin-of.as';
import { mayMeet, NOTED, nearestOf, PLACE } from './near.as';

@unmanaged
export class ListContacts {
  places: usize;
  starts: usize;
  cell: usize;
  rowStarts: usize;
  entries: usize;
  contacts: usize;
  noted: usize;
  pairs: usize;
  bins: u32;
  count: u32;
  own: u32;
  cells: u32;
  materials: u32;
  capacity: u32;
  most: f32;
  slow: f32;
}

/** Bytes of a contact. */
const CONTACT: usize = 48;
const MENDED: f32 = 0.1;

export function listContacts(a: ListContacts, first: u32, end: u32): void {
  const size = v128.load(a.cell);
  const gridded = load<u32>(a.starts + ((<usize>a.bins) << 2));
  const balls = a.places + <usize>gridded * PLACE;
  const stop = a.places + <usize>a.count * PLACE;
  for (let item = first; item < end; item++) {
    const place = a.places + <usize>item * PLACE;
    const slot = <u32>load<f32>(place, 28);
    const row = a.rowStarts + ((<usize>slot) << 2);
    let entry = load<u32>(row);
    const length = load<u32>(row, 4) - entry;
    if (length == 0) continue;
    if (length <= NOTED) {
      const notes = a.noted + ((<usize>(item * NOTED)) << 2);
      for (let k: u32 = 0; k < length; k++, entry++)
        list(a, place, slot, a.places + <usize>load<u32>(notes + ((<usize>k) << 2)) * PLACE, entry);
      continue;
    }
    if (item < gridded && a.cells > 0) {
      const c = cellAt(v128.load(place), size);
      const cx = i32x4.extract_lane(c, 0);
      const cy = i32x4.extract_lane(c, 1);
      const cz = i32x4.extract_lane(c, 2);
      for (let z = cz - 1; z <= cz + 1; z++)
        for (let y = cy - 1; y <= cy + 1; y++)
          for (let x = cx - 1, last = x; x <= cx + 1; x = last + 1) {
            last = min<i32>(cx + 1, x | 3);
            const range = a.starts + ((<usize>binAt(x, y, z, a.bins)) << 2);
            const from = a.places + <usize>load<u32>(range) * PLACE;
            const to = a.places + <usize>load<u32>(range + ((<usize>(last - x)) << 2), 4) * PLACE;
            entry = listIn(a, place, slot, from, to, entry);
          }
    }
    listIn(a, place, slot, balls, stop, entry);
  }
}

/** Looks for those from here to there that the particle may meet and lists them, beginning with an entry; returns the next. */
function listIn(a: ListContacts, place: usize, slot: u32, from: usize, to: usize, next: u32): u32 {
  const begin = v128.load(place);
  const way = xyz(v128.load(place, 16));
  let entry = next;
  for (let other = from; other < to; other += PLACE) {
    if (mayMeet(place, begin, way, other, a.own)) list(a, place, slot, other, entry++);
  }
  return entry;
}

/** Lists one contact. */
function list(a: ListContacts, place: usize, slot: u32, other: usize, entry: u32): void {
  if (entry >= a.capacity) return;
  const begin = v128.load(place);
  const reach = f32x4.extract_lane(begin, 3) + load<f32>(other, 12);
  const from = xyz(f32x4.sub(begin, v128.load(other)));
  const e = xyz(f32x4.sub(v128.load(place, 16), v128.load(other, 16)));
  const seen = <u32>load<f32>(other, 28);
  const apart2 = dot(from, from);
  let n = f32x4(0, slot < seen ? 1 : -1, 0, 0);
  let s: f32 = 0;
  let touches = true;
  if (apart2 < reach * reach) {
    const apart = sqrt<f32>(apart2);
    if (apart > 0) n = f32x4.div(from, f32x4.splat(apart));
    s = min<f32>(a.most, MENDED * (reach - apart));
  } else {
    const nearest = nearestOf(from, e);
    let p = xyz(nearest);
    touches = f32x4.extract_lane(nearest, 3) < reach * reach;
    if (touches) {
      const length2 = dot(e, e);
      const towards = dot(from, e);
      const root = max<f32>(0, towards * towards - length2 * (apart2 - reach * reach));
      p = f32x4.add(from, f32x4.mul(f32x4.splat((-towards - sqrt<f32>(root)) / length2), e));
    }
    n = f32x4.div(p, f32x4.splat(sqrt<f32>(dot(p, p))));
    s = reach - dot(n, from);
  }
  const pair = <u32>load<f32>(place, 52) * a.materials + <u32>load<f32>(other, 52);
  const approach = -dot(n, e);
  const restitution = load<f32>(a.pairs + ((<usize>pair) << 4), 8);
  if (touches && approach > a.slow && restitution > 0) s = max<f32>(s, restitution * approach);
  const at = a.entries + ((<usize>entry) << 3);
  store<u32>(at, seen);
  store<u32>(at, pair, 4);
  const meetsBall = load<f32>(place, 44) > 0 && load<f32>(other, 44) < 0;
  const isAnswered = hasRoom(a, slot) && (meetsBall || hasRoom(a, seen));
  const contact = a.contacts + <usize>entry * CONTACT;
  v128.store(contact, isAnswered ? withW(n, s) : f32x4.splat(0));
  v128.store(contact, f32x4.splat(0), 16);
  v128.store(contact, f32x4.splat(0), 32);
}

/** Whether the row of a particle ends before there is no room. */
function hasRoom(a: ListContacts, slot: u32): bool {
  return load<u32>(a.rowStarts + ((<usize>slot) << 2), 4) <= a.capacity;
}

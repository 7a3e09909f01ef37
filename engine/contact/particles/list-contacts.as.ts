import { dot, withW, xyz } from '../../vector.as';
import { MOVE, mayMeet, nearestOf } from './near.as';
import { nextInRows } from './rows.as';

@unmanaged
export class ListContacts {
  moves: usize;
  near: usize;
  nearStarts: usize;
  rowStarts: usize;
  entries: usize;
  contacts: usize;
  pairs: usize;
  rest: usize;
  room: u32;
  balls: u32;
  materials: u32;
  capacity: u32;
  most: f32;
  slow: f32;
}

/** Bytes of a contact. */
const CONTACT: usize = 48;
const MENDED: f32 = 0.1;

// [NP17] 3.4: the narrow phase, here over the whole path of the step
export function listContacts(a: ListContacts, first: u32, end: u32): void {
  const balls = a.near + ((<usize>a.room) << 2);
  const stop = balls + ((<usize>a.balls) << 2);
  for (let i = nextInRows(a.rowStarts, first, end); i < end; i = nextInRows(a.rowStarts, i + 1, end)) {
    let entry = load<u32>(a.rowStarts + ((<usize>i) << 2));
    const move = a.moves + <usize>i * MOVE;
    const begin = v128.load(move);
    const way = v128.load(move, 16);
    const row = a.nearStarts + ((<usize>i) << 2);
    const to = load<u32>(row, 4);
    if (to <= a.room)
      for (let k = load<u32>(row); k < to; k++) {
        const other = load<u32>(a.near + ((<usize>k) << 2));
        if (load<u32>(a.nearStarts + ((<usize>other) << 2), 4) > a.room) continue;
        if (mayMeet(begin, way, a.moves + <usize>other * MOVE)) list(a, i, other, entry++);
      }
    for (let at = balls; at < stop; at += 4) {
      const other = load<u32>(at);
      if (other != i && mayMeet(begin, way, a.moves + <usize>other * MOVE)) list(a, i, other, entry++);
    }
  }
}

/** Lists one contact. */
function list(a: ListContacts, i: u32, seen: u32, entry: u32): void {
  if (entry >= a.capacity) return;
  const place = a.moves + <usize>i * MOVE;
  const other = a.moves + <usize>seen * MOVE;
  const begin = v128.load(place);
  const reach = f32x4.extract_lane(begin, 3) + load<f32>(other, 12);
  const from = xyz(f32x4.sub(begin, v128.load(other)));
  const e = xyz(f32x4.sub(v128.load(place, 16), v128.load(other, 16)));
  const apart2 = dot(from, from);
  let n = f32x4(0, i < seen ? 1 : -1, 0, 0);
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
  const pair = <u32>load<f32>(place, 28) * a.materials + <u32>load<f32>(other, 28);
  const approach = -dot(n, e);
  const restitution = load<f32>(a.pairs + ((<usize>pair) << 4), 8);
  if (touches && approach > a.slow && restitution > 0) s = max<f32>(s, restitution * approach);
  const at = a.entries + ((<usize>entry) << 3);
  store<u32>(at, seen);
  store<u32>(at, pair, 4);
  const meetsBall = bodyOf(a, i) > 0 && bodyOf(a, seen) < 0;
  const isAnswered = hasRoom(a, i) && (meetsBall || hasRoom(a, seen));
  const contact = a.contacts + <usize>entry * CONTACT;
  v128.store(contact, isAnswered ? withW(n, s) : f32x4.splat(0));
  v128.store(contact, f32x4.splat(0), 16);
  v128.store(contact, f32x4.splat(0), 32);
}

/** Whether the row of a particle has room. */
function hasRoom(a: ListContacts, slot: u32): bool {
  return load<u32>(a.rowStarts + ((<usize>slot) << 2), 4) <= a.capacity;
}

/** The number of its body; negative for a ball. */
function bodyOf(a: ListContacts, slot: u32): f32 {
  return load<f32>(a.rest + ((<usize>slot) << 4), 12);
}

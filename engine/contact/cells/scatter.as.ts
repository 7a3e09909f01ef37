import { withW } from '../../vector.as';

@unmanaged
export class Scatter {
  moves: usize;
  rest: usize;
  members: usize;
  starts: usize;
  places: usize;
}

/** Bytes of a particle among its neighbours. */
const PLACE: usize = 48;

// [NP17] 3.4: particles sorted by cell
export function scatter(a: Scatter, first: u32, end: u32): void {
  for (let member = first; member < end; member++) {
    const from = a.members + ((<usize>member) << 3);
    const i = load<u32>(from);
    const o = (<usize>i) << 4;
    const rest = v128.load(a.rest + o);
    let place = member;
    if (f32x4.extract_lane(rest, 3) >= 0) place = placeOf(a, i, load<u32>(from, 4));
    const at = a.places + <usize>place * PLACE;
    v128.store(at, v128.load(a.moves + 2 * o));
    v128.store(at, withW(v128.load(a.moves + 2 * o, 16), <f32>i), 16);
    v128.store(at, rest, 32);
  }
}

/** Counts the particles of its bin with lower slots: two at a time, [slot bin slot bin], then the one that may be left. */
function placeOf(a: Scatter, i: u32, bin: u32): u32 {
  const range = a.starts + ((<usize>bin) << 2);
  const first = load<u32>(range);
  const stop = a.members + ((<usize>load<u32>(range, 4)) << 3);
  const own = i32x4.splat(i);
  let at = a.members + ((<usize>first) << 3);
  let lower = i32x4.splat(0);
  for (; at + 16 <= stop; at += 16) lower = i32x4.sub(lower, i32x4.lt_u(v128.load(at), own));
  const place = first + i32x4.extract_lane(lower, 0) + i32x4.extract_lane(lower, 2);
  return at < stop && load<u32>(at) < i ? place + 1 : place;
}

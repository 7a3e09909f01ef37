import { MOVE, mayMeet } from './near.as';

@unmanaged
export class CountContacts {
  moves: usize;
  near: usize;
  nearStarts: usize;
  counts: usize;
  isMet: usize;
  overlooked: usize;
  room: u32;
  balls: u32;
  particles: u32;
}

// [NP17] 3.4: the narrow phase, here over the whole path of the step
export function countContacts(a: CountContacts, first: u32, end: u32): void {
  const balls = a.near + ((<usize>a.room) << 2);
  const stop = balls + ((<usize>a.balls) << 2);
  let all: u32 = 0;
  for (let i = first; i < end; i++) {
    const row = a.nearStarts + ((<usize>i) << 2);
    const from = load<u32>(row);
    const to = load<u32>(row, 4);
    let found: u32 = 0;
    if (from < to || balls < stop) {
      const move = a.moves + <usize>i * MOVE;
      const begin = v128.load(move);
      const way = v128.load(move, 16);
      if (to <= a.room)
        for (let at = a.near + ((<usize>from) << 2), last = a.near + ((<usize>to) << 2); at < last; at += 4) {
          const other = load<u32>(at);
          if (load<u32>(a.nearStarts + ((<usize>other) << 2), 4) > a.room) continue;
          if (mayMeet(begin, way, a.moves + <usize>other * MOVE)) found++;
        }
      for (let at = balls; at < stop; at += 4) {
        const other = load<u32>(at);
        if (other != i && mayMeet(begin, way, a.moves + <usize>other * MOVE)) found++;
      }
    }
    store<u32>(a.counts + ((<usize>i) << 2), found);
    all |= found;
  }
  if (all > 0) store<u32>(a.isMet, 1);
  if (first == end) return;
  // The first particle whose neighbours have no room, if it follows one of these.
  const last = min<u32>(a.particles, end + 1);
  if (startOf(a, first + 1) > a.room || startOf(a, last) <= a.room) return;
  let cut = first + 1;
  while (startOf(a, cut + 1) <= a.room) cut++;
  const sum = <u64>load<u32>(a.overlooked) + (startOf(a, a.particles) - startOf(a, cut));
  store<u32>(a.overlooked, <u32>min<u64>(sum, u32.MAX_VALUE));
}

/** The beginning of a particle's neighbours. */
function startOf(a: CountContacts, i: u32): u32 {
  return load<u32>(a.nearStarts + ((<usize>i) << 2));
}

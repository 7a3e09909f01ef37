import { withW } from '../../vector.as';

@unmanaged
export class Reactions {
  entries: usize;
  contacts: usize;
  rowStarts: usize;
  rest: usize;
  reactionSums: usize;
  count: u32;
  balls: u32;
  capacity: u32;
}

/** Bytes of a contact. */
const CONTACT: usize = 48;

export function reactions(a: Reactions, first: u32, end: u32): void {
  const bytes = (<usize>a.balls) << 4;
  for (let block = first; block < end; block++) {
    const sums = a.reactionSums + <usize>block * bytes;
    memory.fill(sums, 0, bytes);
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let i = block << 8; i < stop; i++) {
      if (load<f32>(a.rest + ((<usize>i) << 4), 12) < 0) continue;
      const starts = a.rowStarts + ((<usize>i) << 2);
      const begin = load<u32>(starts);
      for (let e = min<u32>(a.capacity, load<u32>(starts, 4)); e > begin; e--) {
        const entry = a.entries + ((<usize>e) << 3) - 8;
        const body = load<f32>(a.rest + ((<usize>load<u32>(entry)) << 4), 12);
        if (body >= 0) break;
        const contact = a.contacts + <usize>(e - 1) * CONTACT;
        const impulse = v128.load(contact, 16);
        const whole = f32x4.add(
          impulse,
          f32x4.mul(v128.load(contact), f32x4.splat(f32x4.extract_lane(impulse, 3))),
        );
        const sum = sums + ((<usize>(<u32>(-body - 1))) << 4);
        const before = v128.load(sum);
        v128.store(sum, withW(f32x4.sub(before, whole), f32x4.extract_lane(before, 3) + 1));
      }
    }
  }
}

import { countOne } from '../tally.as';

@unmanaged
export class SewSprings {
  ends: usize;
  seams: usize;
  sectors: usize;
  opened: usize;
  springs: usize;
  torn: usize;
  count: u32;
}

/** The bit of a detached quad, relative to the bit of the same quad attached to the spare. */
const OFF: u32 = 16;

/** The quads of a particle that are attached to its spare, before the split or after it. */
function sectorsOf(a: SewSprings, slot: u32, opens: u32): u32 {
  const o = (<usize>slot) << 2;
  return load<u32>(a.sectors + o) | (opens * load<u32>(a.opened + o));
}

/** The version that a part belongs to; 4 if the part is gone. */
function versionOf(a: SewSprings, part: usize, i: u32, j: u32, opens: u32): u32 {
  const corners = load<u32>(part);
  const middle = load<u32>(part, 4);
  if (corners == u32.MAX_VALUE) return 4;
  if (middle != u32.MAX_VALUE) {
    const at = sectorsOf(a, middle, opens);
    const before = at >> ((corners >> 16) & 255);
    const after = at >> (corners >> 24);
    if (((before ^ after) & 1) != 0 || ((before | after) & OFF) != 0) return 4;
  }
  const first = sectorsOf(a, i, opens) >> (corners & 255);
  const second = sectorsOf(a, j, opens) >> ((corners >> 8) & 255);
  if (((first | second) & OFF) != 0) return 4;
  return (first & 1) + 2 * (second & 1);
}

function add(to: u32, value: f32, sums: v128): v128 {
  if (to == 0) return f32x4.add(sums, f32x4(value, 0, 0, 0));
  if (to == 1) return f32x4.add(sums, f32x4(0, value, 0, 0));
  if (to == 2) return f32x4.add(sums, f32x4(0, 0, value, 0));
  return to == 3 ? f32x4.add(sums, f32x4(0, 0, 0, value)) : sums;
}

export function sewSprings(a: SewSprings, first: u32, end: u32): void {
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    const i = load<u32>(a.ends + o);
    const j = load<u32>(a.ends + o, 4);
    const part = a.seams + ((<usize>s) << 4);
    const before0 = versionOf(a, part, i, j, 0);
    const before1 = versionOf(a, part + 8, i, j, 0);
    const after0 = versionOf(a, part, i, j, 1);
    const after1 = versionOf(a, part + 8, i, j, 1);
    if (before0 == after0 && before1 == after1) continue;
    const stride = (<usize>a.count) << 3;
    const sharers: f32 = before0 == before1 ? 2 : 1;
    let next = f32x4.splat(0);
    if (before0 < 4) next = add(after0, load<f32>(a.springs + o + before0 * stride, 4) / sharers, next);
    if (before1 < 4) next = add(after1, load<f32>(a.springs + o + before1 * stride, 4) / sharers, next);
    store<f32>(a.springs + o, f32x4.extract_lane(next, 0), 4);
    store<f32>(a.springs + o + stride, f32x4.extract_lane(next, 1), 4);
    store<f32>(a.springs + o + 2 * stride, f32x4.extract_lane(next, 2), 4);
    store<f32>(a.springs + o + 3 * stride, f32x4.extract_lane(next, 3), 4);
    countOne(a.torn);
  }
}

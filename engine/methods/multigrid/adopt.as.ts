import { firstChild } from './share.as';

@unmanaged
export class Adopt {
  parents: usize;
  children: usize;
  pairs: u32;
}

/** Finds the point among the four parents of a child, [point share point share] twice, at once. */
export function adopt(a: Adopt, first: u32, end: u32): void {
  for (let point = first; point < end; point++) {
    const own = i32x4.splat(point);
    const stop = firstChild(a.children, a.pairs, point + 1);
    for (let e = firstChild(a.children, a.pairs, point); e < stop; e += 8) {
      const child = load<u32>(a.children + e);
      const pairs = a.parents + ((<usize>child) << 5);
      const found = i32x4.add(sharesOf(own, v128.load(pairs)), sharesOf(own, v128.load(pairs, 16)));
      const share = i32x4.extract_lane(found, 1) + i32x4.extract_lane(found, 3);
      store<u32>(a.children + e, share, 4);
    }
  }
}

/** The shares in two pairs that belong to the point; 0 in the others. */
function sharesOf(point: v128, pairs: v128): v128 {
  return v128.and(pairs, i64x2.shl(i32x4.eq(pairs, point), 32));
}

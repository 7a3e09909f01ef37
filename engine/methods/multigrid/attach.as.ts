@unmanaged
export class Attach {
  allShares: usize;
  links: usize;
  weights: usize;
  parents: usize;
  changed: usize;
}

/** Handles the four parents of a point at once: [point share point share] twice. */
export function attach(a: Attach, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const row = (<usize>i) << 5;
    const before = v128.load(a.parents + row);
    const beforeToo = v128.load(a.parents + row, 16);
    const reached = i32x4.ne(v128.and(i32x4.splat(reachedFrom(a, i)), i32x4(1, 2, 4, 8)), i32x4.splat(0));
    const shares = v128.and(v128.load(a.allShares + ((<usize>i) << 4)), reached);
    v128.store(a.parents + row, v128.shuffle<i32>(before, shares, 0, 4, 2, 5));
    v128.store(a.parents + row, v128.shuffle<i32>(beforeToo, shares, 0, 6, 2, 7), 16);
    const halves = i32x4.add(shares, v128.shuffle<i32>(shares, shares, 2, 3, 0, 1));
    const sum = i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
    if (sum > 0 && sum < 65536) grow(a.parents + row, sum);
    const same = v128.and(
      i32x4.eq(before, v128.load(a.parents + row)),
      i32x4.eq(beforeToo, v128.load(a.parents + row, 16)),
    );
    if (!i32x4.all_true(same)) store<u32>(a.changed + ((<usize>i) << 2), 1);
  }
}

/** A bit for each parent: whether a path to it is whole, or there is none. */
function reachedFrom(a: Attach, i: u32): u32 {
  const links = a.links;
  const head = links + ((<usize>load<u32>(links + ((<usize>i) << 2))) << 2);
  let at = head + 4;
  let missed: u32 = 0;
  let reached: u32 = 0;
  let parent: u32 = 1;
  // Two paths of two bits a parent.
  for (let paths = load<u32>(head); paths != 0; paths >>= 4, parent <<= 1) {
    for (let two = paths & 15; two != 0; two >>= 2) {
      const length = two & 3;
      if (length == 0) continue;
      missed |= parent;
      if (isWhole(a, at, length)) reached |= parent;
      at += (<usize>(2 * length - 1)) << 2;
    }
  }
  return reached | ~missed;
}

/** Whether a path is not torn: its first link, and those after it, which may be entered from both ends. */
function isWhole(a: Attach, at: usize, length: u32): bool {
  if (!isThere(a, at)) return false;
  if (length > 1 && !isThere(a, at + 4) && !isThere(a, at + 8)) return false;
  return length < 3 || isThere(a, at + 12) || isThere(a, at + 16);
}

function isThere(a: Attach, link: usize): bool {
  return load<f32>(a.weights + ((<usize>load<u32>(link)) << 2)) != 0;
}

function grow(parents: usize, sum: u32): void {
  let left: u32 = 65536;
  let heir: usize = 0;
  for (let k = parents; k < parents + 32; k += 8) {
    if (load<u32>(k, 4) == 0) continue;
    if (heir == 0) heir = k;
    const share: u32 = 2 * ((load<u32>(k, 4) * 32768) / sum);
    store<u32>(k, share, 4);
    left -= share;
  }
  store<u32>(heir, load<u32>(heir, 4) + left, 4);
}

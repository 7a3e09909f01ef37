import { gathered, isNothing, numbersAt } from '../../blocks/grid.as';

@unmanaged
export class Attach {
  allParents: usize;
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
    const isReached = areReached(a, a.links + <usize>i * 160);
    const two = kept(v128.load(a.allParents + row), v128.shuffle<i32>(isReached, isReached, 0, 0, 1, 1));
    const others = kept(
      v128.load(a.allParents + row, 16),
      v128.shuffle<i32>(isReached, isReached, 2, 2, 3, 3),
    );
    v128.store(a.parents + row, two);
    v128.store(a.parents + row, others, 16);
    const shares = i32x4.add(two, others);
    const sum = i32x4.extract_lane(shares, 1) + i32x4.extract_lane(shares, 3);
    if (sum > 0 && sum < 65536) grow(a.parents + row, sum);
    const same = v128.and(
      i32x4.eq(before, v128.load(a.parents + row)),
      i32x4.eq(beforeToo, v128.load(a.parents + row, 16)),
    );
    if (!i32x4.all_true(same)) store<u32>(a.changed + ((<usize>i) << 2), 1);
  }
}

/** Two pairs, without the shares of parents that are not reached. */
function kept(pairs: v128, isReached: v128): v128 {
  return v128.and(pairs, v128.or(isReached, i32x4(-1, 0, -1, 0)));
}

/** A mask of the parents that are reached, each along one of two paths of five entries. */
function areReached(a: Attach, paths: usize): v128 {
  const along = areWhole(a, paths);
  return i32x4.all_true(along) ? along : v128.or(along, areWhole(a, paths + 20));
}

/** A mask of the whole paths, one for each of four parents; the first begins at this address. */
function areWhole(a: Attach, path: usize): v128 {
  const first = areThere(a, path);
  const others = v128.and(areThereEitherWay(a, path + 4), areThereEitherWay(a, path + 12));
  return v128.and(first, others);
}

/** Like `areThere`, for links that may be entered from both ends. */
function areThereEitherWay(a: Attach, link: usize): v128 {
  const there = areThere(a, link);
  return i32x4.all_true(there) ? there : v128.or(there, areThere(a, link + 4));
}

/** A mask of the links that are not torn, one for each of four paths; the first is at this address. */
function areThere(a: Attach, link: usize): v128 {
  const entries = gathered(link, link + 40, link + 80, link + 120);
  const none = isNothing(entries);
  if (i32x4.all_true(none)) return none;
  return v128.or(none, f32x4.ne(numbersAt(a.weights, entries), f32x4.splat(0)));
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

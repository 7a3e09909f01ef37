@unmanaged
export class Attach {
  allParents: usize;
  links: usize;
  weights: usize;
  parents: usize;
  changed: usize;
}

function isWhole(a: Attach, entry: u32): bool {
  return entry == u32.MAX_VALUE || load<f32>(a.weights + ((<usize>entry) << 2)) != 0;
}

function isReached(a: Attach, k: u32): bool {
  const paths = a.links + <usize>k * 40;
  for (let path = paths; path < paths + 40; path += 20) {
    const hasSecond = isWhole(a, load<u32>(path, 4)) || isWhole(a, load<u32>(path, 8));
    const hasThird = isWhole(a, load<u32>(path, 12)) || isWhole(a, load<u32>(path, 16));
    if (hasSecond && hasThird && isWhole(a, load<u32>(path))) return true;
  }
  return false;
}

export function attach(a: Attach, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const row = (<usize>i) << 5;
    const before = v128.load(a.parents + row);
    const beforeToo = v128.load(a.parents + row, 16);
    let sum: u32 = 0;
    for (let k: u32 = 0; k < 4; k++) {
      const o = row + ((<usize>k) << 3);
      const share: u32 = isReached(a, 4 * i + k) ? load<u32>(a.allParents + o, 4) : 0;
      store<u32>(a.parents + o, load<u32>(a.allParents + o));
      store<u32>(a.parents + o, share, 4);
      sum += share;
    }
    if (sum > 0 && sum < 65536) grow(a.parents + row, sum);
    const same = v128.and(
      i32x4.eq(before, v128.load(a.parents + row)),
      i32x4.eq(beforeToo, v128.load(a.parents + row, 16)),
    );
    if (!i32x4.all_true(same)) store<u32>(a.changed + ((<usize>i) << 2), 1);
  }
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

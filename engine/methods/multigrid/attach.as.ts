@unmanaged
export class Attach {
  allParents: usize;
  links: usize;
  weights: usize;
  parents: usize;
}

function isWhole(a: Attach, entry: u32): bool {
  return entry == u32.MAX_VALUE || load<f32>(a.weights + ((<usize>entry) << 2)) != 0;
}

function isReached(a: Attach, k: u32): bool {
  const paths = a.links + <usize>k * 24;
  for (let path = paths; path < paths + 24; path += 12) {
    const back = isWhole(a, load<u32>(path, 4)) || isWhole(a, load<u32>(path, 8));
    if (back && isWhole(a, load<u32>(path))) return true;
  }
  return false;
}

export function attach(a: Attach, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    let sum: u32 = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      const o = (<usize>k) << 3;
      const share: u32 = isReached(a, k) ? load<u32>(a.allParents + o, 4) : 0;
      store<u32>(a.parents + o, load<u32>(a.allParents + o));
      store<u32>(a.parents + o, share, 4);
      sum += share;
    }
    if (sum == 0 || sum == 65536) continue;
    let left: u32 = 65536;
    let heir: usize = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      const o = a.parents + ((<usize>k) << 3);
      if (load<u32>(o, 4) == 0) continue;
      if (heir == 0) heir = o;
      const share: u32 = 2 * ((load<u32>(o, 4) * 32768) / sum);
      store<u32>(o, share, 4);
      left -= share;
    }
    store<u32>(heir, load<u32>(heir, 4) + left, 4);
  }
}

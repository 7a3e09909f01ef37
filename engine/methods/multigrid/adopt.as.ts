@unmanaged
export class Adopt {
  allChildren: usize;
  parents: usize;
  children: usize;
  childWidth: u32;
}

export function adopt(a: Adopt, first: u32, end: u32): void {
  for (let point = first; point < end; point++) {
    const row = (<usize>(point * a.childWidth)) << 3;
    for (let e = row, stop = row + ((<usize>a.childWidth) << 3); e < stop; e += 8) {
      const child = load<u32>(a.allChildren + e);
      const pairs = a.parents + ((<usize>child) << 5);
      let share: u32 = 0;
      for (let k = pairs; k < pairs + 32; k += 8) {
        if (load<u32>(k) == point) share += load<u32>(k, 4);
      }
      store<u32>(a.children + e, child);
      store<u32>(a.children + e, load<u32>(a.allChildren + e, 4) == 0 ? 0 : share, 4);
    }
  }
}

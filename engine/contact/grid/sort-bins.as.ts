@unmanaged
export class SortBins {
  starts: usize;
  places: usize;
}

export function sortBins(a: SortBins, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const range = a.starts + ((<usize>k) << 2);
    const from = a.places + ((<usize>load<u32>(range)) << 6);
    const stop = a.places + ((<usize>load<u32>(range, 4)) << 6);
    for (let next = from + 64; next < stop; next += 64) {
      const begin = v128.load(next);
      const way = v128.load(next, 16);
      const slot = f32x4.extract_lane(way, 3);
      let at = next;
      const rest = v128.load(next, 32);
      const mass = v128.load(next, 48);
      for (; at > from && load<f32>(at - 64, 28) > slot; at -= 64) {
        v128.store(at, v128.load(at - 64));
        v128.store(at, v128.load(at - 48), 16);
        v128.store(at, v128.load(at - 32), 32);
        v128.store(at, v128.load(at - 16), 48);
      }
      v128.store(at, begin);
      v128.store(at, way, 16);
      v128.store(at, rest, 32);
      v128.store(at, mass, 48);
    }
  }
}

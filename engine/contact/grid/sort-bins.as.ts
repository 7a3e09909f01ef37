@unmanaged
export class SortBins {
  starts: usize;
  places: usize;
}

export function sortBins(a: SortBins, first: u32, end: u32): void {
  for (let k = first; k < end; k++) {
    const range = a.starts + ((<usize>k) << 2);
    const from = a.places + ((<usize>load<u32>(range)) << 5);
    const stop = a.places + ((<usize>load<u32>(range, 4)) << 5);
    for (let next = from + 32; next < stop; next += 32) {
      const begin = v128.load(next);
      const way = v128.load(next, 16);
      const slot = f32x4.extract_lane(way, 3);
      let at = next;
      for (; at > from && load<f32>(at - 4) > slot; at -= 32) {
        v128.store(at, v128.load(at - 32));
        v128.store(at, v128.load(at - 16), 16);
      }
      v128.store(at, begin);
      v128.store(at, way, 16);
    }
  }
}

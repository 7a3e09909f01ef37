import { dot, xyz } from '../vector.as';

@unmanaged
export class DashpotSums {
  x: usize;
  fromX: usize;
  ends: usize;
  springs: usize;
  dashpotTotals: usize;
  count: u32;
  ratio: f32;
}

/** The sum is in float64. */
export function dashpotSums(a: DashpotSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let work: f64 = 0;
    for (let s = block << 8, stop = min<u32>(a.count, (block + 1) << 8); s < stop; s++) {
      const o = (<usize>s) << 3;
      const longer = lengthOf(a.x, a.ends + o) - lengthOf(a.fromX, a.ends + o);
      work -= <f64>(load<f32>(a.springs + o, 4) * a.ratio * longer * longer);
    }
    v128.store(a.dashpotTotals + ((<usize>block) << 4), f32x4(<f32>work, 0, 0, 0));
  }
}

function lengthOf(places: usize, ends: usize): f32 {
  const i = v128.load(places + ((<usize>load<u32>(ends)) << 4));
  const e = xyz(f32x4.sub(i, v128.load(places + ((<usize>load<u32>(ends, 4)) << 4))));
  return sqrt<f32>(dot(e, e));
}

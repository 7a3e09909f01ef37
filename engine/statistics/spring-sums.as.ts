import { dot } from '../vector.as';

@unmanaged
export class SpringSums {
  x: usize;
  ends: usize;
  springs: usize;
  springTotals: usize;
  springCounts: usize;
  count: u32;
}

export function springSums(a: SpringSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let error: f64 = 0;
    let strainSum: f64 = 0;
    let strainMax: f32 = 0;
    let energy: f64 = 0;
    let n: f32 = 0;
    const stop = min<u32>(a.count, (block + 1) << 8);
    for (let s = block << 8; s < stop; s++) {
      const o = (<usize>s) << 3;
      const rest = load<f32>(a.springs + o);
      const stiffness = load<f32>(a.springs + o, 4);
      if (stiffness == 0) continue;
      const i = (<usize>load<u32>(a.ends + o)) << 4;
      const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
      const e = f32x4.sub(v128.load(a.x + i), v128.load(a.x + j));
      const stretch = sqrt<f32>(dot(e, e)) - rest;
      const strain: f32 = rest > 0 ? abs<f32>(stretch / rest) : 0;
      error += stretch * stretch;
      strainSum += strain;
      strainMax = max<f32>(strainMax, strain);
      energy += 0.5 * <f64>stiffness * <f64>stretch * <f64>stretch;
      n += 1;
    }
    v128.store(
      a.springTotals + ((<usize>block) << 4),
      f32x4(<f32>error, <f32>strainSum, strainMax, <f32>energy),
    );
    store<f32>(a.springCounts + ((<usize>block) << 2), n);
  }
}

import { dot } from '../../../vector.as';

@unmanaged
export class CurvatureSums {
  x: usize;
  iterate: usize;
  direction: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  sums: usize;
  particles: u32;
  count: u32;
  inertia: f32;
}

export function curvatureSums(a: CurvatureSums, first: u32, end: u32): void {
  for (let block = first; block < end; block++) {
    let A: f64 = 0;
    let H: f64 = 0;
    let M: f64 = 0;
    const lastParticle = min<u32>(a.particles, (block + 1) << 8);
    for (let i = block << 8; i < lastParticle; i++) {
      const p = v128.load(a.direction + ((<usize>i) << 4));
      M += <f64>a.inertia * <f64>load<f32>(a.masses + ((<usize>i) << 4)) * <f64>dot(p, p);
    }
    const lastSpring = min<u32>(a.count, (block + 1) << 8);
    for (let s = block << 8; s < lastSpring; s++) {
      const o = (<usize>s) << 3;
      const i = (<usize>load<u32>(a.ends + o)) << 4;
      const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
      const L = load<f32>(a.springs + o);
      const k = <f64>load<f32>(a.springs + o, 4);
      const y = f32x4.sub(v128.load(a.x + i), v128.load(a.x + j));
      const e = f32x4.add(y, f32x4.sub(v128.load(a.iterate + i), v128.load(a.iterate + j)));
      const q = f32x4.sub(v128.load(a.direction + i), v128.load(a.direction + j));
      const ee = dot(e, e);
      const eq = dot(e, q);
      const qq = dot(q, q);
      // pᵀAp and pᵀHp for g of [LBOK13] Eq. (8)
      A += k * <f64>qq;
      H += k * <f64>qq;
      if (ee > <f32>1e-12 * L * L) H -= k * <f64>((L / sqrt<f32>(ee)) * (qq - (eq * eq) / ee));
    }
    v128.store(a.sums + ((<usize>block) << 4), f32x4(<f32>(A + M), <f32>(H + M), <f32>M, 0));
  }
}

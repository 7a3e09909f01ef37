@unmanaged
export class Accelerate {
  swept: usize;
  delta: usize;
  previous: usize;
  weight: f32;
}

// [Wang15] Alg. 1 with γ = 1
export function accelerate(a: Accelerate, first: u32, end: u32): void {
  const weight = f32x4.splat(a.weight);
  for (let o: usize = (<usize>first) << 4, stop: usize = (<usize>end) << 4; o < stop; o += 16) {
    const previous = v128.load(a.previous + o);
    const next = f32x4.add(f32x4.mul(weight, f32x4.sub(v128.load(a.swept + o), previous)), previous);
    v128.store(a.previous + o, v128.load(a.delta + o));
    v128.store(a.delta + o, next);
    v128.store(a.swept + o, next);
  }
}

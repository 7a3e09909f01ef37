// Small helpers of the forces' kernels, on registers [x y z w].

/** The unit vector of an axis. */
export function axisOf(axis: u32): v128 {
  return v128.and(f32x4.splat(1), i32x4.eq(i32x4(0, 1, 2, 3), i32x4.splat(axis)));
}

/** From the particle at byte i to that at byte j, at x + δ. */
export function spanBetween(x: usize, delta: usize, i: usize, j: usize): v128 {
  return f32x4.add(
    f32x4.sub(v128.load(x + j), v128.load(x + i)),
    f32x4.sub(v128.load(delta + j), v128.load(delta + i)),
  );
}

/** a p + b q. */
export function combined(a: f32, p: v128, b: f32, q: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.splat(a), p), f32x4.mul(f32x4.splat(b), q));
}

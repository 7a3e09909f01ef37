// Sums in float64 over vectors in float32. A sum is kept in two lanes, which are added at the end.

/** a·b in two halves: x and z, y and w. */
export function products(a: v128, b: v128): v128 {
  const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  return f64x2.add(low, f64x2.mul(high(a), high(b)));
}

/** z and w. */
export function high(a: v128): v128 {
  return f64x2.promote_low_f32x4(i8x16.shuffle(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
}

/** x and y. */
export function low(a: v128): v128 {
  return f64x2.promote_low_f32x4(a);
}

export function total(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Σ a·b over vectors of this many bytes. */
export function inner(a: usize, b: usize, bytes: usize): f64 {
  let sum = f64x2.splat(0);
  for (let k: usize = 0; k < bytes; k += 16) {
    sum = f64x2.add(sum, products(v128.load(a + k), v128.load(b + k)));
  }
  return total(sum);
}

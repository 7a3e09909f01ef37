// Sums in float64 of numbers in float32, two lanes each.

/** The first and third, the second and fourth. */
export function inTwo(four: v128): v128 {
  const end = v128.shuffle<f32>(four, four, 2, 3, 0, 1);
  return f64x2.add(f64x2.promote_low_f32x4(four), f64x2.promote_low_f32x4(end));
}

export function sumOf(two: v128): f32 {
  return <f32>(f64x2.extract_lane(two, 0) + f64x2.extract_lane(two, 1));
}

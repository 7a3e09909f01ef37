/** One spring in float64, [LBOK13] Eqs. (9) and (10); see hooke.ts. `c` is the coordinate, 0 to 2. */

/** e = (y_i − y_j) + (δ_i − δ_j). y is stored in float32, δ in float64. */
export function extension(y: usize, delta: usize, i: usize, j: usize, c: usize): f64 {
  const apart = <f64>load<f32>(y + (i << 4) + (c << 2)) - <f64>load<f32>(y + (j << 4) + (c << 2));
  return apart + between(delta, i, j, c);
}

/** v_i − v_j of a vector with three numbers a particle. */
export function between(v: usize, i: usize, j: usize, c: usize): f64 {
  return load<f64>(v + ((i * 3 + c) << 3)) - load<f64>(v + ((j * 3 + c) << 3));
}

/** Whether the ends of a spring of squared length r2 coincide: methods/spring.ts. */
export function coincident(r2: f64, rest: f64): bool {
  return r2 <= 1e-12 * rest * rest;
}

/** The direction of a spring whose ends coincide. */
export function axis(spring: u32, i: usize, j: usize, c: u32): f64 {
  if (spring % 3 != c) return 0;
  return i < j ? 1 : -1;
}

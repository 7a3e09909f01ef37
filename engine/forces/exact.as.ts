// Places of particles in float64, for the kernels behind `Force.exact` (exact.ts).

/** From particle i to j, at x + δ: x in float32, δ in float64, three numbers a particle. `c` is the coordinate. */
export function apart(x: usize, delta: usize, i: usize, j: usize, c: usize): f64 {
  const here = load<f32>(x + (i << 4) + (c << 2));
  const there = load<f32>(x + (j << 4) + (c << 2));
  return <f64>there - <f64>here + between(delta, i, j, c);
}

/** From particle i to j of a vector with three numbers a particle. */
export function between(v: usize, i: usize, j: usize, c: usize): f64 {
  return load<f64>(v + ((j * 3 + c) << 3)) - load<f64>(v + ((i * 3 + c) << 3));
}

/**
 * |r + s| − |r| − n·s, n = r/|r|, to rounding of itself: of second order in s. `rr` = r·r, `rs` = r·s, `ss` = s·s. As T of
 * methods/newton/descend.ts.
 */
export function lengthening(rr: f64, rs: f64, ss: f64): f64 {
  const r = sqrt<f64>(rr);
  const lengths = r + sqrt<f64>(max<f64>(rr + 2 * rs + ss, 0));
  return (ss - ((2 * rs + ss) * (rs / r)) / lengths) / lengths;
}

/** The largest coordinate of so many particles, whose slots stand here, of a vector with three numbers each. */
export function largestAt(v: usize, slots: usize, count: usize): f64 {
  let most: f64 = 0;
  for (let k: usize = 0; k < count; k++) {
    const at = v + <usize>load<u32>(slots + (k << 2)) * 24;
    for (let c: usize = 0; c < 24; c += 8) most = max<f64>(most, abs<f64>(load<f64>(at + c)));
  }
  return most;
}

// Springs whose ends coincide, four particles of a block at once; see methods/spring.ts.

/** Whether ends are so far apart that the spring has a direction; see methods/spring.ts. */
export function isApart(length2: v128, rest: v128): v128 {
  return f32x4.gt(length2, f32x4.mul(f32x4.splat(1e-12), f32x4.mul(rest, rest)));
}

/** Bits of the lanes whose spring has a weight and no direction. */
export function lanes(apart: v128, w: v128): u32 {
  return <u32>i32x4.bitmask(v128.andnot(f32x4.ne(w, f32x4.splat(0)), apart));
}

/** Springs without a direction take an axis by their number, opposite at the two ends. */
export function giveDirections(
  entries: usize,
  springOf: usize,
  weights: usize,
  lengths: usize,
  rhs: usize,
  q: usize,
  lost: u32,
  colour: u32,
): void {
  for (let bit: u32 = 0; bit < 16; bit++) {
    if (!((lost >> bit) & 1)) continue;
    const at = q + ((<usize>bit) << 2);
    const spring = load<u32>(springOf + ((<usize>load<u32>(entries + at)) << 2));
    const along = load<f32>(weights + at) * load<f32>(lengths + at);
    const to = rhs + q + ((<usize>(spring % 3)) << 4) + ((<usize>(bit & 3)) << 2);
    store<f32>(to, load<f32>(to) + (colour == 0 ? along : -along));
  }
}

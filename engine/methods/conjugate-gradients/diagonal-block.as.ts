// The preconditioner of `mcg`; see diagonal-block.ts.

/** z_i ← B_i⁻¹ r_i, by L D Lᵀ. */
export function solveBlock(blocks: usize, r: usize, z: usize, i: usize): void {
  const b = blocks + i * 48;
  const from = r + i * 24;
  const to = z + i * 24;
  const xx = load<f64>(b);
  const xy = load<f64>(b, 8);
  const xz = load<f64>(b, 16);
  const l10 = over(xy, xx);
  const l20 = over(xz, xx);
  const d1 = load<f64>(b, 24) - l10 * xy;
  const c21 = load<f64>(b, 32) - l10 * xz;
  const l21 = over(c21, d1);
  const d2 = load<f64>(b, 40) - l20 * xz - l21 * c21;
  const y0 = load<f64>(from);
  const y1 = load<f64>(from, 8) - l10 * y0;
  const y2 = load<f64>(from, 16) - l20 * y0 - l21 * y1;
  const z2 = over(y2, d2);
  const z1 = over(y1, d1) - l21 * z2;
  store<f64>(to, over(y0, xx) - l10 * z1 - l20 * z2);
  store<f64>(to, z1, 8);
  store<f64>(to, z2, 16);
}

function over(value: f64, pivot: f64): f64 {
  return pivot > 0 ? value / pivot : 0;
}

// Small helpers on registers, mostly one particle's [x y z w]. All inline when optimised.

/** a b + c. In the module with relaxed SIMD the sum may be rounded once instead of twice, as the processor has it. */
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** c − a b, likewise. */
export function nmadd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_nmadd(a, b, c);
  return f32x4.sub(c, f32x4.mul(a, b));
}

/** The first three lanes; the fourth is 0. */
export function xyz(a: v128): v128 {
  return v128.and(a, i32x4(-1, -1, -1, 0));
}

/** The first three lanes of a, with w in the fourth. */
export function withW(a: v128, w: f32): v128 {
  return f32x4.replace_lane(a, 3, w);
}

export function dot(a: v128, b: v128): f32 {
  const p = f32x4.mul(a, b);
  return f32x4.extract_lane(p, 0) + f32x4.extract_lane(p, 1) + f32x4.extract_lane(p, 2);
}

export function cross(a: v128, b: v128): v128 {
  const aYzx = i8x16.shuffle(a, a, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15);
  const bYzx = i8x16.shuffle(b, b, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15);
  const c = f32x4.sub(f32x4.mul(a, bYzx), f32x4.mul(aYzx, b));
  return xyz(i8x16.shuffle(c, c, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15));
}

/** x of four particles [x y z w]. */
export function xOf(p: v128, q: v128, r: v128, s: v128): v128 {
  return v128.shuffle<f32>(unzipped(p, q), unzipped(r, s), 0, 1, 4, 5);
}

export function yOf(p: v128, q: v128, r: v128, s: v128): v128 {
  return v128.shuffle<f32>(unzipped(p, q), unzipped(r, s), 2, 3, 6, 7);
}

export function zOf(p: v128, q: v128, r: v128, s: v128): v128 {
  return v128.shuffle<f32>(unzippedEnd(p, q), unzippedEnd(r, s), 0, 1, 4, 5);
}

export function wOf(p: v128, q: v128, r: v128, s: v128): v128 {
  return v128.shuffle<f32>(unzippedEnd(p, q), unzippedEnd(r, s), 2, 3, 6, 7);
}

/** [x x y y] of two. */
function unzipped(p: v128, q: v128): v128 {
  return v128.shuffle<f32>(p, q, 0, 4, 1, 5);
}

/** [z z w w] of two. */
function unzippedEnd(p: v128, q: v128): v128 {
  return v128.shuffle<f32>(p, q, 2, 6, 3, 7);
}

/**
 * The plane of a triangle as two axes, e₁ along the warp F_u, in which F is [g₁₁ g₁₂; 0 g₂₂] with g₁₁, g₂₂ ≥ 0. The rotation nearest to
 * such a matrix (its polar decomposition, the 2×2 SVD that [LBOK13] Sec. 6 suggests for thin shells) has cosine and sine in proportion
 * to g₁₁ + g₂₂ and −g₁₂, which stays defined as long as F is not 0.
 *
 * Degenerate triangles: where F_u is (nearly) 0, e₁ is at right angles to F_v; where all of F is, e₁ is an axis by the element's
 * number. Where F_v is (nearly) along e₁, e₂ is at right angles to e₁, on the side of an axis by the element's number.
 * The same functions are in frame.as.ts and frame.wgsl.
 */

/** Squared length of F_u or F_v, whose rest is 1, below which it has no direction. */
export const COLLAPSED = 1e-12;

/** Share of |F_v|² that is across e₁ below which the triangle is a line: float32 leaves no direction there. */
export const THIN = 1e-8;

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** At right angles to the unit vector d: the axis of the element's number, or the next where d is nearly along that. */
export function perpendicular(d: readonly number[], element: number): number[] {
  const first = element % 3;
  const axis = d[first] * d[first] > 0.9 ? (first + 1) % 3 : first;
  const across = d.map((value, c) => (c === axis ? 1 : 0) - d[axis] * value);
  const scale = 1 / Math.sqrt(1 - d[axis] * d[axis]);
  return across.map((value) => scale * value);
}

/** The unit vector along f; undefined where f has collapsed. */
export function directionOf(f: readonly number[]): number[] | undefined {
  const length2 = dot(f, f);
  if (!(length2 > COLLAPSED)) return undefined;
  const scale = 1 / Math.sqrt(length2);
  return f.map((value) => scale * value);
}

export function firstAxis(fu: readonly number[], fv: readonly number[], element: number): number[] {
  const along = directionOf(fu);
  if (along) return along;
  const across = directionOf(fv);
  return across ? perpendicular(across, element) : [0, 1, 2].map((c) => (c === element % 3 ? 1 : 0));
}

export function secondAxis(fv: readonly number[], e1: readonly number[], element: number): number[] {
  const along = dot(fv, e1);
  const across = fv.map((value, c) => value - along * e1[c]);
  const length2 = dot(across, across);
  if (!(length2 > THIN * dot(fv, fv) && length2 > COLLAPSED)) return perpendicular(e1, element);
  const scale = 1 / Math.sqrt(length2);
  return across.map((value) => scale * value);
}

/** The frame of a triangle, what F is in it, and σ₁ + σ₂, the sum of its principal stretches. */
export function frameOf(fu: readonly number[], fv: readonly number[], element: number) {
  const e1 = firstAxis(fu, fv, element);
  const e2 = secondAxis(fv, e1, element);
  const [g11, g12, g22] = [dot(fu, e1), dot(fv, e1), dot(fv, e2)];
  return { e1, e2, g11, g12, g22, sum: Math.sqrt((g11 + g22) ** 2 + g12 * g12) };
}

/** F of an element: what a step along warp and weft becomes. `span` gives component c from corner 0 to corner k. */
export function gradientOf(
  numbers: ArrayLike<number>,
  at: number,
  span: (k: 1 | 2, c: number) => number,
): [fu: number[], fv: number[]] {
  const along = (first: number) =>
    [0, 1, 2].map((c) => numbers[at + first] * span(1, c) + numbers[at + first + 1] * span(2, c));
  return [along(0), along(2)];
}

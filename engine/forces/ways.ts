/** Ways between particles, for the reference kernels of forces; exact.as.ts has the same. */
type Numbers = ArrayLike<number>;

/** Component c of the way from one particle to another. */
export type Way = (from: number, to: number, c: number) => number;

/** At x + δ, δ with so many numbers a particle. */
export const offsetOf =
  (x: Numbers, delta: Numbers, stride: 3 | 4 = 3): Way =>
  (i, j, c) =>
    x[4 * j + c] - x[4 * i + c] + (delta[stride * j + c] - delta[stride * i + c]);

/** Of a vector with so many numbers a particle. */
export const differenceOf =
  (p: Numbers, stride: 3 | 4 = 3): Way =>
  (i, j, c) =>
    p[stride * j + c] - p[stride * i + c];
/**
 * |r + s| − |r| − n·s, n = r/|r|, to rounding of itself: of second order in s. `rr` = r·r > 0, `rs` = r·s, `ss` = s·s. As T of
 * methods/newton/descend.ts. The same function is in exact.as.ts.
 */
export function lengthening(rr: number, rs: number, ss: number): number {
  const r = Math.sqrt(rr);
  const lengths = r + Math.sqrt(Math.max(rr + 2 * rs + ss, 0));
  return (ss - ((2 * rs + ss) * (rs / r)) / lengths) / lengths;
}

/** The largest coordinate of these particles, of a vector with three numbers each. */
export const largestAt = (v: Numbers, slots: Uint32Array): number =>
  slots.reduce(
    (most, i) => Math.max(most, Math.abs(v[3 * i]), Math.abs(v[3 * i + 1]), Math.abs(v[3 * i + 2])),
    0,
  );

/** B⁻¹ r of a particle's 3×3 block, for the preconditioner. */
type Numbers = ArrayLike<number> & { [k: number]: number };

/** z_i ← B_i⁻¹ r_i for a symmetric positive B_i = [xx xy xz yy yz zz], by L D Lᵀ; 0 where a pivot is not positive. */
export function solveBlock(blocks: Numbers, r: Numbers, z: Numbers, i: number): void {
  const [xx, xy, xz, yy, yz, zz] = [0, 1, 2, 3, 4, 5].map((t) => blocks[6 * i + t]);
  const over = (a: number, pivot: number) => (pivot > 0 ? a / pivot : 0);
  const [l10, l20] = [over(xy, xx), over(xz, xx)];
  const d1 = yy - l10 * xy;
  const c21 = yz - l10 * xz;
  const l21 = over(c21, d1);
  const d2 = zz - l20 * xz - l21 * c21;
  const y0 = r[3 * i];
  const y1 = r[3 * i + 1] - l10 * y0;
  const y2 = r[3 * i + 2] - l20 * y0 - l21 * y1;
  const z2 = over(y2, d2);
  const z1 = over(y1, d1) - l21 * z2;
  z[3 * i] = over(y0, xx) - l10 * z1 - l20 * z2;
  z[3 * i + 1] = z1;
  z[3 * i + 2] = z2;
}

/** What the kernels of a triangle share: F, its rotation and the matrices of its Hessian (README.md). */
import { COLLAPSED, directionOf, dot, frameOf, gradientOf, THIN } from './frame.ts';

type Numbers = ArrayLike<number>;
export type Triple = readonly number[];

/** F_u and F_v of a triangle, from the way between two of its particles. */
export const stretchOf = (
  corners: Numbers,
  numbers: Numbers,
  triangle: number,
  way: (from: number, to: number, c: number) => number,
): [fu: number[], fv: number[]] =>
  gradientOf(numbers, 8 * triangle, (corner, c) =>
    way(corners[3 * triangle], corners[3 * triangle + corner], c),
  );

export const cross = (a: Triple, b: Triple): number[] =>
  [0, 1, 2].map((c) => a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);

/** F and what follows from it: n_u = F_u/|F_u|, n_v alike, and R. */
export interface Triangle {
  readonly fu: Triple;
  readonly fv: Triple;
  readonly nu: Triple;
  readonly nv: Triple;
  readonly ru: Triple;
  readonly rv: Triple;
  /** σ₁ + σ₂, the sum of the principal stretches. */
  readonly sum: number;
}

export function triangleAt(fu: Triple, fv: Triple, element: number): Triangle {
  const { e1, e2, g11, g12, g22, sum } = frameOf(fu, fv, element);
  const [cosine, sine] = sum > 0 ? [(g11 + g22) / sum, -g12 / sum] : [1, 0];
  return {
    fu,
    fv,
    nu: directionOf(fu) ?? e1,
    nv: directionOf(fv) ?? e2,
    ru: e1.map((value, c) => cosine * value + sine * e2[c]),
    rv: e2.map((value, c) => cosine * value - sine * e1[c]),
    sum,
  };
}

/**
 * The parts of the Hessian with respect to F:
 *   ½ (|F_u| − 1)²:  n nᵀ + s (I − n nᵀ),  s = 1 − 1/|F_u|, n = F_u/|F_u|
 *   ½ ‖F − R‖²:      dF − dR. In the plane dR turns by ω = (R_v·dF_u − R_u·dF_v)/(σ₁ + σ₂), an eigenvalue of 1 − 2/(σ₁ + σ₂); out of it
 *                    dR is the normal part of dF times (RᵀF)⁻¹, eigenvalues of 1 − 1/σ
 * With `positive` |F_u|, σ below 1 and σ₁ + σ₂ below 2 count as 1 and 2, which sets negative eigenvalues to 0; without, what has collapsed
 * counts as 10⁻⁶.
 */
export function curvatureAt({ fu, fv, ru, rv, sum }: Triangle, positive: boolean) {
  const [least, leastSum] = positive ? [1, 2] : [SMALL, SMALL];
  const shareOf = (f: Triple) => {
    const length2 = dot(f, f);
    if (!(length2 > COLLAPSED)) return 0;
    return positive && length2 <= 1 ? 0 : 1 - 1 / Math.sqrt(length2);
  };
  // U = RᵀF, symmetric, and M its inverse.
  const [u11, u12, u22] = [dot(ru, fu), dot(ru, fv), dot(rv, fv)];
  const half = (u11 - u22) / 2;
  const away = Math.sqrt(half * half + u12 * u12);
  const [large, small] = [sum / 2 + away, sum / 2 - away].map((value) => 1 / Math.max(value, least));
  const bend = away > SMALL ? (large - small) / (2 * away) : 0;
  const mean = (large + small) / 2;
  return {
    shareU: shareOf(fu),
    shareV: shareOf(fv),
    normal: cross(ru, rv),
    turning: 1 / Math.max(sum, leastSum),
    lean: { m11: mean + bend * half, m12: bend * u12, m22: mean - bend * half },
  };
}

const SMALL = 1e-6;

/** Whether a triangle is neither a line nor a point, so that its rotation is differentiable: as `secondAxis` has it. */
export const hasPlane = (fu: Triple, fv: Triple): boolean => {
  const area = cross(fu, fv);
  const [uu, vv] = [dot(fu, fu), dot(fv, fv)];
  return uu > COLLAPSED && dot(area, area) > uu * Math.max(THIN * vv, COLLAPSED);
};

import { defineKernel, read, write } from '../../kernel.ts';
import { differenceOf, lengthening, offsetOf } from '../ways.ts';
import { COLLAPSED, dot } from './frame.ts';
import { cross, hasPlane, stretchOf, type Triple, triangleAt } from './triangle.ts';

/**
 * What a triangle's energy rises by along α p beyond the slope, in float64: with D the change of F,
 *   E = w_u/2 (|F_u|² + 1) − w_u |F_u| + … + w_s/2 (‖F‖² + 2) − w_s N,   N = σ₁ + σ₂ = √(‖F‖² + 2 |a|),   a = F_u × F_v
 * so that what counts is what |F_u|, |F_v| and N grow by beyond n_u·D_u, n_v·D_v and R·D. For N: with N' the later one, a' = a + a₁ + a₂,
 *   N'² − N² = 2A + B,   A = F·D + ĉ·a₁,   B = ‖D‖² + 2 (|a'| − |a| − ĉ·a₁),   ĉ = a/|a|,   R·D = A/N
 *   N' − N − A/N = (B − A (N' − N)/N) / (N' + N)
 * which is of second order as it stands.
 * The energy of a triangle in place of a spring, [LBOK13] Sec. 6.
 */
export const membraneRises = defineKernel({
  name: 'membraneRises',
  over: 'membrane',
  buffers: {
    x: read('vec4', 'particles'),
    correction: read('f64', 'coordinates'),
    direction: read('f64', 'coordinates'),
    corners: read('u32', 'membraneCorners', { indexes: 'particles' }),
    numbers: read('vec4', 'membraneNumbers'),
    lengths: read('f64', 'lengths'),
    energies: write('f64', 'elementEnergies'),
  },
  scalars: { element: 'u32' },
  reference: ({ x, correction, direction, corners, numbers, lengths, energies, element }, first, end) => {
    for (let e = first; e < end; e++) {
      const [wu, wv, ws] = numbers.subarray(8 * e + 4, 8 * e + 7);
      const [fu, fv] = stretchOf(corners, numbers, e, offsetOf(x, correction));
      const [du, dv] = stretchOf(corners, numbers, e, differenceOf(direction)).map((d) =>
        d.map((value) => lengths[0] * value),
      );
      const { nu, nv, ru, rv } = triangleAt(fu, fv, e);
      const thread = (w: number, f: Triple, d: Triple, n: Triple) => w * (0.5 * dot(d, d) - longer(f, d, n));
      const turned = hasPlane(fu, fv) ? nuclear(fu, fv, du, dv) : crudely(fu, fv, du, dv, ru, rv);
      const squares = 0.5 * (dot(du, du) + dot(dv, dv));
      energies[element + e] = thread(wu, fu, du, nu) + thread(wv, fv, dv, nv) + ws * (squares - turned);
    }
  },
});

/** |f + d| − |f| − n·d. */
const longer = (f: Triple, d: Triple, n: Triple): number => {
  const [ff, fd, dd] = [dot(f, f), dot(f, d), dot(d, d)];
  if (ff > COLLAPSED) return lengthening(ff, fd, dd);
  return Math.sqrt(Math.max(ff + 2 * fd + dd, 0)) - Math.sqrt(ff) - dot(n, d);
};

/** N' − N − R·D. */
function nuclear(fu: Triple, fv: Triple, du: Triple, dv: Triple): number {
  const a = cross(fu, fv);
  const [left, right, second] = [cross(du, fv), cross(fu, dv), cross(du, dv)];
  const first = left.map((value, c) => value + right[c]);
  const change = first.map((value, c) => value + second[c]);
  const area = Math.sqrt(dot(a, a));
  const slope = dot(a, first) / area;
  const grown = lengthening(dot(a, a), dot(a, change), dot(change, change)) + dot(a, second) / area;
  const squares = dot(fu, fu) + dot(fv, fv);
  const steps = dot(du, du) + dot(dv, dv);
  const A = dot(fu, du) + dot(fv, dv) + slope;
  const B = steps + 2 * grown;
  const before = Math.sqrt(squares + 2 * area);
  const after = Math.sqrt(Math.max(squares + 2 * area + 2 * A + B, 0));
  return (B - (A * (2 * A + B)) / (before * (after + before))) / (after + before);
}

/** The same of what has no plane, as a difference. */
function crudely(fu: Triple, fv: Triple, du: Triple, dv: Triple, ru: Triple, rv: Triple): number {
  const sumOf = (u: Triple, v: Triple) => {
    const area = cross(u, v);
    return Math.sqrt(dot(u, u) + dot(v, v) + 2 * Math.sqrt(dot(area, area)));
  };
  const later = sumOf(
    fu.map((value, c) => value + du[c]),
    fv.map((value, c) => value + dv[c]),
  );
  return later - sumOf(fu, fv) - dot(ru, du) - dot(rv, dv);
}

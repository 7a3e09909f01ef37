import type { Vec3 } from '../body/body.ts';
import { defineKernel, read, write } from '../kernel.ts';
import { cross, dot, minus, plus } from '../vector.ts';
import wgsl from './cut.wgsl?raw';

/** The cutting triangle (a, b, c), metres. */
export const BLADE = {
  ax: 'real',
  ay: 'real',
  az: 'real',
  bx: 'real',
  by: 'real',
  bz: 'real',
  cx: 'real',
  cy: 'real',
  cz: 'real',
} as const;

export const cornersOf = (blade: { readonly [Name in keyof typeof BLADE]: number }): [Vec3, Vec3, Vec3] => [
  [blade.ax, blade.ay, blade.az],
  [blade.bx, blade.by, blade.bz],
  [blade.cx, blade.cy, blade.cz],
];

/**
 * Cuts the springs that cross the triangle (a, b, c): their stiffness becomes 0. With n = (b − a) × (c − a), a spring crosses the
 * plane if n·(x − a) has different signs at its ends; 0 counts as positive. It crosses at a point p, which is inside the triangle if
 * n·((b − a) × (p − a)) and the same products for the other two sides are not negative.
 * No paper: the sign of n·(x − a) at both ends, and of a triple product at each side.
 */
export const cut = defineKernel({
  name: 'cut',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: write('vec2', 'springs'),
  },
  scalars: BLADE,
  reference: ({ x, ends, springs, ...blade }, first, end) => {
    const corners = cornersOf(blade);
    const [a, b, c] = corners;
    const at = (k: number): Vec3 => [x[4 * k], x[4 * k + 1], x[4 * k + 2]];
    const n = cross(minus(b, a), minus(c, a));
    for (let s = first; s < end; s++) {
      const [xi, xj] = [at(ends[2 * s]), at(ends[2 * s + 1])];
      const [before, after] = [xi, xj].map((end) => dot(n, minus(end, a)));
      if (before >= 0 === after >= 0) continue;
      const share = before / (before - after);
      const p = plus(xi, minus(xj, xi), share);
      const isInside = corners.every((corner, k) => {
        const side = minus(corners[(k + 1) % 3], corner);
        return dot(n, cross(side, minus(p, corner))) >= 0;
      });
      if (isInside) springs[2 * s + 1] = 0;
    }
  },
  wgsl,
});

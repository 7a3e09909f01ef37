import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './cut.wgsl?raw';

/**
 * Springs that pass through the triangle (a, b, c) are cut: their stiffness becomes 0. With n = (b − a) × (c − a), a spring
 * passes through the plane where n·(x − a) has another sign at its other end, a particle in the plane being on the
 * positive side; it does so at p, inside where n·((b − a) × (p − a)) and its like for the other sides are not negative.
 */
export const cut = defineKernel({
  name: 'cut',
  over: 'springs',
  buffers: {
    x: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    springs: write('vec2', 'springs'),
  },
  scalars: {
    ax: 'real',
    ay: 'real',
    az: 'real',
    bx: 'real',
    by: 'real',
    bz: 'real',
    cx: 'real',
    cy: 'real',
    cz: 'real',
  },
  reference: ({ x, ends, springs, ax, ay, az, bx, by, bz, cx, cy, cz }, first, end) => {
    const corners = [
      [ax, ay, az],
      [bx, by, bz],
      [cx, cy, cz],
    ];
    const [a, b, c] = corners;
    const n = cross(minus(b, a), minus(c, a));
    for (let s = first; s < end; s++) {
      const [xi, xj] = [ends[2 * s], ends[2 * s + 1]].map((k) => Array.from(x.subarray(4 * k, 4 * k + 3)));
      const [before, after] = [xi, xj].map((at) => dot(n, minus(at, a)));
      if (before >= 0 === after >= 0) continue;
      const share = before / (before - after);
      const p = xi.map((from, k) => from + share * (xj[k] - from));
      const isInside = corners.every((corner, k) => {
        const side = minus(corners[(k + 1) % 3], corner);
        return dot(n, cross(side, minus(p, corner))) >= 0;
      });
      if (isInside) springs[2 * s + 1] = 0;
    }
  },
  wgsl,
});

const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((value, k) => value - b[k]);
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((c) => a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3]);

import { defineKernel, read, write } from '../kernel.ts';
import wgsl from './blow.wgsl?raw';

/** Drag coefficients: across cloth, along cloth, of a ball. */
export const DRAG = { across: 1.2, along: 0.04, round: 0.47 } as const;

/**
 * Wind of velocity u in air of density ρ, `wind` = [u, ρ]. The relative velocity w = u − v has a part across
 * the cloth and a part along it, each with its own drag: with the area vector A n of the particle's share of its triangles,
 *   F = ½ ρ C A |w_n| w_n   and   ½ ρ C' A |w_t| w_t,
 * and on a particle of a body without triangles, ½ ρ C" `discs` |w| w, `discs` being the area of its disc. |w| is taken at the beginning
 * of the step, the rest is implicit: a velocity approaches that of the air by the share r / (1 + r), r = h ½ ρ C A |w| / m,
 * which never overshoots, whatever h, speed and mass. Runs before `predict`; ρ = 0 is no air.
 * No paper: quadratic drag, as in any textbook of fluid mechanics, integrated implicitly.
 */
export const blow = defineKernel({
  name: 'blow',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    v: write('vec4', 'particles'),
    masses: read('vec4', 'particles'),
    corners: read('uvec2', 'corners', { indexes: 'particles' }),
    cornerStarts: read('u32', 'cornerStarts'),
    discs: read('real', 'particles'),
    wind: read('vec4', 'one'),
  },
  scalars: { h: 'real' },
  reference: ({ x, v, masses, corners, cornerStarts, discs, wind, h }, first, end) => {
    const pressure = 0.5 * wind[3];
    if (pressure === 0) return;
    for (let i = first; i < end; i++) {
      const w = [0, 1, 2].map((c) => wind[c] - v[4 * i + c]);
      const weight = h * pressure * masses[4 * i + 1];
      const n = [0, 0, 0];
      for (let t = cornerStarts[i]; t < cornerStarts[i + 1]; t++) {
        const [a, b] = [0, 1].map((k) => [0, 1, 2].map((c) => x[4 * corners[2 * t + k] + c] - x[4 * i + c]));
        for (let c = 0; c < 3; c++) n[c] += a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
      }
      const length = Math.hypot(...n);
      const area = length / 6; // a third of each triangle, of half the length
      const towards = length > 0 ? (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]) / length : 0;
      const across = n.map((each) => (length > 0 ? (towards * each) / length : 0));
      const along = w.map((each, c) => each - across[c]);
      const rAcross = weight * DRAG.across * area * Math.abs(towards);
      const rAlong = weight * (DRAG.along * area + DRAG.round * discs[i]) * Math.hypot(...along);
      for (let c = 0; c < 3; c++)
        v[4 * i + c] += (rAcross / (1 + rAcross)) * across[c] + (rAlong / (1 + rAlong)) * along[c];
    }
  },
  wgsl,
});

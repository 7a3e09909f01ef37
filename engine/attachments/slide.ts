import type { Vec3 } from '../body/body.ts';
import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import { dot, minus, plus, scaled } from '../vector.ts';
import { allowed, at, holdAt, KIND, nearest } from './rail.ts';
import railWgsl from './rail.wgsl?raw';
import wgsl from './slide.wgsl?raw';

/** Of conjugate gradients. One suffices where all rails are parallel, or all that is attached is welded. */
const ITERATIONS = 4;

/** vec4s of a mover in `travel`: z, the axis, then r, d and w of conjugate gradients, each of all movers. */
export const TRAVEL = 5;

/**
 * How far the movers, the particles on rails and planes and the welds, go with all that hangs on them: the z that minimises
 *   ½ Σ_mn S_mn z_m·z_n − Σ_m f_m·z_m,   z_m along the rail or the plane,   f_m = Σ_i φ_mi r_i
 * S = φᵀ A φ, by conjugate gradients with S⁻¹ as preconditioner (`coupling` holds S, then S⁻¹). Then every mover is put on its
 * rail: it may have passed a corner or an end.
 * Where the method is position based, `eager` is 1, and a weld also goes by the mean of what its springs wish.
 *
 * Rings that may not pass each other are links of a chain, in their order along the rail, from `chain` on in `rails`: the number of
 * the mover (-1: none, a stop), the slot, and the least distance from the link before it (0: it begins a chain). Those too
 * near are put apart: two movers by half, then each against the one after it, from the last on, then against the one before it.
 */
export const slide = defineKernel({
  name: 'slide',
  over: 'one',
  buffers: {
    x: read('vec4', 'particles'),
    holds: read('vec4', 'holds'),
    rails: read('vec4', 'rails'),
    colliders: read('vec4', 'colliders'),
    modePulls: read('vec4', 'modeBlocks'),
    coupling: read('real', 'coupling'),
    travel: write('vec4', 'travel'),
    wishes: read('vec4', 'particles'),
  },
  scalars: { movers: 'u32', blocks: 'u32', chain: 'u32', links: 'u32', eager: 'real' },
  reference: (args) => {
    const { x, holds, rails, colliders, modePulls, coupling, travel, movers, blocks, chain, links } = args;
    const { wishes, eager } = args;
    const held = Array.from({ length: movers }, (_, m) => holdAt(holds, m));
    const axes = held.map((each) => nearest(each, rails, colliders, at(x, each.slot)).axis);
    const along = (m: number, step: Vec3) => allowed(held[m].kind, axes[m], step);
    /** Along the rails: S times vectors, or S⁻¹ times them. */
    const times = (from: number, vectors: readonly Vec3[]) =>
      vectors.map((_, m) => {
        let sum: Vec3 = [0, 0, 0];
        for (let n = 0; n < movers; n++) sum = plus(sum, vectors[n], coupling[from + m * movers + n]);
        return along(m, sum);
      });
    const product = (a: readonly Vec3[], b: readonly Vec3[]) =>
      a.reduce((sum, each, m) => sum + dot(each, b[m]), 0);
    let r = held.map((_, m) => {
      let sum: Vec3 = [0, 0, 0];
      for (let b = 0; b < blocks; b++) sum = plus(sum, at(modePulls, m * blocks + b));
      return along(m, sum);
    });
    let z = r.map((): Vec3 => [0, 0, 0]);
    let d = z;
    let w = z;
    for (let k = 0, before = 0; k < ITERATIONS; k++) {
      w = times(movers * movers, r);
      const rho = product(r, w);
      d = k === 0 ? w : d.map((each, m) => plus(w[m], each, rho / before));
      w = times(0, d);
      const curvature = product(d, w);
      if (!(rho > 0 && curvature > 0)) break;
      const step = rho / curvature;
      z = z.map((each, m) => plus(each, d[m], step));
      r = r.map((each, m) => plus(each, w[m], -step));
      before = rho;
    }
    const put = (m: number, aim: Vec3) => {
      const y = at(x, held[m].slot);
      z[m] = minus(nearest(held[m], rails, colliders, aim).place, y);
    };
    /** The mean wish of a weld's springs. */
    const wish = (i: number, j: number): Vec3 =>
      scaled(plus(at(wishes, i), at(wishes, j)), eager / Math.max(1, wishes[4 * i + 3] + wishes[4 * j + 3]));
    held.forEach(({ slot, other, kind }, m) => {
      const step = kind === KIND.weld ? plus(z[m], wish(slot, other)) : z[m];
      put(m, step.every(isSound) ? plus(at(x, slot), step) : at(x, slot));
    });
    /** Puts link k and the one before it apart: so much of it by moving k, the rest by moving the other. */
    const part = (k: number, share: number) => {
      const [[a, from], [b, to, least]] = [at(rails, chain + k - 1), at(rails, chain + k)];
      const [canA, canB] = [a >= 0 && share < 1, b >= 0 && share > 0];
      if (least === 0 || (!canA && !canB) || (share === 0.5 && !(canA && canB))) return;
      const axis = axes[canB ? b : a];
      const [p, q] = [
        plus(at(x, from), a >= 0 ? z[a] : [0, 0, 0]),
        plus(at(x, to), b >= 0 ? z[b] : [0, 0, 0]),
      ];
      const missing = least - dot(minus(q, p), axis);
      if (missing <= 0) return;
      if (canA) put(a, plus(p, axis, (share - 1) * missing));
      if (canB) put(b, plus(q, axis, share * missing));
    };
    for (let k = 1; k < links; k++) part(k, 0.5);
    for (let k = links - 1; k > 0; k--) part(k, 0);
    for (let k = 1; k < links; k++) part(k, 1);
    [z, axes, r, d, w].forEach((vectors, p) => {
      vectors.forEach((each, m) => {
        travel.set([...each, 0], 4 * (p * movers + m));
      });
    });
  },
  wgsl: soundWgsl + railWgsl + wgsl,
});

import type { Vec3 } from '../body/body.ts';
import { defineKernel, read, write } from '../kernel.ts';
import { isSound } from '../motion/sound.ts';
import soundWgsl from '../motion/sound.wgsl?raw';
import { at, dot, minus, plus, scaled } from '../vector.ts';
import { allowed, KIND, nearest, tieAt } from './rail.ts';
import railWgsl from './rail.wgsl?raw';
import wgsl from './slide.wgsl?raw';
import { ROW } from './travel.ts';

const size = (v: Vec3): number => Math.hypot(...v);

/** Iterations of conjugate gradients. One suffices if all rails are parallel, or if all attachments are welds. */
const ITERATIONS = 4;
/** How often the stick-slip states are revised at most. */
const REVIEWS = 6;
/** Squared relative tolerance of the friction force. */
const ENOUGH = 1e-6;

/**
 * The displacement z of the movers (particles on rails and planes, and welds), together with the particles that follow them. It minimises
 *   ½ Σ_mn S_mn z_m·z_n − Σ_m f_m·z_m + Σ_m μ_m N_m |s_m + z_m|,   z_m along the rail or the plane,   f_m = Σ_i φ_mi r_i
 * with S = φᵀ A φ, by conjugate gradients with S⁻¹ as preconditioner (`coupling` holds S, then S⁻¹). Afterwards every mover is projected
 * back onto its rail, since it may have passed a corner or an end. travel.ts describes `travel`.
 * For position based methods `eager` is 1, and a weld also moves by the mean correction of its springs.
 *
 * Friction is Coulomb's. s is the slip that `lead` allowed; f includes the force that `lead` left out; the normal force N is the part
 * of f − S z across the rail. At first all movers with friction stick: z = −s. A mover that needs more than μ N to stick slides,
 * with friction μ N against its motion. A sliding mover whose direction would reverse sticks again. S is an M-matrix, so a few revisions settle it.
 *
 * Rings that may not pass each other are links of a chain, in their order along the rail, from `chain` on in `rails`: the number of
 * the mover (-1: a fixed stop), the slot, and the least distance from the previous link (0: the link begins a chain). Links that are
 * too close are separated: first both by half, then each against its successor, from the last on, then against its predecessor.
 * No paper: README.md derives it.
 */
export const slide = defineKernel({
  name: 'slide',
  over: 'one',
  buffers: {
    x: read('vec4', 'particles'),
    ties: read('vec4', 'ties'),
    rails: read('vec4', 'rails'),
    colliders: read('vec4', 'colliders'),
    modePulls: read('vec4', 'modeBlocks'),
    coupling: read('real', 'coupling'),
    travel: write('vec4', 'travel'),
    wishes: read('vec4', 'particles'),
  },
  scalars: { movers: 'u32', blocks: 'u32', chain: 'u32', links: 'u32', eager: 'real' },
  reference: (args) => {
    const { x, ties, rails, colliders, modePulls, coupling, travel, movers, blocks, chain, links } = args;
    const { wishes, eager } = args;
    const tied = Array.from({ length: movers }, (_, m) => tieAt(ties, m));
    const axes = tied.map((each) => nearest(each, rails, colliders, at(x, each.slot)).axis);
    const along = (m: number, step: Vec3) => allowed(tied[m].kind, axes[m], step);
    const [slip, load] = [ROW.slip, ROW.load].map((row) => tied.map((_, m) => at(travel, row * movers + m)));
    const pull = tied.map(({ friction }, m) => {
      let sum: Vec3 = friction > 0 ? load[m] : [0, 0, 0];
      for (let b = 0; b < blocks; b++) sum = plus(sum, at(modePulls, m * blocks + b));
      return sum;
    });
    const sticks = tied.map(({ friction }) => friction > 0);
    const rub = tied.map((): Vec3 => [0, 0, 0]);
    const z = tied.map((_, m): Vec3 => (sticks[m] ? scaled(slip[m], -1) : [0, 0, 0]));
    let [r, d, w]: Vec3[][] = [rub, rub, rub];
    /** S times vectors, or S⁻¹ times them. */
    const times = (from: number, vectors: readonly Vec3[]) =>
      vectors.map((_, m) => {
        let sum: Vec3 = [0, 0, 0];
        for (let n = 0; n < movers; n++) sum = plus(sum, vectors[n], coupling[from + m * movers + n]);
        return sum;
      });
    /** The admissible part of a vector; zero for a mover that sticks. */
    const free = (vectors: readonly Vec3[]) =>
      vectors.map((each, m): Vec3 => (sticks[m] ? [0, 0, 0] : along(m, each)));
    const product = (a: readonly Vec3[], b: readonly Vec3[]) =>
      a.reduce((sum, each, m) => sum + dot(each, b[m]), 0);
    const solve = () => {
      r = free(times(0, z).map((each, m) => minus(plus(pull[m], rub[m]), each)));
      d = r;
      for (let k = 0, before = 0; k < ITERATIONS; k++) {
        w = free(times(movers * movers, r));
        const rho = product(r, w);
        d = k === 0 ? w : d.map((each, m) => plus(w[m], each, rho / before));
        w = free(times(0, d));
        const curvature = product(d, w);
        if (!(rho > 0 && curvature > 0)) break;
        const step = rho / curvature;
        for (let m = 0; m < movers; m++) z[m] = plus(z[m], d[m], step);
        r = r.map((each, m) => plus(each, w[m], -step));
        before = rho;
      }
    };
    /** Revises which movers stick, and the friction of the others; true if that changed anything. */
    const review = (): boolean => {
      let isNew = false;
      w = times(0, z).map((each, m) => minus(pull[m], each));
      for (let m = 0; m < movers; m++) {
        const { friction } = tied[m];
        if (friction === 0) continue;
        const needed = along(m, w[m]);
        const most = friction * size(minus(w[m], needed));
        if (sticks[m]) {
          if (!(size(needed) > most)) continue;
          sticks[m] = false;
          rub[m] = scaled(needed, -most / size(needed));
          z[m] = [0, 0, 0];
          isNew = true;
          continue;
        }
        const way = along(m, plus(slip[m], z[m]));
        if (dot(way, rub[m]) > 0) {
          sticks[m] = true;
          rub[m] = [0, 0, 0];
          z[m] = scaled(slip[m], -1);
          isNew = true;
        } else if (size(way) > 0) {
          const next = scaled(way, -most / size(way));
          const change = minus(next, rub[m]);
          if (dot(change, change) > ENOUGH * most * most) isNew = true;
          rub[m] = next;
        }
      }
      return isNew;
    };
    solve();
    for (let k = 0; k < REVIEWS && review(); k++) solve();
    const put = (m: number, aim: Vec3) => {
      const y = at(x, tied[m].slot);
      z[m] = minus(nearest(tied[m], rails, colliders, aim).place, y);
    };
    /** The mean correction of a weld's springs. */
    const wish = (i: number, j: number): Vec3 =>
      scaled(plus(at(wishes, i), at(wishes, j)), eager / Math.max(1, wishes[4 * i + 3] + wishes[4 * j + 3]));
    tied.forEach(({ slot, other, kind }, m) => {
      const step = kind === KIND.weld ? plus(z[m], wish(slot, other)) : z[m];
      put(m, step.every(isSound) ? plus(at(x, slot), step) : at(x, slot));
    });
    /** Separates link k from the previous one: the share `share` by moving k, the rest by moving the other. */
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
    [z, axes, r, d, w, slip, load, pull, rub].forEach((vectors, row) => {
      vectors.forEach((each, m) => {
        const isStuck = row === ROW.rub && sticks[m];
        travel.set([...each, Number(isStuck)], 4 * (row * movers + m));
      });
    });
  },
  wgsl: soundWgsl + railWgsl + wgsl,
});

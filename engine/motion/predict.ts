import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import wgsl from './predict.wgsl?raw';
import { isSound } from './sound.ts';
import soundWgsl from './sound.wgsl?raw';

/**
 * Verlet integration, [NP17] Alg. 2, [PNF18] Alg. 2, with v = (q - q_prev)/h written out:
 *   y = 2q - q_prev + h² f_ext  =  q + h v',   v' = v + h (g + f/m - c v)
 * f_ext is an acceleration there. After this, x holds the prediction y and v holds v' = (y - q)/h.
 * The correction δ restarts from 0. Pinned particles stay, with their velocity: 0, except for attached ones (`lead`).
 * Unlike the papers, h c is clamped to 1, beyond which the printed formula would reverse the motion.
 */
export const predict = defineKernel({
  name: 'predict',
  over: 'particles',
  buffers: {
    x: write('vec4', 'particles'),
    v: write('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    force: read('vec4', 'particles'),
    masses: read('vec4', 'particles'),
  },
  scalars: { h: 'real', gx: 'real', gy: 'real', gz: 'real', damping: 'real' },
  reference: ({ delta, ...rest }, first, end) => {
    for (let i = first; i < end; i++) predictParticle(rest, i);
    delta.fill(0, 4 * first, 4 * end);
  },
  wgsl: soundWgsl + wgsl,
});

/** The kernel's but for δ; for it and `blockPredict`. */
export interface Moving {
  readonly x: RealArray;
  readonly v: RealArray;
  readonly force: RealArray;
  readonly masses: RealArray;
  readonly h: number;
  readonly gx: number;
  readonly gy: number;
  readonly gz: number;
  readonly damping: number;
}

export function predictParticle(
  { x, v, force, masses, h, gx, gy, gz, damping }: Moving,
  particle: number,
): void {
  const i = 4 * particle;
  const keep = 1 - Math.min(1, h * damping);
  const g = [gx, gy, gz];
  const inverseMass = masses[i + 1]; // 0 where pinned
  v[i + 3] = 0;
  if (inverseMass === 0) return;
  let sound = true;
  for (let c = 0; c < 3; c++) {
    v[i + c] = keep * v[i + c] + h * (g[c] + force[i + c] * inverseMass);
    sound &&= isSound(x[i + c] + h * v[i + c]) && isSound(v[i + c]);
  }
  // A particle whose prediction is not finite stops where it is, and x.w records it.
  if (!sound) x[i + 3] = 1;
  for (let c = 0; c < 3; c++) {
    if (sound) x[i + c] += h * v[i + c];
    else v[i + c] = 0;
  }
}

/**
 * What the experiments of [LBOK13] share: the cloth of its table 1 at any size, worlds, and the objective g of a step.
 *
 * The paper gives neither size nor mass nor stiffness. Here: a square metre of 1 kg, held along its top edge and let go
 * from the horizontal, soft enough that a step has one minimum that all solvers find (stiff shear and bending springs on a
 * flat cloth buckle in many ways, and then the solvers' limits differ).
 */
import {
  type Body,
  type ClothOptions,
  cloth,
  createWorld,
  type MethodOptions,
  type Model,
  type World,
} from '../../engine/index.ts';
import type { Context, Style } from '../experiment.ts';

/** Seconds: [LBOK13] Sec. 5. */
export const H = 0.033;
export const GRAVITY = -9.81;
/** Ether drag, 1/s: α = 1 − hc = 0.997, "typically very close to 1" ([LBOK13] Sec. 4.1). */
export const DAMPING = 0.1;

export const MATERIAL = { mass: 1, stiffness: { structural: 1000, shear: 30, bend: 1 } } as const;

/** One diagonal a quad: 81×81 particles then have the 32,158 springs of table 1. */
export const lbokCloth = (side: number, more: ClothOptions = {}): Body =>
  cloth({
    ...MATERIAL,
    particles: [side, side],
    size: [1, 1],
    rotation: [-90, 0, 0],
    diagonals: 1,
    pins: ['top'],
    ...more,
  });

export const SOLVERS = {
  'local-global': { label: 'local/global', style: { colour: '#e03131' } },
  direct: { label: 'Newton, direct', style: { colour: '#3b82e0' } },
  pcg: { label: 'Newton, PCG', style: { colour: '#2b9a3e', dash: '7 5' } },
} as const satisfies Record<string, { label: string; style: Style }>;

export type SolverName = keyof typeof SOLVERS;

/** A tolerance that no step reaches, so that only the number of iterations ends it. */
export const TIGHT = 1e-14;

export const methodOf = (solver: SolverName, iterations: number): MethodOptions =>
  solver === 'local-global'
    ? { id: 'pd-cholesky', outer: iterations }
    : { id: 'newton', iterations, tolerance: TIGHT, linear: solver === 'direct' ? 'direct' : 'cg' };

/** The exact step. */
export const EXACT: MethodOptions = { id: 'newton', iterations: 1000, tolerance: 1e-9 };

/** Opens a world for as long as `use` runs. What has no WebGPU version runs on wasm. */
export async function withWorld<T>(
  context: Context,
  bodies: readonly Body[],
  settings: { readonly method: MethodOptions; readonly timestep?: number; readonly damping?: number },
  use: (world: World) => Promise<T>,
): Promise<T> {
  const backend = await context.backend();
  try {
    const world = await createWorld({
      timestep: H,
      damping: DAMPING,
      ...settings,
      bodies,
      backend: [backend, 'wasm'],
    });
    try {
      return await use(world);
    } finally {
      world.dispose();
    }
  } finally {
    backend.dispose();
  }
}

export interface Motion {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
}

/** y = q + h ṽ + h² g: gravity is in y here, as in the engine; the paper has it in f_ext. The minimum is the same. */
export function predicted({ particles, pins }: Model, { positions: q, velocities: v }: Motion): Float64Array {
  const y = Float64Array.from(q);
  const free = new Uint8Array(particles).fill(1);
  for (const pin of pins) free[pin] = 0;
  for (let i = 0; i < particles; i++) {
    if (!free[i]) continue;
    for (let c = 0; c < 3; c++)
      y[3 * i + c] += H * ((1 - H * DAMPING) * v[3 * i + c] + H * (c === 1 ? GRAVITY : 0));
  }
  return y;
}

/** [LBOK13] Eq. (8), over h²: g(x) = (x − y)ᵀM(x − y)/(2h²) + Σ k/2 (|e| − L)², joules. */
export function objective(model: Model, y: ArrayLike<number>, x: ArrayLike<number>): number {
  const { particles, springs, ends, idOf, restLengths, stiffness, masses } = model;
  let g = 0;
  for (let i = 0; i < particles; i++) {
    let square = 0;
    for (let c = 3 * i; c < 3 * i + 3; c++) square += (x[c] - y[c]) ** 2;
    g += (masses[i] * square) / (2 * H * H);
  }
  for (let s = 0; s < springs; s++) {
    const [i, j] = [3 * idOf[ends[2 * s]], 3 * idOf[ends[2 * s + 1]]];
    const length = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
    g += 0.5 * stiffness[s] * (length - restLengths[s]) ** 2;
  }
  return g;
}

/** Root of the mean squared distance between two states, metres. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += (a[c] - b[c]) ** 2;
  return Math.sqrt(sum / (a.length / 3));
}

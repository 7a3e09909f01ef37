/** What the verification tests compare against, written from the papers' formulas and from nothing in the engine. */
import type { Model, World } from 'selvedge';

/** Positions and velocities at full precision, three numbers a particle in the user's order. */
export async function stateOf(world: World): Promise<{ positions: Float64Array; velocities: Float64Array }> {
  const size = 3 * world.model.particles;
  return world.read({ positions: new Float64Array(size), velocities: new Float64Array(size) });
}

/** A seeded generator of numbers in [-1, 1] (mulberry32), so that a failing state can be made again. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export interface Spring {
  readonly i: number;
  readonly j: number;
  readonly L: number;
  readonly k: number;
}

/** The model's springs between the user's ids. */
export const springsOf = (model: Model): Spring[] =>
  Array.from({ length: model.springs }, (_, s) => ({
    i: model.idOf[model.ends[2 * s]],
    j: model.idOf[model.ends[2 * s + 1]],
    L: model.restLengths[s],
    k: model.stiffness[s],
  }));

export const difference = (p: ArrayLike<number>, i: number, j: number): number[] =>
  [0, 1, 2].map((c) => p[3 * i + c] - p[3 * j + c]);

export const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

export interface Motion {
  readonly h: number;
  readonly gravity: readonly [number, number, number];
  readonly damping: number;
}

/** y = q + h v', v' = (1 - h c) v + h g: [PNF18] Alg. 2 with v = (q - q_prev)/h. Pinned particles stay. */
export function predicted(
  model: Model,
  { positions, velocities }: { positions: Float64Array; velocities: Float64Array },
  { h, gravity, damping }: Motion,
): Float64Array {
  const pinned = new Set(model.pins);
  return positions.map((q, n) => {
    if (pinned.has(Math.floor(n / 3))) return q;
    return q + h * ((1 - h * damping) * velocities[n] + h * gravity[n % 3]);
  });
}

/** g(p) = 1/(2h²) (p-y)ᵀM(p-y) + Σ ½k(|p_i-p_j| - L)²: what a step of projective dynamics minimises, [LBOK13] Eq. (8). */
export function energyG(model: Model, p: Float64Array, y: Float64Array, h: number): number {
  let g = 0;
  for (let n = 0; n < p.length; n++)
    g += (model.masses[Math.floor(n / 3)] * (p[n] - y[n]) ** 2) / (2 * h * h);
  for (const { i, j, L, k } of springsOf(model)) g += 0.5 * k * (Math.hypot(...difference(p, i, j)) - L) ** 2;
  return g;
}

/** ∇g at the free particles: M(p-y)/h² + Σ k(|e| - L) e/|e|, newtons; 0 at the pinned. */
export function gradientOfG(model: Model, p: Float64Array, y: Float64Array, h: number): Float64Array {
  const gradient = p.map((value, n) => (model.masses[Math.floor(n / 3)] * (value - y[n])) / (h * h));
  for (const { i, j, L, k } of springsOf(model)) {
    const e = difference(p, i, j);
    const length = Math.hypot(...e);
    for (let c = 0; c < 3; c++) {
      gradient[3 * i + c] += (k * (length - L) * e[c]) / length;
      gradient[3 * j + c] -= (k * (length - L) * e[c]) / length;
    }
  }
  for (const pin of model.pins) gradient.fill(0, 3 * pin, 3 * pin + 3);
  return gradient;
}

export interface Sweeps {
  readonly h: number;
  /** 1 is no over-relaxation. */
  readonly omega: number;
  /** Sweeps after the one local step. */
  readonly inner: number;
  /** The particles in the order they are relaxed; `jacobi` takes all from the sweep before. */
  readonly order: readonly number[] | 'jacobi';
}

/**
 * One local step and `inner` global sweeps in position form, as printed: [PNF18] Alg. 3 and Eq. (6), [NP17] Eq. (5.2),
 *   d_ij = L_ij e/|e|,   p_i ← (1 - ω) p_i + ω (m_i/h² y_i + Σ_j s_ij (p_j + d_ij)) / (m_i/h² + Σ_j s_ij)
 */
export function iterationAsPrinted(
  model: Model,
  start: Float64Array,
  y: Float64Array,
  { h, omega, inner, order }: Sweeps,
): Float64Array {
  const links: { other: number; s: number; d: number[] }[][] = Array.from(model.masses, () => []);
  for (const { i, j, L, k } of springsOf(model)) {
    const e = difference(start, i, j);
    const length = Math.hypot(...e);
    links[i].push({ other: j, s: k, d: e.map((value) => (L * value) / length) });
    links[j].push({ other: i, s: k, d: e.map((value) => (-L * value) / length) });
  }
  const pinned = new Set(model.pins);
  const everyone = Array.from(model.masses, (_, i) => i);
  let p = start;
  for (let sweep = 0; sweep < inner; sweep++) {
    const next = p.slice();
    const source = order === 'jacobi' ? p : next;
    for (const i of order === 'jacobi' ? everyone : order) {
      if (pinned.has(i)) continue;
      for (let c = 0; c < 3; c++) {
        let above = (model.masses[i] / (h * h)) * y[3 * i + c];
        let below = model.masses[i] / (h * h);
        for (const { other, s, d } of links[i]) {
          above += s * (source[3 * other + c] + d[c]);
          below += s;
        }
        next[3 * i + c] = (1 - omega) * source[3 * i + c] + omega * (above / below);
      }
    }
    p = next;
  }
  return p;
}

export const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Σ m v, kg m/s. */
export const momentumOf = (model: Model, v: Float64Array): number[] =>
  [0, 1, 2].map((c) => model.masses.reduce((sum, m, i) => sum + m * v[3 * i + c], 0));

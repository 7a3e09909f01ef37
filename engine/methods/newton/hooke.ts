/**
 * One spring's energy and its derivatives with respect to e = p_i − p_j, in float64 and safe at every e.
 *
 *   φ(e) = k/2 (|e| − L)²           [LBOK13] Eq. (9)
 *   ∇φ   = k (e − L n),             n = e/|e|
 *   ∇²φ  = k ((1 − L/|e|)(I − n nᵀ) + n nᵀ)
 *
 * Where the ends (nearly) coincide there is no direction and φ has a cusp; there, as everywhere in the engine, n is an
 * axis by the spring's number (methods/spring.ts), and φ is k/2 |e − L n|², [LBOK13] Eq. (10) with d held: not below
 * φ, equal at e = 0, smooth, and with its own derivatives, so that a line search can trust the gradient. With
 * ψ(e) = n·e, which is |e| outside, both are φ = k/2 (|e|² + L²) − k L ψ.
 */
import { COINCIDENT, restVector } from '../spring.ts';

/** A spring where it is now. `e`, `n` and `d` are three numbers each. */
export interface Hooke {
  readonly e: Float64Array;
  readonly n: Float64Array;
  readonly d: Float64Array;
}

export const hooke = (): Hooke => ({
  e: new Float64Array(3),
  n: new Float64Array(3),
  d: new Float64Array(3),
});

type Numbers = Float64Array | Float32Array;

/** e ← (y_i − y_j) + (δ_i − δ_j): both differences are of numbers close together. */
export function extend(e: Float64Array, y: Numbers, delta: Numbers, i: number, j: number): void {
  for (let c = 0; c < 3; c++) e[c] = y[4 * i + c] - y[4 * j + c] + (delta[3 * i + c] - delta[3 * j + c]);
}

/** n ← the spring's direction at e; true where its ends coincide. */
export function aim(
  e: Float64Array,
  L: number,
  spring: number,
  i: number,
  j: number,
  n: Float64Array,
): boolean {
  restVector(e, L, spring, i, j, n);
  for (let c = 0; c < 3; c++) n[c] /= L;
  return dot(e, e) <= COINCIDENT * L * L;
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** (1 − L/|e|), the geometric stiffness over k: negative where the spring is compressed, 1 where the ends coincide. */
export const geometric = (e: Float64Array, L: number, coincident: boolean): number =>
  coincident ? 1 : 1 - L / Math.sqrt(dot(e, e));

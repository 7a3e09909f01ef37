/** One contact in a round of impulses. contact.as.ts and contact.wgsl hold the same. */
import type { Vec3 } from '../../body/body.ts';
import { dot } from '../../vector.ts';

export interface Touch {
  readonly n: Vec3;
  /** Lower bound s of the relative displacement along n, metres. */
  readonly s: number;
  /** Present relative displacement, metres. */
  readonly u: Vec3;
  /** Relative displacement per unit impulse, 1/kg: each inverse mass times the number of contacts that share it. */
  readonly yielding: number;
  /** Accumulated impulse, kg m: friction, and along n. */
  readonly friction: Vec3;
  readonly normal: number;
  /** Coefficients of friction, static and kinetic. */
  readonly coefficients: ArrayLike<number>;
}

/**
 * The impulse of a contact after one more round: along n as much as keeps the particles apart, never attracting; across n as much as stops
 * the slip, up to μ_static times the normal impulse, otherwise μ_kinetic times it. [NP17] 5.3.6 bounds friction by the depth of the
 * collision in the same way, but only up to half of the slip. Impulses are accumulated, so that a round can take back the excess of an
 * earlier one.
 */
export function answered({ n, s, u, yielding, friction, normal, coefficients }: Touch): [...Vec3, number] {
  const along = dot(n, u);
  const pressed = Math.max(0, normal + (s - along) / yielding);
  const held = [0, 1, 2].map((c) => friction[c] - (u[c] - along * n[c]) / yielding);
  const size = Math.hypot(...held);
  const kept = size <= coefficients[0] * pressed ? 1 : (coefficients[1] * pressed) / size;
  return [kept * held[0], kept * held[1], kept * held[2], pressed];
}

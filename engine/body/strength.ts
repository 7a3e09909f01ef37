/** How springs tear: a strength, and a seeded difference from spring to spring, so that tears are no straight lines. */
import { number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { BODY_DEFAULTS } from './defaults.ts';

export interface Tearable {
  /** A spring tears when it is longer than its rest length by this factor: 1.5 for half as long again. Default: it never does. */
  readonly strength?: number;
  /** Share by which the stretch at which a spring tears differs from that, at most, up or down. Default 0.2. */
  readonly strengthSpread?: number;
  /** Of the differences: the same seed, the same tear. Default 1. */
  readonly seed?: number;
}

export interface Splittable {
  /**
   * With a strength: where a spring is stretched beyond it, a particle at its end splits in two, and the cloth opens without
   * losing any; springs tear at twice that stretch. Twice the particles, four times the springs. Default false.
   */
  readonly split?: boolean;
}

/** By spring s: 1 + (strength − 1)(1 + spread u), u in [−1, 1) by `seed` and s. Undefined where nothing tears. */
export function strengthsOf(name: string, springs: number, options: Tearable): Float64Array | undefined {
  const defaults = BODY_DEFAULTS.tearing;
  const { strength, strengthSpread: spread = defaults.strengthSpread, seed = defaults.seed } = options;
  number(`${name}.strengthSpread`, spread, LIMITS.strengthSpread);
  number(`${name}.seed`, seed, LIMITS.seed);
  if (strength === undefined) return undefined;
  const beyond = number(`${name}.strength`, strength, LIMITS.strength) - 1;
  const strengths = new Float64Array(springs);
  for (let s = 0; s < springs; s++) strengths[s] = 1 + beyond * (1 + spread * (2 * hashed(seed, s) - 1));
  return strengths;
}

/** A number in [0, 1) by two whole ones: an integer hash of two rounds, multiply and shift. */
function hashed(seed: number, s: number): number {
  let bits = Math.imul(s ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 13), 0x27d4eb2f);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

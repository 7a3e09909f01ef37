/** What the float64 kernels of a hinge share: README.md. */
import type { Way } from '../ways.ts';

/** |v|² over n₀² below which a hinge has no direction: it takes an axis by its number. */
export const FLAT = 1e-12;

type Numbers = ArrayLike<number>;

/** v = Σ c_k x_k of a hinge. */
export function combinationOf(corners: Numbers, numbers: Numbers, hinge: number, way: Way): number[] {
  const origin = corners[4 * hinge];
  return [0, 1, 2].map((c) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += numbers[4 * hinge + k] * way(origin, corners[4 * hinge + k + 1], c);
    return sum;
  });
}

/** v/‖v‖; where ‖v‖ is (nearly) 0 an axis by the hinge's number, and `isFlat`. */
export function normalOf(
  v: readonly number[],
  rest: number,
  hinge: number,
): { n: number[]; isFlat: boolean } {
  const length2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const isFlat = !(length2 > FLAT * rest * rest && length2 > 0);
  const length = Math.sqrt(length2);
  return { isFlat, n: v.map((value, c) => (isFlat ? (c === hinge % 3 ? 1 : 0) : value / length)) };
}

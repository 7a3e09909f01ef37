/** Numbers read off curves. */
import type { Curve } from './experiment.ts';

/** ln y at x, interpolated between samples; NaN outside of the curve. */
export function logAt({ points }: Curve, x: number): number {
  const after = points.findIndex(([px]) => px >= x);
  if (after < 0 || x < points[0][0]) return Number.NaN;
  const [x1, y1] = points[after];
  if (after === 0 || x1 === x) return Math.log(y1);
  const [x0, y0] = points[after - 1];
  return Math.log(y0) + ((x - x0) / (x1 - x0)) * Math.log(y1 / y0);
}

export const valueAt = (curve: Curve, x: number): number => Math.exp(logAt(curve, x));

/** -ln of the ratio of y per unit of x, between two places. */
export const rateBetween = (curve: Curve, [from, to]: readonly [number, number]): number =>
  (logAt(curve, from) - logAt(curve, to)) / (to - from);

export const peakOf = ({ points }: Curve): number => Math.max(...points.map(([, y]) => y));

/** The mean over the last share of the samples. */
export function tailOf({ points }: Curve, share: number): number {
  const tail = points.slice(Math.floor(points.length * (1 - share)));
  return tail.reduce((sum, [, y]) => sum + y, 0) / tail.length;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

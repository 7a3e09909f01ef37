/** What the panels of both experiments share. */
import type { Axis, Curve, Panel } from '../experiment.ts';
import { peakOf } from '../measure.ts';
import type { Run } from './runs.ts';

/** How far above the two best, at their peaks, a curve is still shown: a solver that explodes would flatten them. */
const ABOVE = 100;

/** Logarithmic, from a share of the largest error shown. */
export function errorAxis(curves: readonly Curve[], share: number): Axis {
  const peaks = curves.map(peakOf).sort((a, b) => a - b);
  const to = Math.min(peaks[peaks.length - 1], ABOVE * peaks[Math.min(1, peaks.length - 1)]);
  return { label: 'error, PNF18 eq. (7), m²', log: true, from: to * share, to };
}

/** A sentence for each curve that leaves its plot at the top. */
export const leaving = ({ title, y, curves }: Panel): string[] =>
  curves
    .filter((curve) => peakOf(curve) > (y.to ?? Number.POSITIVE_INFINITY))
    .map((curve) => `${title}: ${curve.label} leaves the plot, up to ${peakOf(curve).toPrecision(2)} m².`);

/** What the worlds had to say, each thing once. */
export const unitedWarnings = (runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap(({ warnings }) => warnings)),
];

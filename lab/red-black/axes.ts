/** What the panels of both experiments share. */
import type { Axis, Curve } from '../experiment.ts';
import type { Run } from './runs.ts';

/** Logarithmic, down to a share of the largest error shown. */
export function errorAxis(curves: readonly Curve[], share: number): Axis {
  const largest = Math.max(...curves.flatMap(({ points }) => points.map(([, y]) => y)));
  return { label: 'error Σ(|pᵢ − pⱼ| − L)², m²', log: true, from: largest * share };
}

/** What the worlds had to say, each thing once. */
export const unitedWarnings = (runs: readonly Run[]): string[] => [
  ...new Set(runs.flatMap(({ warnings }) => warnings)),
];

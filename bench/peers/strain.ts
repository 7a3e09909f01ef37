/** How far springs are from their rest lengths: |length − rest| / rest, fractions. */
import type { ClothScene } from './scenes.ts';

export interface Strain {
  readonly mean: number;
  /** Of a hundred springs one is further off. */
  readonly p99: number;
  readonly max: number;
}

/** Undefined where the cloth has left the numbers or is twice as long as it should be: it diverges. */
export function strainOf({ positions: rest, springs }: ClothScene, now: Float64Array): Strain | undefined {
  const lengthOf = (places: Float64Array, s: number) => {
    const [i, j] = [3 * springs[2 * s], 3 * springs[2 * s + 1]];
    return Math.hypot(places[i] - places[j], places[i + 1] - places[j + 1], places[i + 2] - places[j + 2]);
  };
  const strains = Float64Array.from({ length: springs.length / 2 }, (_, s) => {
    const length = lengthOf(rest, s);
    return Math.abs(lengthOf(now, s) - length) / length;
  }).sort();
  const mean = strains.reduce((sum, strain) => sum + strain, 0) / strains.length;
  if (!(mean < 1)) return undefined;
  return { mean, p99: strains[Math.floor(0.99 * strains.length)], max: strains[strains.length - 1] };
}

/** How far apart a body's particles are, and how large that makes them in contact. */

/** Layers of particles this large leave no gap to slip through, up to a stretch of 1.4; they are one spacing thick. */
const RADIUS_OF_SPACING = 0.5;

/** By the mean length of each particle's shortest spring or edge, two particles each; 0 where there is none. */
export function radiusAmong(particles: number, ends: Uint32Array, lengths: Float64Array): number {
  const shortest = new Float64Array(particles).fill(Number.POSITIVE_INFINITY);
  for (let k = 0; k < ends.length; k++)
    if (lengths[k >> 1] < shortest[ends[k]]) shortest[ends[k]] = lengths[k >> 1];
  let [sum, joined] = [0, 0];
  for (let i = 0; i < shortest.length; i++) {
    if (shortest[i] === Number.POSITIVE_INFINITY) continue;
    sum += shortest[i];
    joined++;
  }
  return (RADIUS_OF_SPACING * sum) / Math.max(1, joined);
}

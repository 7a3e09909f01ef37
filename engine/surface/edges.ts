/** Which springs hold a triangle: when one of them tears, it is gone. */
import type { Model } from '../model.ts';

/** Springs that hold a triangle, at most. */
export const EDGES = 4;

/** In place of a spring where there is none. */
export const NO_SPRING = 0xffff_ffff;

/** Four springs a triangle: along its own edges, or, of a pair that makes a quad, along the quad's. */
export function edgesOf({
  particles,
  springs,
  ends,
  idOf,
  stiffness,
  triangles,
  bodies,
}: Model): Uint32Array {
  const keyOf = (i: number, j: number) => Math.min(i, j) * particles + Math.max(i, j);
  const springAt = new Map<number, number>();
  for (let s = 0; s < springs; s++) {
    if (stiffness[s] > 0) springAt.set(keyOf(idOf[ends[2 * s]], idOf[ends[2 * s + 1]]), s);
  }
  const edges = new Uint32Array((EDGES * triangles.length) / 3).fill(NO_SPRING);
  for (const { triangles: range, hasQuads } of bodies) {
    const sides = hasQuads ? 6 : 3;
    for (let first = 3 * range[0]; first < 3 * range[1]; first += sides) {
      const keys = Array.from(triangles.subarray(first, first + sides), (id, k) =>
        keyOf(id, triangles[first + (k % 3 === 2 ? k - 2 : k + 1)]),
      );
      // The diagonal is there twice, and no edge of the quad.
      const held = keys
        .filter((key) => keys.indexOf(key) === keys.lastIndexOf(key))
        .map((key) => springAt.get(key) ?? NO_SPRING);
      for (let t = first / 3; t < (first + sides) / 3; t++) edges.set(held, EDGES * t);
    }
  }
  return edges;
}

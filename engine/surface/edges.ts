/** Which springs hold a triangle: when one of them tears, it is gone. */
import type { Model } from '../model.ts';

/** Springs that hold a triangle, at most. */
export const EDGES = 4;

/** In place of a spring where there is none. */
export const NO_SPRING = 0xffff_ffff;

/**
 * Four springs a triangle: along its own edges, or, of a pair that makes a quad, along the quad's. The first cut of a running world waits
 * for them: they are looked up in the rows of neighbours, in a tenth of the time that a table of all springs takes.
 */
export function edgesOf(model: Model): Uint32Array {
  const { triangles, bodies } = model;
  const edges = new Uint32Array((EDGES * triangles.length) / 3).fill(NO_SPRING);
  for (const { triangles: range, hasQuads } of bodies) {
    for (let t = range[0]; t < range[1]; t += hasQuads ? 2 : 1) {
      const diagonal = hasQuads ? sharedSide(triangles, t, t + 1) : 3;
      const at = fill(edges, EDGES * t, model, t, diagonal);
      if (!hasQuads) continue;
      fill(edges, at, model, t + 1, sharedSide(triangles, t + 1, t));
      edges.copyWithin(EDGES * (t + 1), EDGES * t, EDGES * (t + 1));
    }
  }
  return edges;
}

/** Where a side of a triangle ends that begins at one of its three corners. */
const after = (corner: number): number => (corner === 2 ? 0 : corner + 1);

/** The side of a triangle, by the corner it begins at, that another has too; 3 where they share none. */
function sharedSide(triangles: Uint32Array, t: number, other: number): number {
  for (let side = 0; side < 3; side++) {
    const i = triangles[3 * t + side];
    const j = triangles[3 * t + after(side)];
    for (let k = 0; k < 3; k++) {
      const a = triangles[3 * other + k];
      const b = triangles[3 * other + after(k)];
      if ((a === i && b === j) || (a === j && b === i)) return side;
    }
  }
  return 3;
}

/** Puts the springs along a triangle's sides, but for one, from `at` on; gives where that ends. */
function fill(edges: Uint32Array, at: number, model: Model, t: number, without: number): number {
  const { triangles } = model;
  let end = at;
  for (let side = 0; side < 3; side++)
    if (side !== without)
      edges[end++] = springBetween(model, triangles[3 * t + side], triangles[3 * t + after(side)]);
  return end;
}

/** The spring between two particles, by their ids; of several the last one. */
function springBetween(
  { slotOf, width, neighbours, springOf, stiffness }: Model,
  i: number,
  j: number,
): number {
  if (i === j) return NO_SPRING; // an empty entry names the particle itself
  const row = width * slotOf[i];
  const other = slotOf[j];
  for (let entry = row + width - 1; entry >= row; entry--)
    if (neighbours[entry] === other && stiffness[springOf[entry]] > 0) return springOf[entry];
  return NO_SPRING;
}

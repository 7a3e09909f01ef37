/** The springs that hold a triangle: it disappears when one of them tears. */
import type { Model } from '../model.ts';

/** Springs that hold a triangle, at most. */
export const EDGES = 4;

/** Marks the absence of a spring. */
export const NO_SPRING = 0xffff_ffff;

/** Four springs per triangle: along its own edges, or along the edges of the quad that it is half of. */
export function edgesOf(model: Model): Uint32Array {
  const { triangles, bodies, slotOf } = model;
  const edges = new Uint32Array((EDGES * triangles.length) / 3).fill(NO_SPRING);
  for (const { triangles: range, hasQuads } of bodies) {
    const sides = hasQuads ? 6 : 3;
    for (let first = 3 * range[0]; first < 3 * range[1]; first += sides) {
      const from = (EDGES * first) / 3;
      let at = from;
      for (let k = first; k < first + sides; k++) {
        if (hasQuads && isDiagonal(triangles, k, k < first + 3 ? first + 3 : first)) continue;
        edges[at++] = springBetween(model, slotOf[triangles[k]], slotOf[triangles[next(k)]]);
      }
      if (hasQuads) edges.copyWithin(from + EDGES, from, from + EDGES);
    }
  }
  return edges;
}

/** The corner that follows in a triangle. */
const next = (k: number): number => (k % 3 === 2 ? k - 2 : k + 1);

/** Whether the other triangle of a quad, whose corners begin at `first`, shares the edge: then it is the quad's diagonal. */
function isDiagonal(triangles: Uint32Array, k: number, first: number): boolean {
  const i = triangles[k];
  const j = triangles[next(k)];
  for (let other = first; other < first + 3; other++) {
    const from = triangles[other];
    const to = triangles[next(other)];
    if ((from === i && to === j) || (from === j && to === i)) return true;
  }
  return false;
}

/** The last of several springs with stiffness. An empty entry names the particle itself. */
function springBetween(
  { rowStarts, neighbours, springOf, stiffness }: Model,
  slot: number,
  other: number,
): number {
  if (slot === other) return NO_SPRING;
  for (let entry = rowStarts[slot + 1] - 1; entry >= rowStarts[slot]; entry--)
    if (neighbours[entry] === other && stiffness[springOf[entry]] > 0) return springOf[entry];
  return NO_SPRING;
}

/** Which springs hold a triangle: when one of them tears, it is gone. */
import type { Model } from '../model.ts';

/** Springs that hold a triangle, at most. */
export const EDGES = 4;

/** In place of a spring where there is none. */
export const NO_SPRING = 0xffff_ffff;

/** Four springs a triangle: along its own edges, or, of a pair that makes a quad, along the quad's. */
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

/** Whether the other triangle of a quad, whose corners begin at `first`, has the same edge: it is none of the quad's. */
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

/** Of several with a stiffness the last. An empty entry names the particle itself. */
function springBetween(
  { width, neighbours, springOf, stiffness }: Model,
  slot: number,
  other: number,
): number {
  if (slot === other) return NO_SPRING;
  for (let entry = (slot + 1) * width - 1; entry >= slot * width; entry--)
    if (neighbours[entry] === other && stiffness[springOf[entry]] > 0) return springOf[entry];
  return NO_SPRING;
}

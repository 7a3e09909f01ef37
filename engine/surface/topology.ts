/**
 * What the triangles of a model are to each other and at rest: unique edges, hinges, areas, rest shapes. Found when it is first asked for, and
 * kept for as long as the model is; a world that never asks holds none of it.
 */
import { type Edges, eachHinge, edgesOf, NONE } from '../body/edges.ts';
import { areaOf, type RestShapes } from '../body/rest-shape.ts';
import type { Model } from '../model.ts';

export interface Topology {
  /** Each edge of all triangles once: two particles, by id, the lower first. */
  readonly edges: Uint32Array;
  /** By edge: the two triangles at it; `NO_TRIANGLE` where there is no second one, or where there are more than two. */
  readonly sides: Uint32Array;
  /** By corner of a triangle: the edge from it to the next. */
  readonly edgeOf: Uint32Array;
  /** Edges between two triangles, four particles each: the ends of the edge, then the particle opposite to it in either triangle. */
  readonly hinges: Uint32Array;
  /** By triangle, m² in the rest pose, which is where the bodies begin. */
  readonly areas: Float64Array;
  /**
   * By triangle, four numbers [u₁ v₁ u₂ v₂], metres in its plane: corners 1 and 2 seen from corner 0 in the rest pose, with corner 1 along
   * the first axis. A body of triangles that has a panel keeps the panel's shapes in the numbers of its membrane.
   */
  readonly shapes: RestShapes;
}

export const NO_TRIANGLE = NONE;

const known = new WeakMap<Model, Topology>();

/** Of all bodies that have a surface; empty lists where none has. Spares of cloth that splits have no triangles of their own at rest. */
export function topologyOf(model: Model): Topology {
  const found = known.get(model) ?? make(model);
  known.set(model, found);
  return found;
}

function make(model: Model): Topology {
  const { triangles } = model;
  const edges = edgesOf(triangles);
  const shapes = shapesAtRest(model);
  const areas = new Float64Array(triangles.length / 3);
  for (let t = 0; t < areas.length; t++) areas[t] = areaOf(shapes, t);
  const { ends, triangles: sides, edgeOf } = edges;
  return { edges: ends, sides, edgeOf, hinges: hingesOf(triangles, edges), areas, shapes };
}

function hingesOf(triangles: Uint32Array, edges: Edges): Uint32Array {
  const hinges = new Uint32Array(2 * edges.ends.length);
  let at = 0;
  eachHinge(triangles, edges, (e, apex, otherApex) => {
    hinges[at] = edges.ends[2 * e];
    hinges[at + 1] = edges.ends[2 * e + 1];
    hinges[at + 2] = triangles[3 * edges.triangles[2 * e] + apex];
    hinges[at + 3] = triangles[3 * edges.triangles[2 * e + 1] + otherApex];
    at += 4;
  });
  return hinges.slice(0, at);
}

/** As the bodies begin. A triangle without area has numbers too, which say so. */
function shapesAtRest({ triangles, positions }: Model): RestShapes {
  const shapes = new Float64Array((4 * triangles.length) / 3);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const [x, y, z] = [positions[a], positions[a + 1], positions[a + 2]];
    const [ux, uy, uz] = [positions[b] - x, positions[b + 1] - y, positions[b + 2] - z];
    const [wx, wy, wz] = [positions[c] - x, positions[c + 1] - y, positions[c + 2] - z];
    const length = Math.hypot(ux, uy, uz);
    const at = (4 * k) / 3;
    shapes[at] = length;
    shapes[at + 2] = length > 0 ? (ux * wx + uy * wy + uz * wz) / length : Math.hypot(wx, wy, wz);
    const twice = Math.hypot(uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx);
    shapes[at + 3] = length > 0 ? twice / length : 0;
  }
  return shapes;
}

/** What triangles are made of, as numbers of elements: engine/forces has what they mean. */
import { InputError, number } from '../errors.ts';
import type { ElementSet } from '../forces/force.ts';
import { areaOf, cotangentAt, type RestShapes, sideOf } from './rest-shape.ts';
import { NONE, type TriangleMesh } from './triangle-mesh.ts';

/** Newtons per metre: force per width of cloth and unit of strain. */
export interface MembraneStiffness {
  /** Along the warp. */
  readonly warp: number;
  /** Across it. Default: as along the warp. */
  readonly weft: number;
  /** Against shear, per radian: half of the smaller of the two at most. Default: a tenth of the smaller. */
  readonly shear: number;
}

/** The stiffness of triangles, checked; a number is the same in all directions. */
export function membraneOf(path: string, given: number | Partial<MembraneStiffness>): MembraneStiffness {
  const bounds = { above: 0, max: 1e9, unit: 'N/m' };
  if (typeof given === 'number') {
    const warp = number(path, given, bounds);
    return { warp, weft: warp, shear: warp / 2 };
  }
  const warp = number(`${path}.warp`, given.warp, bounds);
  const weft = number(`${path}.weft`, given.weft ?? warp, bounds);
  const least = Math.min(warp, weft);
  const shear = number(`${path}.shear`, given.shear ?? least / 10, { ...bounds, above: undefined, min: 0 });
  if (shear > least / 2)
    throw new InputError(
      `${path}.shear`,
      shear,
      `at most ${least / 2} N/m, half of the smaller of warp ${warp} and weft ${weft}`,
    );
  return { warp, weft, shear };
}

/** A triangle each: `engine/forces/membrane`. */
export function membraneElements(
  { triangles }: TriangleMesh,
  shapes: RestShapes,
  { warp, weft, shear }: MembraneStiffness,
): ElementSet {
  const count = triangles.length / 3;
  const numbers = new Float64Array(8 * count);
  for (let t = 0; t < count; t++) {
    const [u1, v1, u2, v2] = shapes.subarray(4 * t, 4 * t + 4);
    const turn = u1 * v2 - u2 * v1;
    const area = areaOf(shapes, t);
    // For small strain k_u + k_s resists stretch along the warp and k_s/2 shear.
    const stiffness = [warp - 2 * shear, weft - 2 * shear, 2 * shear].map((k) => area * k);
    numbers.set([v2 / turn, -v1 / turn, -u2 / turn, u1 / turn, ...stiffness, area], 8 * t);
  }
  return { corners: triangles, numbers };
}

/** Share of an edge's length below which the fold across it counts as none. */
const UNFOLDED = 1e-6;

/**
 * A hinge each edge between two triangles: `engine/forces/bending`. Where `positions` are given they are the rest pose; else it is flat.
 * With the weight B/(A₀ + A₁) a sheet of equilateral triangles, or of a grid's halves, that is rolled up with curvature κ has an
 * energy of B κ²/2 an area. [BWH*06] has three times that weight, which is right for the sphere's mean curvature.
 */
export function bendingElements(
  { triangles, edges }: TriangleMesh,
  shapes: RestShapes,
  bending: number,
  positions: Float64Array | undefined,
): ElementSet {
  const corners: number[] = [];
  const numbers: number[] = [];
  const cornerAt = (t: number, particle: number) => triangles.subarray(3 * t, 3 * t + 3).indexOf(particle);
  for (let e = 0; e < edges.ends.length / 2; e++) {
    const sides = edges.triangles.subarray(2 * e, 2 * e + 2);
    if (sides[1] === NONE) continue;
    const [i, j] = edges.ends.subarray(2 * e, 2 * e + 2);
    const apexes = Array.from(sides, (t) => 3 - cornerAt(t, i) - cornerAt(t, j));
    const opposite = apexes.map((corner, k) => triangles[3 * sides[k] + corner]);
    // Two triangles with the same three corners fold onto each other.
    if (opposite[0] === opposite[1]) continue;
    const cotangents = (particle: number) =>
      Array.from(sides, (t) => cotangentAt(shapes, t, cornerAt(t, particle)));
    const [[at0, at1], [from0, from1]] = [cotangents(i), cotangents(j)];
    const area = areaOf(shapes, sides[0]) + areaOf(shapes, sides[1]);
    const scale = Math.sqrt(bending / area);
    const c = [from0 + from1, at0 + at1, -(at0 + from0), -(at1 + from1)].map((value) => scale * value);
    const particles = [i, j, ...opposite];
    const v = [0, 1, 2].map((axis) =>
      particles.reduce((sum, particle, k) => sum + c[k] * (positions?.[3 * particle + axis] ?? 0), 0),
    );
    const fold = Math.hypot(...v);
    const length = sideOf(shapes, sides[0], cornerAt(sides[0], i), cornerAt(sides[0], j));
    corners.push(...particles);
    numbers.push(c[1], c[2], c[3], fold > UNFOLDED * scale * length ? fold : 0);
  }
  return { corners: Uint32Array.from(corners), numbers: Float64Array.from(numbers) };
}

/**
 * Springs along unique edges, N/m for a material of so many N/m: k = E (A₀ + A₁)/L², [VG98]. On equilateral triangles that is a sheet with Poisson's ratio 1/3.
 */
export function edgeSprings({ triangles, edges }: TriangleMesh, shapes: RestShapes, stiffness: number) {
  const count = edges.ends.length / 2;
  const restLengths = new Float64Array(count);
  const areas = new Float64Array(count);
  const numberOf = new Map<string, number>();
  for (let e = 0; e < count; e++) numberOf.set(`${edges.ends[2 * e]} ${edges.ends[2 * e + 1]}`, e);
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const [i, j] = [triangles[k], triangles[next]];
    const e = numberOf.get(`${Math.min(i, j)} ${Math.max(i, j)}`)!;
    const area = areaOf(shapes, t);
    // Where panels differ in length along a seam: the mean by area.
    restLengths[e] += area * sideOf(shapes, t, k - 3 * t, next - 3 * t);
    areas[e] += area;
  }
  for (let e = 0; e < count; e++) restLengths[e] /= areas[e];
  return {
    ends: edges.ends,
    restLengths,
    stiffness: areas.map((area, e) => (stiffness * area) / restLengths[e] ** 2),
  };
}

/** What triangles are made of, as numbers of elements: engine/forces has what they mean. */
import { InputError, number } from '../errors.ts';
import type { ElementSet } from '../forces/force.ts';
import { cornerIn, eachHinge, nextCorner } from './edges.ts';
import { areaOf, cotangentAt, type RestShapes, sideOf } from './rest-shape.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

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
    const [u1, v1] = [shapes[4 * t], shapes[4 * t + 1]];
    const [u2, v2] = [shapes[4 * t + 2], shapes[4 * t + 3]];
    const turn = u1 * v2 - u2 * v1;
    const area = areaOf(shapes, t);
    numbers[8 * t] = v2 / turn;
    numbers[8 * t + 1] = -v1 / turn;
    numbers[8 * t + 2] = -u2 / turn;
    numbers[8 * t + 3] = u1 / turn;
    // For small strain k_u + k_s resists stretch along the warp and k_s/2 shear.
    numbers[8 * t + 4] = area * (warp - 2 * shear);
    numbers[8 * t + 5] = area * (weft - 2 * shear);
    numbers[8 * t + 6] = area * (2 * shear);
    numbers[8 * t + 7] = area;
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
  const { ends, triangles: sides } = edges;
  const corners = new Uint32Array(2 * ends.length);
  const numbers = new Float64Array(2 * ends.length);
  let count = 0;
  eachHinge(triangles, edges, (e, apex, otherApex) => {
    const [i, j] = [ends[2 * e], ends[2 * e + 1]];
    const [one, other] = [sides[2 * e], sides[2 * e + 1]];
    const [iInOne, iInOther] = [cornerIn(triangles, one, i), cornerIn(triangles, other, i)];
    const [jInOne, jInOther] = [cornerIn(triangles, one, j), cornerIn(triangles, other, j)];
    const [at0, at1] = [cotangentAt(shapes, one, iInOne), cotangentAt(shapes, other, iInOther)];
    const [from0, from1] = [cotangentAt(shapes, one, jInOne), cotangentAt(shapes, other, jInOther)];
    const area = areaOf(shapes, one) + areaOf(shapes, other);
    const scale = Math.sqrt(bending / area);
    const c0 = scale * (from0 + from1);
    const c1 = scale * (at0 + at1);
    const c2 = scale * -(at0 + from0);
    const c3 = scale * -(at1 + from1);
    const [k, l] = [triangles[3 * one + apex], triangles[3 * other + otherApex]];
    const along = (axis: number) =>
      positions
        ? c0 * positions[3 * i + axis] +
          c1 * positions[3 * j + axis] +
          c2 * positions[3 * k + axis] +
          c3 * positions[3 * l + axis]
        : 0;
    const fold = Math.hypot(along(0), along(1), along(2));
    corners[4 * count] = i;
    corners[4 * count + 1] = j;
    corners[4 * count + 2] = k;
    corners[4 * count + 3] = l;
    numbers[4 * count] = c1;
    numbers[4 * count + 1] = c2;
    numbers[4 * count + 2] = c3;
    numbers[4 * count + 3] = fold > UNFOLDED * scale * sideOf(shapes, one, iInOne, jInOne) ? fold : 0;
    count++;
  });
  return { corners: corners.slice(0, 4 * count), numbers: numbers.slice(0, 4 * count) };
}

/**
 * Springs along unique edges, N/m for a material of so many N/m: k = E (A₀ + A₁)/L², [VG98]. On equilateral triangles that is a sheet with Poisson's ratio 1/3.
 */
export function edgeSprings({ triangles, edges }: TriangleMesh, shapes: RestShapes, stiffness: number) {
  const count = edges.ends.length / 2;
  const restLengths = new Float64Array(count);
  const areas = new Float64Array(count);
  for (let k = 0; k < triangles.length; k++) {
    const t = Math.floor(k / 3);
    const e = edges.edgeOf[k];
    const area = areaOf(shapes, t);
    // Where panels differ in length along a seam: the mean by area.
    restLengths[e] += area * sideOf(shapes, t, k - 3 * t, nextCorner(k) - 3 * t);
    areas[e] += area;
  }
  for (let e = 0; e < count; e++) restLengths[e] /= areas[e];
  return {
    ends: edges.ends,
    restLengths,
    stiffness: areas.map((area, e) => (stiffness * area) / restLengths[e] ** 2),
  };
}

/** Detects bodies that pass through each other: tracks on which side of a body's triangles every particle of the others is. */
import type { Model, Vec3 } from 'selvedge';
import { CORNERS, EDGES, FACE, fromTriangle } from '../engine/contact/shapes/triangle.ts';
import { cross, dot, minus } from '../engine/vector.ts';

type Triangle = readonly [number, number, number];

interface Sheet {
  readonly first: number;
  readonly end: number;
  readonly radius: number;
  readonly triangles: readonly Triangle[];
  /** Edges of one triangle only, and their ends, as `edgeName` calls them. */
  readonly rim: ReadonlySet<number>;
  /** Of every particle: the triangle that was nearest at the last look. */
  readonly nearest: Uint32Array;
  /** Of every particle: its side of the sheet when it first was near, 0 where that is not known. */
  readonly sides: Int8Array;
}

const edgeName = (a: number, b: number) => Math.min(a, b) * 2 ** 24 + Math.max(a, b);

function sheetOf({ bodies, triangles, radii, particles }: Model, body: number): Sheet {
  const [from, to] = bodies[body].triangles;
  const all = Array.from({ length: to - from }, (_, t): Triangle => {
    const [a, b, c] = triangles.subarray(3 * (from + t), 3 * (from + t + 1));
    return [a, b, c];
  });
  const rim = new Set<number>();
  for (const corners of all)
    corners.forEach((a, k) => {
      const name = edgeName(a, corners[(k + 1) % 3]);
      if (!rim.delete(name)) rim.add(name);
    });
  for (const name of [...rim]) {
    const [a, b] = [Math.floor(name / 2 ** 24), name % 2 ** 24];
    rim.add(edgeName(a, a)).add(edgeName(b, b));
  }
  const { first, count } = bodies[body];
  const [nearest, sides] = [new Uint32Array(particles), new Int8Array(particles)];
  return { first, end: first + count, radius: radii[first], triangles: all, rim, nearest, sides };
}

/** Distances, in sums of radii: within which a side is determined, within which it is at the beginning, and beyond which it is forgotten. */
interface Limits {
  readonly near: number;
  readonly far: number;
}

/** A particle that touches a sheet is one sum of radii from its particles, and no further from its triangles. */
const TOUCHING: Limits = { near: 1.1, far: 3 };

/**
 * A particle is in front of a sheet (1) or behind it (-1), by the normal of the nearest triangle; where several are as
 * near, as at a corner, by the one whose plane is furthest. A particle nearest to the sheet's rim may go around it: its side is unknown.
 * A particle that was in front when it first came near, and is behind now, has passed through.
 * A sheet without shear and bend springs has no sides to speak of once it is crumpled: neighbours at rest don't meet, so its cells fold
 * through each other.
 */
export class Sides {
  readonly #model: Model;
  readonly #sheets: readonly Sheet[];
  readonly #limits: Limits;

  constructor(model: Model, limits = TOUCHING) {
    this.#model = model;
    this.#limits = limits;
    this.#sheets = model.bodies
      .map((_, body) => sheetOf(model, body))
      .filter(({ triangles }) => triangles.length > 0);
    this.#look(model.positions, limits.far);
  }

  /** Looks again: how many are near a sheet, and how many of them are on another side than they were at first. */
  look(positions: ArrayLike<number>): { near: number; changed: number } {
    return this.#look(positions, this.#limits.near);
  }

  #look(positions: ArrayLike<number>, within: number): { near: number; changed: number } {
    let [near, changed] = [0, 0];
    const at = (i: number): Vec3 => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    for (const sheet of this.#sheets) {
      const corners = sheet.triangles.map(([a, b, c]) => [at(a), at(b), at(c)] as const);
      /** Of every triangle its first corner, and how far the other two are from it at most, metres. */
      const around = Float64Array.from(
        corners.flatMap(([a, b, c]) => [
          ...a,
          Math.max(Math.hypot(...minus(a, b)), Math.hypot(...minus(a, c))),
        ]),
      );
      for (let i = 0; i < this.#model.particles; i++) {
        if (i >= sheet.first && i < sheet.end) continue;
        const reach = sheet.radius + this.#model.radii[i];
        const found = nearestOf(at(i), sheet, i, corners, around, this.#limits.far * reach);
        if (found.side === 0) sheet.sides[i] = 0;
        if (found.side === 0 || found.distance > within * reach) continue;
        near++;
        if (sheet.sides[i] === -found.side) changed++;
        else sheet.sides[i] = found.side;
      }
    }
    return { near, changed };
  }
}

function nearestOf(
  p: Vec3,
  { triangles, rim, nearest }: Sheet,
  i: number,
  corners: readonly (readonly [Vec3, Vec3, Vec3])[],
  around: Float64Array,
  within: number,
): { distance: number; side: number } {
  let [least, height, isRim] = [within, 0, true];
  const look = (t: number) => {
    const [a, b, c] = corners[t];
    const { away, feature } = fromTriangle(p, a, b, c);
    const distance = Math.hypot(...away);
    if (distance > least * (1 + 1e-9)) return;
    const normal = cross(minus(b, a), minus(c, a));
    const above = dot(away, normal) / Math.hypot(...normal);
    if (distance > least * (1 - 1e-9) && Math.abs(above) < Math.abs(height)) return;
    [least, height] = [Math.min(least, distance), above];
    isRim = feature !== FACE && rim.has(nameOf(triangles[t], feature));
    nearest[i] = t;
  };
  look(nearest[i]);
  for (let t = 0; t < corners.length; t++) {
    const x = p[0] - around[4 * t];
    const y = p[1] - around[4 * t + 1];
    const z = p[2] - around[4 * t + 2];
    const reach = least * (1 + 1e-9) + around[4 * t + 3];
    if (x * x + y * y + z * z <= reach * reach) look(t);
  }
  return { distance: least, side: isRim ? 0 : Math.sign(height) };
}

function nameOf(corners: Triangle, feature: number): number {
  const from = feature >= CORNERS ? feature - CORNERS : feature - EDGES;
  const to = feature >= CORNERS ? from : (from + 1) % 3;
  return edgeName(corners[from], corners[to]);
}

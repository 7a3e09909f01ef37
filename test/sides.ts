/** Who passed through whom: on which side of a body's triangles every particle of the others is, look after look. */
import type { Model, Vec3 } from 'selvedge';
import { CORNERS, EDGES, FACE, fromTriangle } from '../engine/contact/shapes/triangle.ts';
import { cross, dot, minus } from '../engine/vector.ts';

interface Sheet {
  readonly body: number;
  readonly triangles: readonly (readonly [number, number, number])[];
  /** Edges of one triangle only, as `edgeName` calls them, and their ends. */
  readonly rim: ReadonlySet<number>;
}

const edgeName = (a: number, b: number) => Math.min(a, b) * 2 ** 24 + Math.max(a, b);

function sheetOf({ bodies, triangles }: Model, body: number): Sheet {
  const [first, end] = bodies[body].triangles;
  const all = Array.from({ length: end - first }, (_, t) => {
    const [a, b, c] = triangles.subarray(3 * (first + t), 3 * (first + t + 1));
    return [a, b, c] as const;
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
  return { body, triangles: all, rim };
}

/**
 * A particle is in front of a sheet (1) or behind it (-1), told by the normal of the triangle that is nearest to it; where several are as
 * near, as at a corner, by the one whose plane is furthest. 0: further away than `within`, or nearest to the sheet's rim, around which
 * everyone may go. Who is in front at one look and behind at the next has gone through.
 */
export class Sides {
  readonly #model: Model;
  readonly #within: number;
  readonly #sheets: readonly Sheet[];
  #last: ReadonlyMap<string, number> = new Map();

  /** `within` in metres: further than anyone goes past another between two looks. */
  constructor(model: Model, within: number) {
    this.#model = model;
    this.#within = within;
    this.#sheets = model.bodies.map((_, body) => sheetOf(model, body));
  }

  /** Looks again: how many are near a sheet, and how many of them changed sides since the last look. */
  look(positions: ArrayLike<number>): { near: number; changed: number } {
    const sides = new Map<string, number>();
    const at = (i: number): Vec3 => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    for (const sheet of this.#sheets) {
      if (sheet.triangles.length === 0) continue;
      const { first, count } = this.#model.bodies[sheet.body];
      const corners = sheet.triangles.map(([a, b, c]) => [at(a), at(b), at(c)] as const);
      const widths = corners.map(([a, b, c]) =>
        Math.max(Math.hypot(...minus(a, b)), Math.hypot(...minus(a, c))),
      );
      for (let i = 0; i < this.#model.particles; i++) {
        if (i >= first && i < first + count) continue;
        const side = this.#sideOf(at(i), sheet, corners, widths);
        if (side !== 0) sides.set(`${i} ${sheet.body}`, side);
      }
    }
    let changed = 0;
    for (const [pair, side] of sides) if (this.#last.get(pair) === -side) changed++;
    this.#last = sides;
    return { near: sides.size, changed };
  }

  #sideOf(
    p: Vec3,
    { triangles, rim }: Sheet,
    corners: readonly (readonly [Vec3, Vec3, Vec3])[],
    /** How far the other two corners are from the first at most, metres. */
    widths: readonly number[],
  ): number {
    let [least, height, isRim] = [this.#within, 0, true];
    for (let t = 0; t < corners.length; t++) {
      const [a, b, c] = corners[t];
      const reach = least * (1 + 1e-9) + widths[t];
      const [x, y, z] = [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
      if (x * x + y * y + z * z > reach * reach) continue;
      const { away, feature } = fromTriangle(p, a, b, c);
      const distance = Math.hypot(...away);
      if (distance > least * (1 + 1e-9)) continue;
      const normal = cross(minus(b, a), minus(c, a));
      const above = dot(away, normal) / Math.hypot(...normal);
      if (distance > least * (1 - 1e-9) && Math.abs(above) < Math.abs(height)) continue;
      [least, height] = [Math.min(least, distance), above];
      isRim = feature !== FACE && rim.has(nameOf(triangles[t], feature));
    }
    return isRim ? 0 : Math.sign(height);
  }
}

function nameOf(corners: readonly number[], feature: number): number {
  const from = feature >= CORNERS ? feature - CORNERS : feature - EDGES;
  const to = feature >= CORNERS ? from : (from + 1) % 3;
  return edgeName(corners[from], corners[to]);
}

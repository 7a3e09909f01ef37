/** Who may meet whom in a step: what `countContacts` and `listContacts` share. near.as.ts and near.wgsl hold the same. */
import type { Vec3 } from '../../body/body.ts';
import type { RealArray } from '../../kernel.ts';
import { dot, plus } from '../../vector.ts';
import { binAt, cellAt } from '../grid/bin.ts';
import { PLACE } from '../grid/scatter.ts';

/** Who a particle may meet is written down when they are counted, up to so many, so that they need not be looked for again. */
export const NOTED = 32;

/** Paths that come this near, in sums of radii, are kept in sight: answering one contact may bring on another; */
export const SIGHT = 1.1;
/** and, as contact may turn away who is fast, this part of how far one goes past the other, */
export const TURN = 0.25;
/** up to so many sums of radii more. */
export const MOST_TURN = 0.9;

/** How near two come that are kept in sight, metres. */
export const sightFor = (reach: number, way: number): number =>
  SIGHT * reach + Math.min(MOST_TURN * reach, TURN * way);

/** Particles of a body that are nearer than this at rest, in sums of radii, don't meet. */
const AT_REST = 2;

interface Search {
  readonly places: RealArray;
  readonly starts: Uint32Array;
  readonly cell: RealArray;
  readonly bins: number;
  readonly count: number;
  /** 0 where only balls can be met. */
  readonly cells: number;
}

/** Whoever begins in the 27 cells around a particle, and all balls; of a ball: all balls. */
export function* around(
  { places, starts, cell, bins, count, cells }: Search,
  item: number,
): Generator<number> {
  const gridded = starts[bins];
  if (item < gridded && cells > 0) {
    const [cx, cy, cz] = [0, 1, 2].map((c) => cellAt(places[4 * PLACE * item + c], cell[c]));
    for (let z = cz - 1; z <= cz + 1; z++)
      for (let y = cy - 1; y <= cy + 1; y++)
        for (let x = cx - 1; x <= cx + 1; x++) {
          const bin = binAt(x, y, z, bins);
          for (let other = starts[bin]; other < starts[bin + 1]; other++) if (other !== item) yield other;
        }
  }
  for (let ball = gridded; ball < count; ball++) if (ball !== item) yield ball;
}

/** Two whose ways come near. */
export interface Sighting {
  /** Where the first begins and how far it goes, seen from the other, metres. */
  readonly a: Vec3;
  readonly way: Vec3;
  /** Where it comes nearest, and how near. */
  readonly nearest: Vec3;
  readonly distance: number;
  /** The sum of their radii. */
  readonly reach: number;
}

export function sightOf(places: RealArray, item: number, other: number, own: number): Sighting | undefined {
  const [i, j] = [item, other].map((k) => places.subarray(4 * PLACE * k, 4 * PLACE * (k + 1)));
  const between = (c: number): Vec3 => [i[c] - j[c], i[c + 1] - j[c + 1], i[c + 2] - j[c + 2]];
  const [a, way, reach] = [between(0), between(4), i[3] + j[3]];
  const length2 = dot(way, way);
  const t = length2 > 0 ? Math.max(0, Math.min(1, -dot(a, way) / length2)) : 0;
  const nearest = plus(a, way, t);
  const distance = Math.hypot(...nearest);
  if (distance >= sightFor(reach, Math.sqrt(length2))) return undefined;
  // Of one body: neighbours at rest, or all where a body does not meet itself.
  if (i[11] === j[11] && (own === 0 || Math.hypot(...between(8)) < AT_REST * reach)) return undefined;
  return { a, way, nearest, distance, reach };
}

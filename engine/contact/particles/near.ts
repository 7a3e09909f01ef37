/** Distance tests shared by the kernels that search for neighbours and for contacts. near.as.ts and near.wgsl hold the same. */
import type { Vec3 } from '../../body/body.ts';
import type { RealArray } from '../../kernel.ts';
import { dot, minus, plus } from '../../vector.ts';
import { binAt, cellAt } from '../cells/bin.ts';
import { moveOf } from '../cells/foresee.ts';
import { PLACE } from '../cells/scatter.ts';

/** The first neighbours are kept when they are counted, up to this many, so that listing need not search again. */
export const NOTED = 32;

/** Paths that come this close, in sums of radii, are candidates, since resolving one contact may cause another. */
export const SIGHT = 1.1;
/** A fast particle may be deflected: this share of the relative displacement is added, */
export const TURN = 0.25;
/** up to this many sums of radii. */
const MOST_TURN = 0.9;

/** Distance within which a pair is a candidate, metres. */
export const sightFor = (reach: number, way: number): number =>
  SIGHT * reach + Math.min(MOST_TURN * reach, TURN * way);

/**
 * Particles of one body that are closer than this at rest, in sums of radii, do not collide. With the default radius, half the spacing,
 * particles two cells apart do.
 */
const AT_REST = 1.99;

/** A pair whose paths come close. */
export interface Sighting {
  /** Relative position at the beginning and relative displacement, metres. */
  readonly a: Vec3;
  readonly way: Vec3;
  /** The relative position of closest approach, and its length. */
  readonly nearest: Vec3;
  readonly distance: number;
  /** Sum of the radii. */
  readonly reach: number;
}

const three = (from: RealArray, at: number): Vec3 => [from[at], from[at + 1], from[at + 2]];

/** The pair, if it comes within the candidate distance plus `more` metres; each is given by position, radius and displacement. */
function sighted(i: RealArray, j: RealArray, skin: number): Sighting | undefined {
  const [a, way, reach] = [minus(three(i, 0), three(j, 0)), minus(three(i, 4), three(j, 4)), i[3] + j[3]];
  const length2 = dot(way, way);
  const t = length2 > 0 ? Math.max(0, Math.min(1, -dot(a, way) / length2)) : 0;
  const nearest = plus(a, way, t);
  const distance = Math.hypot(...nearest);
  if (!(distance < sightFor(reach, Math.sqrt(length2)) + skin)) return undefined;
  return { a, way, nearest, distance, reach };
}

/** The pair of two particles, if it is a candidate in the step. */
const sightOf = (moves: RealArray, i: number, j: number): Sighting | undefined =>
  sighted(moveOf(moves, i), moveOf(moves, j), 0);

interface Search {
  readonly places: RealArray;
  readonly starts: Uint32Array;
  readonly cell: RealArray;
  readonly bins: number;
  readonly own: number;
}

/** The neighbours of a particle, by place: candidates in the 27 cells around it. Balls have none. */
export function* neighboursOf({ places, starts, cell, bins, own }: Search, item: number): Generator<number> {
  if (item >= starts[bins]) return;
  const placed = (k: number) => places.subarray(4 * PLACE * k, 4 * PLACE * (k + 1));
  const here = placed(item);
  const [cx, cy, cz] = [0, 1, 2].map((c) => cellAt(here[c], cell[c]));
  for (let z = cz - 1; z <= cz + 1; z++)
    for (let y = cy - 1; y <= cy + 1; y++)
      for (let x = cx - 1; x <= cx + 1; x++) {
        const bin = binAt(x, y, z, bins);
        for (let other = starts[bin]; other < starts[bin + 1]; other++)
          if (other !== item && areNear(here, placed(other), cell[3], own)) yield other;
      }
}

function areNear(i: RealArray, j: RealArray, skin: number, own: number): boolean {
  const found = sighted(i, j, skin);
  if (!found) return false;
  // Pairs of one body: those close at rest, or all if bodies do not collide with themselves.
  const areOne = i[11] === j[11];
  return !areOne || (own > 0 && Math.hypot(...minus(three(i, 8), three(j, 8))) >= AT_REST * found.reach);
}

interface Rows {
  readonly moves: RealArray;
  readonly near: Uint32Array;
  readonly nearStarts: Uint32Array;
  readonly room: number;
  readonly balls: number;
}

/**
 * The possible contacts of a particle in the step: with its neighbours, then with all balls. A particle whose neighbours have no room
 * collides with balls only.
 */
export function* contactsOf(
  { moves, near, nearStarts, room, balls }: Rows,
  i: number,
): Generator<[other: number, Sighting]> {
  const hasRoom = (k: number) => nearStarts[k + 1] <= room;
  const neighbours = hasRoom(i) ? near.subarray(nearStarts[i], nearStarts[i + 1]) : [];
  for (const other of neighbours) {
    const found = hasRoom(other) && sightOf(moves, i, other);
    if (found) yield [other, found];
  }
  for (const other of near.subarray(room, room + balls)) {
    const found = other !== i && sightOf(moves, i, other);
    if (found) yield [other, found];
  }
}

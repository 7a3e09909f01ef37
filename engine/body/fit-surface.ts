/** Moves the particles on the surface of a cut lattice onto the shape it is cut to: steps become a curve. */
import { type Lattice, sixVolumes, TETRAHEDRA } from './lattice.ts';
import type { Shape } from './shapes.ts';

/**
 * What a tetrahedron keeps at least, as a share of its volume in the lattice. A ball of 21³ ends up off its surface by
 * 0.15, 0.06 and 0.03 of a cell (root mean square) with 0.25, 0.1 and 0.05; the less, the lighter its lightest particle.
 */
const LEAST = 0.05;
/** A neighbour that moves later may make room. More rounds have no significant effect. */
const ROUNDS = 4;
/** Shares of the way that are tried, the longest first. */
const SHARES = [1, 0.5, 0.25];

export function fitSurface(
  lattice: Lattice,
  positions: Float64Array,
  size: readonly number[],
  { curved, onto }: Shape,
): void {
  const { counts, points } = lattice;
  const least = LEAST * size.reduce((product, length, axis) => (product * length) / (counts[axis] - 1), 1);
  const half = size.map((length) => length / 2);
  const movable = Array.from(points.keys()).filter((id) => touches(lattice, points[id], curved));
  for (let round = 0; round < ROUNDS; round++) {
    for (const id of movable) {
      const from = positions.slice(3 * id, 3 * id + 3);
      const to = onto(from[0] / half[0], from[1] / half[1], from[2] / half[2]).map(
        (u, axis) => u * half[axis],
      );
      const fits = SHARES.some((share) => {
        for (const axis of [0, 1, 2]) positions[3 * id + axis] = from[axis] + share * (to[axis] - from[axis]);
        return leastVolume(lattice, positions, points[id]) >= least;
      });
      if (!fits) positions.set(from, 3 * id);
    }
  }
}

/** Whether a face of the surface that lies across one of these axes has the point. */
function touches({ cells, corners }: Lattice, p: number, axes: number): boolean {
  const isCell = (at: number) => cells[at] === 1;
  return [1, 2, 4].some(
    (axis) =>
      (axes & axis) !== 0 &&
      corners.some(
        (corner, e) => (e & axis) === 0 && isCell(p - corner) !== isCell(p - corner - corners[axis]),
      ),
  );
}

/** Six volumes of the smallest tetrahedron at a lattice point. */
function leastVolume({ cells, ids, corners }: Lattice, positions: Float64Array, p: number): number {
  let least = Infinity;
  for (let e = 0; e < 8; e++) {
    const cell = p - corners[e];
    if (cells[cell] !== 1) continue;
    for (const tetrahedron of TETRAHEDRA) {
      if (!(tetrahedron as readonly number[]).includes(e)) continue;
      const [a, b, c, d] = tetrahedron.map((corner) => ids[cell + corners[corner]]);
      least = Math.min(least, sixVolumes(positions, a, b, c, d));
    }
  }
  return least;
}

/**
 * A lattice of cells, each split into six tetrahedra around its diagonal from the least to the greatest corner (Kuhn's
 * split). All cells are split alike, so the halves of a face are the same seen from both of its cells.
 *
 * Corners and directions are bits: 1 along x, 2 along y, 4 along z. Corners e and e|d of a cell are joined for every
 * e and d without a common bit, so from a point springs go in seven directions: 1, 2, 4 along the edges, 3, 5, 6 along
 * the one diagonal of a face, 7 along that of a cell.
 */
export type Counts = readonly [nx: number, ny: number, nz: number];

export interface Lattice {
  /** Points along x, y and z. */
  readonly counts: Counts;
  /**
   * By lattice point, x fastest: 1 where the cell whose least corner it is belongs to the body. The last points of a
   * row, column or layer begin no cell, so a step over the border finds none.
   */
  readonly cells: Uint8Array;
  /** By particle: its lattice point, ascending. */
  readonly points: Uint32Array;
  /** By lattice point: its particle, or NONE. */
  readonly ids: Uint32Array;
  /** From a cell's least corner to each of its eight, in lattice points. */
  readonly corners: readonly number[];
}

export const NONE = 0xffffffff;

/** The paths along edges from corner 0 to corner 7, turned so that their volume is positive. */
export const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
  [0, 3, 2, 7],
  [0, 6, 4, 7],
] as const;

/** Edges, then diagonals of faces, then those of cells. */
export const DIRECTIONS = [1, 2, 4, 3, 5, 6, 7] as const;

/** The lattice of the cells that `keeps` accepts, and of their points. `keeps` gets a cell's centre in [-1, 1]³. */
export function cutLattice(counts: Counts, keeps: (x: number, y: number, z: number) => boolean): Lattice {
  const [nx, ny, nz] = counts;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((e) => (e & 1) + ((e >> 1) & 1) * nx + (e >> 2) * nx * ny);
  const cells = new Uint8Array(nx * ny * nz);
  const ids = new Uint32Array(nx * ny * nz).fill(NONE);
  const centre = (i: number, n: number) => (2 * i + 1) / (n - 1) - 1;
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        if (!keeps(centre(i, nx), centre(j, ny), centre(k, nz))) continue;
        const p = i + nx * (j + ny * k);
        cells[p] = 1;
        for (const corner of corners) ids[p + corner] = 0;
      }
    }
  }
  let count = 0;
  for (let p = 0; p < ids.length; p++) if (ids[p] !== NONE) ids[p] = count++;
  const points = new Uint32Array(count);
  for (let p = 0; p < ids.length; p++) if (ids[p] !== NONE) points[ids[p]] = p;
  return { counts, cells, points, ids, corners };
}

/** Where a lattice point stands along each axis, counted from 0. */
export function indicesOf({ counts: [nx, ny] }: Lattice, point: number): [i: number, j: number, k: number] {
  return [point % nx, Math.floor(point / nx) % ny, Math.floor(point / (nx * ny))];
}

/** Two particles for everything in one direction: edges, face diagonals or cell diagonals of the cells there are. */
export function pairsAlong({ cells, points, ids, corners }: Lattice, direction: number): Uint32Array {
  // The cells around an edge or face begin before it, by corners that share no bit with it.
  const before = corners.filter((_, e) => (e & direction) === 0);
  const pairs = new Uint32Array(2 * points.length);
  let at = 0;
  points.forEach((p, id) => {
    if (!before.some((corner) => cells[p - corner] === 1)) return;
    pairs[at++] = id;
    pairs[at++] = ids[p + corners[direction]];
  });
  return pairs.slice(0, at);
}

/** Three particles per triangle: both halves of every face that has a cell on one side only, turned outwards. */
export function surfaceOf({ cells, ids, corners }: Lattice): Uint32Array {
  const triangles: number[] = [];
  cells.forEach((kept, p) => {
    if (kept === 0) return;
    for (const [a, b, c] of [
      [1, 2, 4],
      [2, 4, 1],
      [4, 1, 2],
    ]) {
      // biome-ignore format: a row
      const add = (...of: number[]) => triangles.push(...of.map((e) => ids[p + corners[e]]));
      // b × c points along a.
      if (cells[p + corners[a]] !== 1) add(a, a | b, 7, a, 7, a | c);
      if (cells[p - corners[a]] !== 1) add(0, b | c, b, 0, c, b | c);
    }
  });
  return Uint32Array.from(triangles);
}

/** Calls with the four particles of every tetrahedron of the cell that begins at lattice point p. */
export function tetrahedraOf(
  { ids, corners }: Lattice,
  p: number,
  visit: (a: number, b: number, c: number, d: number) => void,
): void {
  for (const [a, b, c, d] of TETRAHEDRA) {
    visit(ids[p + corners[a]], ids[p + corners[b]], ids[p + corners[c]], ids[p + corners[d]]);
  }
}

/** Six times the volume of the tetrahedron, negative where it is turned inside out. */
export function sixVolumes(q: Float64Array, a: number, b: number, c: number, d: number): number {
  const [x, y, z] = [q[3 * a], q[3 * a + 1], q[3 * a + 2]];
  const [bx, by, bz] = [q[3 * b] - x, q[3 * b + 1] - y, q[3 * b + 2] - z];
  const [cx, cy, cz] = [q[3 * c] - x, q[3 * c + 1] - y, q[3 * c + 2] - z];
  const [dx, dy, dz] = [q[3 * d] - x, q[3 * d + 1] - y, q[3 * d + 2] - z];
  return bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
}

/** Whether the cells meet anywhere in an edge or a point only: there the surface would touch itself. */
export function isPinched({ cells, points, corners }: Lattice): boolean {
  return points.some((p) => {
    const around = corners.map((corner) => cells[p - corner] ?? 0);
    return !isOnePiece(around, 1) || !isOnePiece(around, 0);
  });
}

/** Whether the cells of that kind, of the eight around a point, hang together by faces. */
function isOnePiece(around: readonly number[], kind: number): boolean {
  const start = around.indexOf(kind);
  const reached = new Set(start < 0 ? [] : [start]);
  for (const e of reached) for (const bit of [1, 2, 4]) if (around[e ^ bit] === kind) reached.add(e ^ bit);
  return reached.size === around.filter((other) => other === kind).length;
}

/** Euler's number of the cells: 1 for a ball, 0 for a ring, one more for every further piece. */
export function eulerNumber(lattice: Lattice): number {
  const pairs = DIRECTIONS.map((direction) => pairsAlong(lattice, direction).length / 2);
  const [x, y, z, xy, xz, yz, cells] = pairs;
  return lattice.points.length - (x + y + z) + (xy + xz + yz) - cells;
}

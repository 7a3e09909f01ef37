/** The zero surface of a distance grid, by marching tetrahedra; closed by the sides of the grid's box where it leaves the box. */

export interface GridSamples {
  readonly size: readonly [number, number, number];
  readonly cells: readonly [number, number, number];
  /** Values at the corners of the cells, x running fastest, then y. */
  readonly distances: ArrayLike<number>;
}

export interface Triangles {
  readonly places: readonly number[];
  /** Three a triangle, anticlockwise seen from outside. */
  readonly corners: readonly number[];
}

/** The six tetrahedra of a cell, all along its diagonal 0-7; bits of a corner are x, y, z. Each is right-handed. */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
] as const;

export function zeroSurface({ size, cells, distances }: GridSamples): Triangles {
  // A layer of corners around the grid lies on its sides and is outside: it closes what the box cuts.
  const [nx, ny, nz] = cells.map((count) => count + 3);
  let steepest = 0;
  for (let k = 0; k < distances.length; k++) steepest = Math.max(steepest, Math.abs(distances[k]));
  const partsOf = (k: number) => [k % nx, Math.floor(k / nx) % ny, Math.floor(k / (nx * ny))];
  const inBox = (k: number) => partsOf(k).map((part, axis) => Math.max(0, Math.min(cells[axis], part - 1)));
  const placeOf = (k: number) => inBox(k).map((part, axis) => (part / cells[axis] - 0.5) * size[axis]);
  const distanceAt = (k: number) => {
    const [i, j, l] = inBox(k);
    const isAround = partsOf(k).some((part, axis) => part === 0 || part === cells[axis] + 2);
    return isAround ? 1e3 * steepest : distances[i + (cells[0] + 1) * (j + (cells[1] + 1) * l)];
  };
  const values = Float64Array.from({ length: nx * ny * nz }, (_, k) => distanceAt(k));

  const places: number[] = [];
  const corners: number[] = [];
  const known = new Map<number, number>();
  /** The corner where the edge between two places crosses 0. */
  const crossing = (inside: number, outside: number): number => {
    const key = Math.min(inside, outside) * values.length + Math.max(inside, outside);
    const found = known.get(key);
    if (found !== undefined) return found;
    const share = values[inside] / (values[inside] - values[outside]);
    const [from, to] = [placeOf(inside), placeOf(outside)];
    for (let axis = 0; axis < 3; axis++) places.push(from[axis] + share * (to[axis] - from[axis]));
    known.set(key, places.length / 3 - 1);
    return places.length / 3 - 1;
  };
  const cut = (tetrahedron: readonly number[]): void => {
    const inside = tetrahedron.filter((k) => values[k] < 0);
    const outside = tetrahedron.filter((k) => !(values[k] < 0));
    const at = (i: number, o: number) => crossing(inside[i], outside[o]);
    // An odd permutation of inside and outside corners reverses the triangles.
    const order = [...inside, ...outside].map((k) => tetrahedron.indexOf(k));
    const add = (a: number, b: number, c: number) =>
      isOdd(order) ? corners.push(a, c, b) : corners.push(a, b, c);
    if (inside.length === 1) add(at(0, 0), at(0, 1), at(0, 2));
    if (inside.length === 3) add(at(0, 0), at(1, 0), at(2, 0));
    if (inside.length === 2) {
      add(at(0, 0), at(0, 1), at(1, 1));
      add(at(0, 0), at(1, 1), at(1, 0));
    }
  };
  for (let k = 0; k < values.length; k++) {
    const [i, j, l] = partsOf(k);
    if (i + 1 === nx || j + 1 === ny || l + 1 === nz) continue;
    const cell = Array.from(
      { length: 8 },
      (_, corner) => k + (corner & 1) + nx * ((corner >> 1) & 1) + nx * ny * (corner >> 2),
    );
    const below = cell.filter((corner) => values[corner] < 0).length;
    if (below > 0 && below < 8) for (const four of TETRAHEDRA) cut(four.map((corner) => cell[corner]));
  }
  return { places, corners };
}

function isOdd(order: readonly number[]): boolean {
  let swaps = 0;
  order.forEach((value, k) => {
    for (const other of order.slice(k + 1)) if (other < value) swaps++;
  });
  return swaps % 2 === 1;
}

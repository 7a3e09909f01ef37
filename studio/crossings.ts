/** Where cloth passes through cloth: triangles without a common particle that cut each other. */

/** Cells of the grid that one triangle takes up along each axis, at most. */
const MOST_CELLS = 6;

type Point = readonly [number, number, number];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Whether a segment goes through the inside of a triangle. */
function pierces(from: Point, to: Point, [a, b, c]: readonly Point[]): boolean {
  const [along, first, second] = [minus(to, from), minus(b, a), minus(c, a)];
  const across = cross(along, second);
  const volume = dot(first, across);
  if (Math.abs(volume) < 1e-18) return false;
  const apart = minus(from, a);
  const u = dot(apart, across) / volume;
  if (u <= 0 || u >= 1) return false;
  const over = cross(apart, first);
  const v = dot(along, over) / volume;
  if (v <= 0 || u + v >= 1) return false;
  const t = dot(second, over) / volume;
  return t > 0 && t < 1;
}

/** The numbers of the triangles that cut another; torn ones, which name a particle twice, have no inside. */
export function crossings(triangles: ArrayLike<number>, positions: ArrayLike<number>): Set<number> {
  const at = (id: number): Point => [positions[3 * id], positions[3 * id + 1], positions[3 * id + 2]];
  const live: number[] = [];
  const boxes = new Map<number, readonly [least: number[], most: number[]]>();
  let size = 0;
  for (let k = 0; k < triangles.length / 3; k++) {
    const ids = [triangles[3 * k], triangles[3 * k + 1], triangles[3 * k + 2]];
    if (new Set(ids).size < 3) continue;
    const corners = ids.map(at);
    const least = [0, 1, 2].map((c) => Math.min(...corners.map((corner) => corner[c])));
    const most = [0, 1, 2].map((c) => Math.max(...corners.map((corner) => corner[c])));
    if (![...least, ...most].every(Number.isFinite)) continue;
    live.push(k);
    boxes.set(k, [least, most]);
    size += Math.max(...most.map((value, c) => value - least[c]));
  }
  if (live.length === 0) return new Set();
  // Of the mean triangle: one that was torn out long takes up many cells.
  size /= live.length;
  const cells = new Map<string, number[]>();
  for (const k of live) {
    const [least, most] = (boxes.get(k) ?? [[], []]).map((corner) =>
      corner.map((value) => Math.floor(value / size)),
    );
    const end = most.map((value, c) => Math.min(value, least[c] + MOST_CELLS));
    for (let x = least[0]; x <= end[0]; x++)
      for (let y = least[1]; y <= end[1]; y++)
        for (let z = least[2]; z <= end[2]; z++) {
          const key = `${x} ${y} ${z}`;
          const cell = cells.get(key);
          if (cell) cell.push(k);
          else cells.set(key, [k]);
        }
  }
  const found = new Set<number>();
  for (const cell of cells.values())
    for (let i = 0; i < cell.length; i++)
      for (let j = i + 1; j < cell.length; j++) {
        const [a, b] = [cell[i], cell[j]];
        if (found.has(a) && found.has(b)) continue;
        if (doCross(a, b)) found.add(a).add(b);
      }
  return found;

  function doCross(a: number, b: number): boolean {
    const [[lower, upper], [low, high]] = [boxes.get(a), boxes.get(b)] as [number[], number[]][];
    for (let c = 0; c < 3; c++) if (lower[c] > high[c] || low[c] > upper[c]) return false;
    const [first, second] = [a, b].map((k) => [triangles[3 * k], triangles[3 * k + 1], triangles[3 * k + 2]]);
    if (first.some((id) => second.includes(id))) return false;
    const [one, other] = [first.map(at), second.map(at)];
    return [0, 1, 2].some(
      (k) => pierces(one[k], one[(k + 1) % 3], other) || pierces(other[k], other[(k + 1) % 3], one),
    );
  }
}

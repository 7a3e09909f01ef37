/** Unique edges of triangles, and the hinges across them, in typed arrays: a million triangles take about a second. */

/** Each edge once, in the order in which triangles name them. */
export interface Edges {
  /** Two particles each, the lower first. */
  readonly ends: Uint32Array;
  /** Two triangles each, which are `NONE` where there is no second one, or where there are more than two. */
  readonly triangles: Uint32Array;
  /** By corner of a triangle: the edge from it to the next corner. */
  readonly edgeOf: Uint32Array;
}

export const NONE = 0xffff_ffff;

/** The corner that follows in a triangle. */
export const nextCorner = (k: number): number => (k % 3 === 2 ? k - 2 : k + 1);

/** Numbers for keys of whole numbers, in the order in which they come: a table with open addressing. */
export class Numbering {
  readonly #mask: number;
  /** By place: the number from 1; 0 in an empty one. */
  readonly #table: Int32Array;
  count = 0;

  /** `most`: how many different keys there may be. `isSame` compares a number's key with that at hand. */
  constructor(
    most: number,
    readonly isSame: (number: number) => boolean,
  ) {
    const size = 2 ** Math.ceil(Math.log2(2 * Math.max(1, most)));
    this.#mask = size - 1;
    this.#table = new Int32Array(size);
  }

  /** The number of the key at hand, by its hash. It is new where that equals the `count` before. */
  numberOf(hash: number): number {
    const table = this.#table;
    for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
      const found = table[at] - 1;
      if (found >= 0 && !this.isSame(found)) continue;
      if (found >= 0) return found;
      table[at] = ++this.count;
      return this.count - 1;
    }
  }
}

/** A hash of whole numbers that differ in their low bits above all. */
export function mixed(a: number, b: number, c = 0): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** `crowded` is called for each edge with more than two triangles. */
export function edgesOf(
  triangles: Uint32Array,
  crowded?: (ends: readonly [number, number], triangles: readonly number[]) => void,
): Edges {
  const { length } = triangles;
  const ends = new Uint32Array(2 * length);
  const pairs = new Uint32Array(2 * length).fill(NONE);
  const edgeOf = new Uint32Array(length);
  /** By edge with more than two triangles: all of them. */
  const crowds = new Map<number, number[]>();
  let [low, high] = [0, 0];
  const numbering = new Numbering(length, (e) => ends[2 * e] === low && ends[2 * e + 1] === high);
  for (let k = 0; k < length; k++) {
    const t = Math.floor(k / 3);
    const [i, j] = [triangles[k], triangles[nextCorner(k)]];
    low = Math.min(i, j);
    high = Math.max(i, j);
    const { count } = numbering;
    const e = numbering.numberOf(mixed(low, high));
    edgeOf[k] = e;
    if (e === count) {
      ends[2 * e] = low;
      ends[2 * e + 1] = high;
      pairs[2 * e] = t;
    } else if (pairs[2 * e + 1] === NONE) pairs[2 * e + 1] = t;
    else {
      const crowd = crowds.get(e) ?? [pairs[2 * e], pairs[2 * e + 1]];
      crowd.push(t);
      crowds.set(e, crowd);
    }
  }
  for (const e of [...crowds.keys()].sort((a, b) => a - b)) {
    crowded?.([ends[2 * e], ends[2 * e + 1]], crowds.get(e)!);
    pairs.fill(NONE, 2 * e, 2 * e + 2);
  }
  const { count } = numbering;
  return { ends: ends.slice(0, 2 * count), triangles: pairs.slice(0, 2 * count), edgeOf };
}

/** Which corner of a triangle a particle is: 0, 1 or 2. */
export const cornerIn = (triangles: Uint32Array, t: number, particle: number): number =>
  triangles[3 * t] === particle ? 0 : triangles[3 * t + 1] === particle ? 1 : 2;

/** Calls `visit` for each edge between two triangles that do not lie on each other, with the corner opposite to it in both. */
export function eachHinge(
  triangles: Uint32Array,
  { ends, triangles: sides }: Edges,
  visit: (edge: number, apex: number, otherApex: number) => void,
): void {
  const apexOf = (t: number, e: number) =>
    3 - cornerIn(triangles, t, ends[2 * e]) - cornerIn(triangles, t, ends[2 * e + 1]);
  for (let e = 0; e < ends.length / 2; e++) {
    const [one, other] = [sides[2 * e], sides[2 * e + 1]];
    if (other === NONE) continue;
    const [apex, otherApex] = [apexOf(one, e), apexOf(other, e)];
    if (triangles[3 * one + apex] !== triangles[3 * other + otherApex]) visit(e, apex, otherApex);
  }
}

/**
 * How a point is connected to its parents, so that interpolation does not reach across a tear: paths of one to three links. A link is
 * an entry of the level's rows; its weight is 0 once it is torn.
 */
import type { Level } from './pattern.ts';

/**
 * Number of paths from a point to each of its parents, and of entries of a path: the first link, then the second and the third in both
 * directions, since the row of a pin is empty.
 */
export const PATHS = 2;
export const PATH = 5;

/** Marks the absence of a link. */
export const NO_ENTRY = 0xffff_ffff;

/** Bits of a point's first word that say how many links each of its paths has. */
export const BITS = 2;

/**
 * What `attach` reads: for each point where its words begin, then the words. The first holds the number of links of each path, 0 for none,
 * `PATHS` for each parent in turn; the entries of these paths follow, one for a path of one link, three for two, and five for three.
 * Points without a path share a word of 0. A cloth has 9 words a point so, where all paths at full length take 40.
 */
export function packedLinks(all: Uint32Array, points: number, parents: number): Uint32Array {
  const paths = parents * PATHS;
  const lengthOf = (point: number, path: number): number => {
    const at = PATH * (paths * point + path);
    // A single path is written twice.
    const isSecond =
      path % PATHS > 0 && all.subarray(at - PATH, at).every((entry, k) => entry === all[at + k]);
    if (isSecond || all[at] === NO_ENTRY) return 0;
    return all[at + 3] !== NO_ENTRY ? 3 : all[at + 1] !== NO_ENTRY ? 2 : 1;
  };
  let words = points + 1;
  const heads = new Uint32Array(points);
  for (let point = 0; point < points; point++) {
    for (let path = 0; path < paths; path++) {
      const length = lengthOf(point, path);
      heads[point] |= length << (BITS * path);
      if (length > 0) words += 2 * length - 1;
    }
    if (heads[point] > 0) words++;
  }
  const packed = new Uint32Array(words);
  for (let point = 0, end = points + 1; point < points; point++) {
    packed[point] = heads[point] > 0 ? end : points;
    if (heads[point] > 0) packed[end++] = heads[point];
    for (let path = 0; path < paths; path++) {
      const length = (heads[point] >> (BITS * path)) & 3;
      const at = PATH * (paths * point + path);
      for (let k = 0; k < 2 * length - 1; k++) packed[end++] = all[at + k];
    }
  }
  return packed;
}

/** Writes the first `PATHS` paths found between a point i and the position j of a parent; a single path is written twice. */
export class PathsBetween {
  #found = 0;

  /** `at` is the offset of the parent's paths. */
  constructor(
    readonly level: Level,
    readonly links: Uint32Array,
    readonly at: number,
    readonly i: number,
    readonly j: number,
  ) {}

  get isFound(): boolean {
    return this.#found > 0;
  }

  addDirect(): void {
    const entry = this.#entryOf(this.i, this.j);
    if (entry !== NO_ENTRY) this.#add(entry);
  }

  /** A path through a third point. */
  addThrough(k: number): void {
    const { i, j } = this;
    if (this.#found === PATHS || k === i || k === j) return;
    const second = this.#entryOf(k, j);
    if (second === NO_ENTRY) return;
    const first = this.#entryOf(i, k);
    if (first !== NO_ENTRY) this.#add(first, second, this.#entryOf(j, k));
  }

  /** A path through a neighbour of i and then a neighbour of j. */
  addThroughTwo(a: number, b: number): void {
    if (this.#found === PATHS) return;
    const second = this.#entryOf(a, b);
    if (second === NO_ENTRY) return;
    const third = this.#entryOf(b, this.j);
    this.#add(this.#entryOf(this.i, a), second, this.#entryOf(b, a), third, this.#entryOf(this.j, b));
  }

  #add(first: number, second = NO_ENTRY, back = NO_ENTRY, third = NO_ENTRY, thirdBack = NO_ENTRY): void {
    const { links } = this;
    for (let at = this.at + PATH * this.#found; at < this.at + PATH * PATHS; at += PATH) {
      links[at] = first;
      links[at + 1] = second;
      links[at + 2] = back;
      links[at + 3] = third;
      links[at + 4] = thirdBack;
    }
    this.#found++;
  }

  /** The entry for b in the row of a. */
  #entryOf(a: number, b: number): number {
    const { rowStarts, neighbours } = this.level;
    for (let e = rowStarts[a]; e < rowStarts[a + 1]; e++) if (neighbours[e] === b) return e;
    return NO_ENTRY;
  }
}

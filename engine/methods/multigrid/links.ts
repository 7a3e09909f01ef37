/**
 * How a point hangs together with its parents, so that interpolation can be kept from reaching across a tear: paths of one to three
 * links, each an entry of the level's rows, whose weight is 0 once it is torn.
 */
import type { Level } from './pattern.ts';

/**
 * Paths that are tried from a point to each of its parents, and the entries of a path: the first link, and the second and the
 * third both ways, since the row of a pin is empty.
 */
export const PATHS = 2;
export const PATH = 5;

/** In place of an entry where there is no link to look at. */
export const NO_ENTRY = 0xffff_ffff;

/** Writes the first `PATHS` paths that are found between a point i and the place j of a parent; one alone stands twice. */
export class PathsBetween {
  #found = 0;

  /** `at` is where the parent's paths begin. */
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

  /** Through a point. */
  addThrough(k: number): void {
    const { i, j } = this;
    if (this.#found === PATHS || k === i || k === j) return;
    const second = this.#entryOf(k, j);
    if (second === NO_ENTRY) return;
    const first = this.#entryOf(i, k);
    if (first !== NO_ENTRY) this.#add(first, second, this.#entryOf(j, k));
  }

  /** Through a neighbour of i and then one of j. */
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

  /** The entry of a's row that names b. */
  #entryOf(a: number, b: number): number {
    const { rowStarts, neighbours } = this.level;
    for (let e = rowStarts[a]; e < rowStarts[a + 1]; e++) if (neighbours[e] === b) return e;
    return NO_ENTRY;
  }
}

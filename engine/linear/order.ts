/**
 * Approximate minimum degree ordering, [ADD96] Amestoy, Davis, Duff: An approximate minimum degree ordering algorithm,
 * SIAM J. Matrix Anal. Appl. 17 (1996).
 *
 * Eliminating a column of a symmetric matrix joins all its neighbours. Taking the column with the fewest neighbours
 * next keeps the factor sparse. The eliminated graph is never formed; the quotient graph stands for it:
 *
 * - a **variable** i is a column still to come. It has a list of elements E_i and of variables A_i: its neighbours
 *   are A_i and the members of all its elements.
 * - an **element** e is an eliminated column. It has a list of variables L_e, which its elimination has joined.
 * - variables that have become indistinguishable are merged and eliminated together; `weight` counts them.
 *
 * Names in the comments follow [ADD96]: p is the pivot, L_p the list of its element, d_i the degree.
 *
 * The arrays say several things at once, since reading them is what the time goes into: `weight` also whether a column is
 * a variable still, and whether it is in L_p; `stamp` whether an element exists still, and |L_e \ L_p|.
 */
import type { Pattern } from './sparse.ts';

const NONE = -1;

/** A column with more neighbours than this is eliminated last: it would slow every step and gain nothing. */
const denseFrom = (size: number): number => Math.max(16, 10 * Math.sqrt(size));

/** Stamps begin anew before they leave small integers. */
const MOST_STAMPS = 2 ** 29;

/** The columns in the order in which to eliminate them: order[k] is the column that becomes the k-th. */
export function minimumDegree(pattern: Pattern): Int32Array {
  const graph = new QuotientGraph(pattern);
  const order = new Int32Array(pattern.size);
  let count = 0;
  while (graph.remaining > 0) {
    const pivot = graph.eliminate();
    for (let i = pivot; i !== NONE; i = graph.follower[i]) order[count++] = i;
  }
  for (const i of graph.dense) order[count++] = i;
  return order;
}

class QuotientGraph {
  /** Columns, of those given, that are not yet eliminated. */
  remaining: number;
  /** Columns left out, to come last. */
  readonly dense: number[];
  /** The chain of columns eliminated together with a variable. */
  readonly follower: Int32Array;
  private readonly lastFollower: Int32Array;

  /** Columns a variable stands for, negative while it is in L_p; 0 for what is no variable any more. */
  private readonly weight: Int32Array;
  /** Of a variable the bound d_i on its external degree; of an element |L_e|; both count columns. */
  private readonly degree: Int32Array;

  /** All lists in one array; that of i is lists[at[i]] … : first its elements, then its variables. */
  private lists: Int32Array;
  private spare: Int32Array | undefined;
  private free: number;
  private readonly at: Int32Array;
  private readonly elements: Int32Array;
  private readonly length: Int32Array;

  /** Variables by degree in doubly linked lists; no variable has a degree below `lowest`. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private lowest = 0;

  /** Of an element 0 where another has absorbed it; from `now` on, now + |L_e \ L_p|. */
  private readonly stamp: Int32Array;
  private now = 1;
  /** Variables with the same hash in singly linked lists. */
  private readonly bucket: Int32Array;
  private readonly nextInBucket: Int32Array;
  private readonly hash: Int32Array;
  private readonly compared: Int32Array;

  constructor({ size, starts, rows }: Pattern) {
    const integers = (value: number) => new Int32Array(size).fill(value);
    this.follower = integers(NONE);
    this.lastFollower = integers(0);
    this.weight = integers(1);
    this.elements = integers(0);
    this.first = integers(NONE);
    this.next = integers(NONE);
    this.previous = integers(NONE);
    this.stamp = integers(1);
    this.bucket = integers(NONE);
    this.nextInBucket = integers(NONE);
    this.hash = integers(0);
    this.compared = integers(NONE);

    const length = integers(0);
    for (let j = 0; j < size; j++) {
      for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
        length[j]++;
        length[rows[k]]++;
      }
    }
    const at = integers(0);
    let total = 0;
    for (let i = 0; i < size; i++) {
      this.lastFollower[i] = i;
      at[i] = total;
      total += length[i];
    }
    // An elimination never lengthens the lists it leaves; it needs room for one new list, at most `size`.
    const lists = new Int32Array(total + (total >> 1) + size);
    const end = at.slice();
    for (let j = 0; j < size; j++) {
      for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
        const i = rows[k];
        lists[end[j]++] = i;
        lists[end[i]++] = j;
      }
    }
    this.at = at;
    this.length = length;
    this.degree = length.slice();
    this.lists = lists;
    this.free = total;

    this.dense = [];
    for (let i = 0; i < size; i++) if (length[i] > denseFrom(size)) this.dense.push(i);
    this.dense.sort((i, j) => length[i] - length[j] || i - j);
    for (const i of this.dense) this.weight[i] = 0;
    this.remaining = size - this.dense.length;
    for (let i = 0; i < size; i++) if (this.weight[i] > 0) this.enlist(i);
  }

  /** Eliminates the variable of least degree and returns it; `follower` holds those eliminated with it. */
  eliminate(): number {
    while (this.first[this.lowest] === NONE) this.lowest++;
    const p = this.first[this.lowest];
    this.delist(p);
    this.formElement(p);
    this.measureOutside(p);
    this.updateVariables(p);
    this.mergeIndistinguishable(p);
    this.finishElement(p);
    return p;
  }

  /** L_p = (A_p ∪ ⋃ L_e over e in E_p) \ p, [ADD96] Eq. (1); p absorbs these elements. */
  private formElement(p: number): void {
    if (this.free + this.degree[p] > this.lists.length) this.compact();
    const { lists, at, length, weight, next, previous, first, degree } = this;
    this.remaining -= weight[p];
    weight[p] = 0;
    const start = this.free;
    const firstVariable = at[p] + this.elements[p];
    let free = start;
    let size = 0;
    for (let list = at[p]; list <= firstVariable; list++) {
      // The members of an element; at the end p's own variables.
      const e = list < firstVariable ? lists[list] : p;
      if (e !== p && this.stamp[e] === 0) continue;
      const from = e === p ? firstVariable : at[e];
      const end = e === p ? at[p] + length[p] : from + length[e];
      for (let k = from; k < end; k++) {
        const i = lists[k];
        const w = weight[i];
        if (w <= 0) continue;
        weight[i] = -w;
        size += w;
        lists[free++] = i;
        const after = next[i];
        const before = previous[i];
        if (after !== NONE) previous[after] = before;
        if (before !== NONE) next[before] = after;
        else first[degree[i]] = after;
      }
      this.stamp[e] = 0;
    }
    this.stamp[p] = 1;
    at[p] = start;
    length[p] = free - start;
    this.elements[p] = 0;
    degree[p] = size;
    this.free = free;
  }

  /** |L_e \ L_p| for every element e that shares a variable with L_p, [ADD96] Alg. 2. */
  private measureOutside(p: number): void {
    const { lists, at, elements, stamp, degree, weight, now } = this;
    for (let k = at[p], end = k + this.length[p]; k < end; k++) {
      const i = lists[k];
      const w = weight[i];
      for (let m = at[i], last = m + elements[i]; m < last; m++) {
        const e = lists[m];
        const seen = stamp[e];
        if (seen >= now) stamp[e] = seen + w;
        else if (seen > 0) stamp[e] = now + degree[e] + w;
      }
    }
  }

  /**
   * Prunes the lists of all i in L_p, puts p among their elements and bounds their degrees but for |L_p \ i|, [ADD96] Eq. (4).
   * Mass elimination: an i that has no neighbour outside L_p can follow p without any further fill.
   */
  private updateVariables(p: number): void {
    const { lists, at, elements, length, stamp, weight, degree, hash, bucket, nextInBucket, now } = this;
    const buckets = bucket.length;
    for (let k = at[p], last = k + length[p]; k < last; k++) {
      const i = lists[k];
      const start = at[i];
      const firstVariable = start + elements[i];
      const end = start + length[i];
      let to = start;
      let beyond = 0;
      let sum = p;
      for (let m = start; m < firstVariable; m++) {
        const e = lists[m];
        const outside = stamp[e] - now;
        if (outside > 0) {
          beyond += outside;
          sum += e;
          lists[to++] = e;
        } else if (outside === 0) {
          stamp[e] = 0; // Aggressive absorption: all of L_e lies in L_p.
        }
      }
      const elementsEnd = to;
      for (let m = firstVariable; m < end; m++) {
        const j = lists[m];
        const w = weight[j];
        if (w <= 0) continue;
        beyond += w;
        sum += j;
        lists[to++] = j;
      }
      if (to === start) {
        this.remaining += weight[i];
        degree[p] += weight[i];
        this.merge(i, p);
        continue;
      }
      // i has lost an element or the variable p itself, so there is room for one more.
      lists[to] = lists[elementsEnd];
      lists[elementsEnd] = p;
      elements[i] = elementsEnd + 1 - start;
      length[i] = to + 1 - start;
      if (beyond < degree[i]) degree[i] = beyond;
      const h = sum % buckets;
      hash[i] = h;
      nextInBucket[i] = bucket[h];
      bucket[h] = i;
    }
  }

  /** Merges variables of L_p with equal lists, found by their hash, [ADD96] Sec. 3. */
  private mergeIndistinguishable(p: number): void {
    const { lists, at, length, bucket, nextInBucket, hash, weight, compared } = this;
    for (let k = at[p], end = k + length[p]; k < end; k++) {
      if (weight[lists[k]] === 0) continue;
      const h = hash[lists[k]];
      let i = bucket[h];
      if (i === NONE) continue;
      bucket[h] = NONE;
      for (; i !== NONE && nextInBucket[i] !== NONE; i = nextInBucket[i]) {
        for (let m = at[i], last = m + length[i]; m < last; m++) compared[lists[m]] = i;
        let before = i;
        for (let j = nextInBucket[i]; j !== NONE; j = nextInBucket[j]) {
          if (this.hasListOf(j, i)) {
            weight[i] += weight[j];
            this.merge(j, i);
            nextInBucket[before] = nextInBucket[j];
          } else {
            before = j;
          }
        }
      }
    }
  }

  /** Whether j has the list of i, whose members are marked. */
  private hasListOf(j: number, i: number): boolean {
    const { lists, at, length, compared } = this;
    if (length[j] !== length[i] || this.elements[j] !== this.elements[i]) return false;
    for (let m = at[j], end = m + length[j]; m < end; m++) if (compared[lists[m]] !== i) return false;
    return true;
  }

  /** Drops from L_p what has been merged, completes the degrees and lists the variables by them again. */
  private finishElement(p: number): void {
    const { lists, at, weight, degree, remaining } = this;
    const inElement = degree[p];
    let to = at[p];
    for (let k = to, end = to + this.length[p]; k < end; k++) {
      const i = lists[k];
      const w = -weight[i];
      if (w === 0) continue;
      weight[i] = w;
      lists[to++] = i;
      degree[i] = Math.min(degree[i] + inElement, remaining) - w;
      this.enlist(i);
    }
    this.length[p] = to - at[p];
    this.free = to;
    if (to === at[p]) this.stamp[p] = 0;
    // No stamp of this elimination is above that.
    this.now += this.weight.length + 1;
    if (this.now > MOST_STAMPS) {
      for (let e = 0; e < weight.length; e++) this.stamp[e] = Math.min(this.stamp[e], 1);
      this.now = 2;
    }
  }

  /** i is eliminated together with `into`, after it. */
  private merge(i: number, into: number): void {
    this.weight[i] = 0;
    this.length[i] = 0;
    this.stamp[i] = 0;
    this.follower[this.lastFollower[into]] = i;
    this.lastFollower[into] = this.lastFollower[i];
  }

  private enlist(i: number): void {
    const { first, next, previous } = this;
    const d = this.degree[i];
    const second = first[d];
    previous[i] = NONE;
    next[i] = second;
    if (second !== NONE) previous[second] = i;
    first[d] = i;
    if (d < this.lowest) this.lowest = d;
  }

  private delist(i: number): void {
    const { next, previous } = this;
    if (next[i] !== NONE) previous[next[i]] = previous[i];
    if (previous[i] !== NONE) next[previous[i]] = next[i];
    else this.first[this.degree[i]] = next[i];
  }

  /** Moves the lists that are still in use, those of variables and of elements, together. */
  private compact(): void {
    const { at, length, lists, spare = new Int32Array(lists.length) } = this;
    let to = 0;
    for (let i = 0; i < at.length; i++) {
      if (this.weight[i] === 0 && this.stamp[i] === 0) continue;
      const from = at[i];
      at[i] = to;
      for (let k = from, end = from + length[i]; k < end; k++) spare[to++] = lists[k];
    }
    [this.lists, this.spare] = [spare, lists];
    this.free = to;
  }
}

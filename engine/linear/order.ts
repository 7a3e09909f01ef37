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
 */
import type { Pattern } from './sparse.ts';

const VARIABLE = 0;
const ELEMENT = 1;
/** Merged into another variable, or an element absorbed by another. */
const GONE = 2;
const NONE = -1;

/** A column with more neighbours than this is eliminated last: it would slow every step and gain nothing. */
const denseFrom = (size: number): number => Math.max(16, 10 * Math.sqrt(size));

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

  private readonly kind: Uint8Array;
  /** Columns a variable stands for. */
  private readonly weight: Int32Array;
  /** Of a variable the bound d_i on its external degree; of an element |L_e|; both count columns. */
  private readonly degree: Int32Array;

  /** All lists in one array; that of i is lists[at[i]] … : first its elements, then its variables. */
  private lists: Int32Array;
  private spare: Int32Array;
  private free: number;
  private readonly at: Int32Array;
  private readonly elements: Int32Array;
  private readonly length: Int32Array;

  /** Variables by degree in doubly linked lists; no variable has a degree below `lowest`. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private lowest = 0;

  /** inPivot[i] = p: i is in L_p, or is p. */
  private readonly inPivot: Int32Array;
  /** |L_e \ L_p|, valid where outsideOf[e] = p. */
  private readonly outside: Int32Array;
  private readonly outsideOf: Int32Array;
  /** Variables with the same hash in singly linked lists. */
  private readonly bucket: Int32Array;
  private readonly nextInBucket: Int32Array;
  private readonly hash: Int32Array;
  private readonly compared: Int32Array;

  constructor({ size, starts, rows }: Pattern) {
    const integers = (value: number) => new Int32Array(size).fill(value);
    this.follower = integers(NONE);
    this.lastFollower = Int32Array.from({ length: size }, (_, i) => i);
    this.kind = new Uint8Array(size);
    this.weight = integers(1);
    this.at = integers(0);
    this.elements = integers(0);
    this.length = integers(0);
    this.first = integers(NONE);
    this.next = integers(NONE);
    this.previous = integers(NONE);
    this.inPivot = integers(NONE);
    this.outside = integers(0);
    this.outsideOf = integers(NONE);
    this.bucket = integers(NONE);
    this.nextInBucket = integers(NONE);
    this.hash = integers(0);
    this.compared = integers(NONE);

    for (let j = 0; j < size; j++) {
      for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
        this.length[j]++;
        this.length[rows[k]]++;
      }
    }
    let total = 0;
    for (let i = 0; i < size; i++) {
      this.at[i] = total;
      total += this.length[i];
    }
    // An elimination never lengthens the lists it leaves; it needs room for one new list, at most `size`.
    this.lists = new Int32Array(total + size);
    this.spare = new Int32Array(total + size);
    this.free = total;
    const end = this.at.slice();
    for (let j = 0; j < size; j++) {
      for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
        this.lists[end[j]++] = rows[k];
        this.lists[end[rows[k]]++] = j;
      }
    }

    const byDegree = (i: number, j: number) => this.length[i] - this.length[j] || i - j;
    this.dense = [];
    for (let i = 0; i < size; i++) if (this.length[i] > denseFrom(size)) this.dense.push(i);
    this.dense.sort(byDegree);
    for (const i of this.dense) {
      this.kind[i] = GONE;
      this.weight[i] = 0;
    }
    this.remaining = size - this.dense.length;
    this.degree = this.length.slice();
    for (let i = 0; i < size; i++) if (this.kind[i] === VARIABLE) this.enlist(i);
  }

  /** Eliminates the variable of least degree and returns it; `follower` holds those eliminated with it. */
  eliminate(): number {
    const p = this.takeLowest();
    const pivotDegree = this.formElement(p);
    this.measureOutside(p);
    let weightOfPivot = this.weight[p];
    let inElement = pivotDegree;
    for (let k = this.at[p]; k < this.at[p] + this.length[p]; k++) {
      const i = this.lists[k];
      if (this.updateVariable(i, p)) {
        // Mass elimination: i has no neighbour outside L_p, so it can follow p without any further fill.
        weightOfPivot += this.weight[i];
        inElement -= this.weight[i];
        this.merge(i, p);
      }
    }
    this.remaining -= weightOfPivot;
    this.mergeIndistinguishable(p);
    this.finishElement(p, inElement);
    return p;
  }

  private takeLowest(): number {
    while (this.first[this.lowest] === NONE) this.lowest++;
    const p = this.first[this.lowest];
    this.delist(p);
    return p;
  }

  /** L_p = (A_p ∪ ⋃ L_e over e in E_p) \ p, [ADD96] Eq. (1); p absorbs these elements. Returns |L_p|. */
  private formElement(p: number): number {
    if (this.free + this.degree[p] > this.lists.length) this.compact();
    const { lists, at, kind, inPivot, weight } = this;
    inPivot[p] = p;
    const start = this.free;
    let size = 0;
    const take = (from: number, end: number) => {
      for (let k = from; k < end; k++) {
        const i = lists[k];
        if (kind[i] !== VARIABLE || inPivot[i] === p) continue;
        inPivot[i] = p;
        this.delist(i);
        size += weight[i];
        lists[this.free++] = i;
      }
    };
    const firstVariable = at[p] + this.elements[p];
    for (let k = at[p]; k < firstVariable; k++) {
      const e = lists[k];
      if (kind[e] !== ELEMENT) continue;
      take(at[e], at[e] + this.length[e]);
      kind[e] = GONE;
    }
    take(firstVariable, at[p] + this.length[p]);
    kind[p] = ELEMENT;
    at[p] = start;
    this.length[p] = this.free - start;
    this.elements[p] = 0;
    return size;
  }

  /** |L_e \ L_p| for every element e that shares a variable with L_p, [ADD96] Alg. 2. */
  private measureOutside(p: number): void {
    const { lists, at, elements, kind, outside, outsideOf, degree, weight } = this;
    for (let k = at[p]; k < at[p] + this.length[p]; k++) {
      const i = lists[k];
      for (let m = at[i]; m < at[i] + elements[i]; m++) {
        const e = lists[m];
        if (kind[e] !== ELEMENT) continue;
        if (outsideOf[e] !== p) {
          outsideOf[e] = p;
          outside[e] = degree[e];
        }
        outside[e] -= weight[i];
      }
    }
  }

  /**
   * Prunes the lists of i in L_p, puts p among its elements and bounds its degree but for |L_p \ i|, [ADD96] Eq. (4).
   * True where nothing but p is left in them.
   */
  private updateVariable(i: number, p: number): boolean {
    const { lists, at, kind, outside, weight } = this;
    const start = at[i];
    const firstVariable = start + this.elements[i];
    const end = start + this.length[i];
    let to = start;
    let beyond = 0;
    let hash = p;
    for (let k = start; k < firstVariable; k++) {
      const e = lists[k];
      if (kind[e] !== ELEMENT) continue;
      if (outside[e] === 0) {
        // Aggressive absorption: all of L_e lies in L_p.
        kind[e] = GONE;
        continue;
      }
      beyond += outside[e];
      hash += e;
      lists[to++] = e;
    }
    const elements = to;
    for (let k = firstVariable; k < end; k++) {
      const j = lists[k];
      if (kind[j] !== VARIABLE || this.inPivot[j] === p) continue;
      beyond += weight[j];
      hash += j;
      lists[to++] = j;
    }
    const alone = to === start;
    // i has lost an element or the variable p itself, so there is room for one more.
    lists[to] = lists[elements];
    lists[elements] = p;
    this.elements[i] = elements + 1 - start;
    this.length[i] = to + 1 - start;
    this.degree[i] = Math.min(this.degree[i], beyond);
    this.hash[i] = hash % this.bucket.length;
    return alone;
  }

  /** Merges variables of L_p with equal lists, found by their hash, [ADD96] Sec. 3. */
  private mergeIndistinguishable(p: number): void {
    const { lists, at, bucket, nextInBucket, hash, kind, compared } = this;
    const start = at[p];
    const end = start + this.length[p];
    for (let k = start; k < end; k++) {
      const i = lists[k];
      if (kind[i] !== VARIABLE) continue;
      nextInBucket[i] = bucket[hash[i]];
      bucket[hash[i]] = i;
    }
    for (let k = start; k < end; k++) {
      if (kind[lists[k]] !== VARIABLE) continue;
      let i = bucket[hash[lists[k]]];
      bucket[hash[lists[k]]] = NONE;
      for (; i !== NONE && nextInBucket[i] !== NONE; i = nextInBucket[i]) {
        for (let m = at[i]; m < at[i] + this.length[i]; m++) compared[lists[m]] = i;
        let before = i;
        for (let j = nextInBucket[i]; j !== NONE; j = nextInBucket[j]) {
          if (this.hasListOf(j, i)) {
            this.weight[i] += this.weight[j];
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
    const { lists, at, compared } = this;
    if (this.length[j] !== this.length[i] || this.elements[j] !== this.elements[i]) return false;
    for (let m = at[j]; m < at[j] + this.length[j]; m++) if (compared[lists[m]] !== i) return false;
    return true;
  }

  /** Drops from L_p what has been merged, completes the degrees and lists the variables by them again. */
  private finishElement(p: number, inElement: number): void {
    const { lists, at, kind, weight, degree } = this;
    let to = at[p];
    const end = to + this.length[p];
    for (let k = to; k < end; k++) {
      const i = lists[k];
      if (kind[i] !== VARIABLE) continue;
      lists[to++] = i;
      degree[i] = Math.min(degree[i] + inElement - weight[i], this.remaining - weight[i]);
      this.enlist(i);
    }
    this.length[p] = to - at[p];
    this.free = to;
    degree[p] = inElement;
    weight[p] = 0;
    if (this.length[p] === 0) kind[p] = GONE;
  }

  /** i is eliminated together with `into`, after it. */
  private merge(i: number, into: number): void {
    this.kind[i] = GONE;
    this.weight[i] = 0;
    this.length[i] = 0;
    this.follower[this.lastFollower[into]] = i;
    this.lastFollower[into] = this.lastFollower[i];
  }

  private enlist(i: number): void {
    const d = this.degree[i];
    const second = this.first[d];
    this.previous[i] = NONE;
    this.next[i] = second;
    if (second !== NONE) this.previous[second] = i;
    this.first[d] = i;
    this.lowest = Math.min(this.lowest, d);
  }

  private delist(i: number): void {
    const { next, previous } = this;
    if (next[i] !== NONE) previous[next[i]] = previous[i];
    if (previous[i] !== NONE) next[previous[i]] = next[i];
    else this.first[this.degree[i]] = next[i];
  }

  /** Moves the lists that are still in use together. */
  private compact(): void {
    let to = 0;
    for (let i = 0; i < this.kind.length; i++) {
      if (this.kind[i] === GONE) continue;
      const from = this.at[i];
      this.at[i] = to;
      for (let k = from; k < from + this.length[i]; k++) this.spare[to++] = this.lists[k];
    }
    [this.lists, this.spare] = [this.spare, this.lists];
    this.free = to;
  }
}

/**
 * Symmetric sparse matrices, and the one that projective dynamics solves with in every global step,
 *
 *   A = M/h² + L,   [LBOK13] Eq. (14) divided by h²,
 *
 * with L the Laplacian of the springs weighted by stiffness: +s on both diagonals and −s between the ends. Every
 * coordinate has the same matrix, so one scalar matrix serves x, y and z.
 */
import { InputError, number } from '../errors.ts';
import type { RealArray } from '../kernel.ts';
import type { Model } from '../model.ts';

/**
 * Where a symmetric matrix may be nonzero: the lower triangle, column after column (compressed columns,
 * [Davis06] Sec. 2.1). The rows of column j are rows[starts[j]] … rows[starts[j + 1] − 1], ascending, and the
 * diagonal always comes first, so that it is found without a search.
 */
export interface Pattern {
  readonly size: number;
  /** size + 1 offsets into `rows`. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export interface SymmetricMatrix extends Pattern {
  /** One per entry of `rows`. */
  readonly values: Float64Array;
}

/**
 * The pattern with the whole diagonal and an entry for every pair, whichever triangle it is given in; pairs may
 * repeat. `places` says where each pair has gone, so that values can be renewed without a search.
 */
export function patternOf(size: number, pairs: ArrayLike<number>): { pattern: Pattern; places: Int32Array } {
  const entries = pairs.length / 2;
  const low = (k: number) => Math.min(pairs[2 * k], pairs[2 * k + 1]);
  const high = (k: number) => Math.max(pairs[2 * k], pairs[2 * k + 1]);
  // Sorted by row and then, stably, by column: what a radix sort does with the two digits (column, row).
  const byRow = sortedBy(
    size,
    Int32Array.from({ length: entries }, (_, k) => k),
    high,
  );
  const byColumn = sortedBy(size, byRow, low);

  const starts = new Int32Array(size + 1);
  const rows = new Int32Array(size + entries);
  const places = new Int32Array(entries);
  let at = 0;
  let next = 0;
  for (let j = 0; j < size; j++) {
    starts[j] = at;
    rows[at++] = j;
    for (; next < entries && low(byColumn[next]) === j; next++) {
      const i = high(byColumn[next]);
      if (rows[at - 1] !== i) rows[at++] = i;
      places[byColumn[next]] = at - 1;
    }
  }
  starts[size] = at;
  return { pattern: { size, starts, rows: rows.slice(0, at) }, places };
}

/** The items in ascending order of key(item) < size; equal keys keep their order. */
function sortedBy(size: number, items: Int32Array, key: (item: number) => number): Int32Array {
  const starts = new Int32Array(size + 1);
  for (const item of items) {
    const value = key(item);
    if (!(value >= 0 && value < size)) throw new InputError('pairs', value, `indices below ${size}`);
    starts[value + 1]++;
  }
  for (let k = 0; k < size; k++) starts[k + 1] += starts[k];
  const sorted = new Int32Array(items.length);
  for (const item of items) sorted[starts[key(item)]++] = item;
  return sorted;
}

/** A matrix from entries (row, column, value), each given once for both triangles; repeated entries add up. */
export function matrixOf(
  size: number,
  entries: readonly (readonly [row: number, column: number, value: number])[],
): SymmetricMatrix {
  const { pattern, places } = patternOf(
    size,
    entries.flatMap((entry) => entry.slice(0, 2)),
  );
  const values = new Float64Array(pattern.rows.length);
  entries.forEach(([, , value], k) => {
    values[places[k]] += value;
  });
  return { ...pattern, values };
}

/** y ← A x for `width` interleaved vectors: entry i of vector c is x[width i + c]. */
export function multiply(
  { size, starts, rows, values }: SymmetricMatrix,
  x: RealArray,
  y: RealArray,
  width = 1,
): void {
  y.fill(0, 0, width * size);
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const i = rows[k];
      const a = values[k];
      for (let c = 0; c < width; c++) y[width * i + c] += a * x[width * j + c];
      if (i === j) continue;
      for (let c = 0; c < width; c++) y[width * j + c] += a * x[width * i + c];
    }
  }
}

/** The pattern of M/h² + L over the model's slots, and where each spring stands in it. */
export interface SpringPattern extends Pattern {
  /** By spring: the entry between its ends. Springs with the same ends share it. */
  readonly places: Int32Array;
}

export function springPattern({ particles, ends }: Model): SpringPattern {
  const { pattern, places } = patternOf(particles, ends);
  return { ...pattern, places };
}

export interface SpringSystem {
  /** 1/h² in 1/s²; 0 drops the inertia, and then every connected piece needs a pin. */
  readonly inertia: number;
  /** Ids of the particles held in place. */
  readonly pins: readonly number[];
}

/**
 * The values of M/h² + L, N/m, in the order of the pattern. A pinned particle is a Dirichlet condition: its row and
 * column become those of the identity, so a solution there is the right-hand side there; what the pin contributes to
 * its neighbours belongs on the right-hand side (`addPinned`).
 *
 * The pattern keeps the pinned entries as zeros: pinning, unpinning, another step or another stiffness then only
 * renew the values, and the ordering and symbolic analysis stay.
 */
export function springValues(
  model: Model,
  { starts, rows, places }: SpringPattern,
  { inertia, pins }: SpringSystem,
  values = new Float64Array(rows.length),
): Float64Array {
  number('inertia', inertia, { min: 0, unit: '1/s²' });
  const { particles, springs, ends, stiffness, masses, idOf } = model;
  const isPinned = pinnedSlots(model, pins);
  for (let slot = 0; slot < particles; slot++) {
    values.fill(0, starts[slot], starts[slot + 1]);
    values[starts[slot]] = isPinned[slot] ? 1 : masses[idOf[slot]] * inertia;
  }
  for (let s = 0; s < springs; s++) {
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    if (i === j) continue;
    if (!isPinned[i]) values[starts[i]] += stiffness[s];
    if (!isPinned[j]) values[starts[j]] += stiffness[s];
    if (!isPinned[i] && !isPinned[j]) values[places[s]] -= stiffness[s];
  }
  return values;
}

/**
 * Makes b, three numbers a slot, the right-hand side of the system with pins: at a pin the value x shall have there,
 * at the neighbours of a pin the force s x of the spring between.
 */
export function addPinned(model: Model, pins: readonly number[], x: RealArray, b: RealArray): void {
  const isPinned = pinnedSlots(model, pins);
  const { springs, ends, stiffness, particles } = model;
  for (let s = 0; s < springs; s++) {
    for (const [free, pin] of [
      [ends[2 * s], ends[2 * s + 1]],
      [ends[2 * s + 1], ends[2 * s]],
    ]) {
      if (isPinned[free] || !isPinned[pin]) continue;
      for (let c = 0; c < 3; c++) b[3 * free + c] += stiffness[s] * x[3 * pin + c];
    }
  }
  for (let slot = 0; slot < particles; slot++) {
    if (isPinned[slot]) for (let c = 0; c < 3; c++) b[3 * slot + c] = x[3 * slot + c];
  }
}

function pinnedSlots({ particles, slotOf }: Model, pins: readonly number[]): Uint8Array {
  const isPinned = new Uint8Array(particles);
  pins.forEach((pin, k) => {
    isPinned[slotOf[number(`pins[${k}]`, pin, { min: 0, max: particles - 1, integer: true })]] = 1;
  });
  return isPinned;
}

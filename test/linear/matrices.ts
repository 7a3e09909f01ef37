/** Matrices for the tests, and slow, obvious versions of what the engine does fast. */
import { cloth } from 'selvedge';
import type { RealArray } from '../../engine/kernel.ts';
import { patternOf } from '../../engine/linear/analysis.ts';
import type { Pattern } from '../../engine/linear/factor.ts';
import { randomNumbers } from '../verification/mathematics.ts';

export { randomNumbers };

export interface SymmetricMatrix extends Pattern {
  /** One per entry of `rows`. */
  readonly values: Float64Array;
}

/** Float64's unit roundoff. */
export const UNIT = 2 ** -53;

export const KINDS = ['sparse', 'dense', 'diagonal', 'pieces', 'arrow', 'path'] as const;
export type Kind = (typeof KINDS)[number];

/** A random symmetric matrix of a kind, strictly diagonally dominant and so positive definite. */
export function randomMatrix(kind: Kind, size: number, seed: number): SymmetricMatrix {
  const random = randomNumbers(seed);
  const integer = (below: number) => Math.floor(((random() + 1) / 2) * below) % below;
  const entries: [number, number, number][] = [];
  const join = (i: number, j: number) => i !== j && entries.push([i, j, random()]);
  // `pieces` joins only numbers with the same remainder, and leaves some columns without any neighbour.
  const pieces = 4;
  const amount = { sparse: 2 * size, dense: (size * size) / 3, pieces: size, diagonal: 0, arrow: 0, path: 0 };
  for (let k = 0; k < amount[kind]; k++) {
    const i = integer(size);
    let j = integer(size);
    if (kind === 'pieces') {
      if (i % pieces === 0) continue;
      j = (i % pieces) + pieces * integer(Math.ceil((size - (i % pieces)) / pieces));
    }
    join(i, j);
  }
  const hub = integer(size);
  if (kind === 'arrow') for (let i = 0; i < size; i++) join(i, hub);
  if (kind === 'path') {
    const walk = shuffled(size, integer);
    for (let k = 1; k < size; k++) join(walk[k - 1], walk[k]);
  }
  const sums = new Float64Array(size);
  for (const [i, j, value] of entries) {
    sums[i] += Math.abs(value);
    sums[j] += Math.abs(value);
  }
  for (let i = 0; i < size; i++) entries.push([i, i, sums[i] + 0.1 + Math.abs(random())]);
  return matrixOf(size, entries);
}

/** Other values for the same pattern, again diagonally dominant. */
export function otherValues({ size, starts, rows }: Pattern, seed: number): Float64Array {
  const random = randomNumbers(seed);
  const values = Float64Array.from(rows, random);
  const sums = new Float64Array(size).fill(0.5);
  for (let j = 0; j < size; j++) {
    for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
      sums[j] += Math.abs(values[k]);
      sums[rows[k]] += Math.abs(values[k]);
    }
  }
  for (let j = 0; j < size; j++) values[starts[j]] = sums[j];
  return values;
}

function shuffled(size: number, integer: (below: number) => number): number[] {
  const list = Array.from({ length: size }, (_, k) => k);
  for (let k = size - 1; k > 0; k--) {
    const other = integer(k + 1);
    [list[k], list[other]] = [list[other], list[k]];
  }
  return list;
}

/**
 * The springs of [LBOK13] Table 1's cloth of n × n particles: along both directions, one diagonal a quad, and over
 * two edges in both directions. 32,158 for n = 81.
 */
export const clothPairs = (n: number): Int32Array =>
  Int32Array.from(cloth({ particles: [n, n], diagonals: 1 }).ends);

/** Whether L_ij ≠ 0, i ≥ j, by playing the elimination: column j joins all the rows below it. */
export function eliminated(pattern: Pattern, order: ArrayLike<number>): boolean[][] {
  const { size, starts, rows } = pattern;
  const rank = new Int32Array(size);
  for (let k = 0; k < size; k++) rank[order[k]] = k;
  const nonzero = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      const [a, b] = [rank[j], rank[rows[k]]];
      nonzero[Math.max(a, b)][Math.min(a, b)] = true;
    }
  }
  for (let j = 0; j < size; j++) {
    for (let a = j + 1; a < size; a++) {
      if (!nonzero[a][j]) continue;
      for (let b = a; b < size; b++) if (nonzero[b][j]) nonzero[b][a] = true;
    }
  }
  return nonzero;
}

export const count = (nonzero: boolean[][]): number => nonzero.flat().filter(Boolean).length;

/** Minimum degree with exact degrees on the explicit graph; ties to the lowest column. Returns the fill. */
export function exactMinimumDegreeFill({ size, starts, rows }: Pattern): number {
  const neighbours = Array.from({ length: size }, () => new Set<number>());
  for (let j = 0; j < size; j++) {
    for (let k = starts[j] + 1; k < starts[j + 1]; k++) {
      neighbours[j].add(rows[k]);
      neighbours[rows[k]].add(j);
    }
  }
  const left = new Set(neighbours.keys());
  let fill = size;
  while (left.size > 0) {
    let best = -1;
    for (const i of left) if (best < 0 || neighbours[i].size < neighbours[best].size) best = i;
    left.delete(best);
    fill += neighbours[best].size;
    for (const i of neighbours[best]) {
      neighbours[i].delete(best);
      for (const j of neighbours[best]) if (j !== i) neighbours[i].add(j);
    }
  }
  return fill;
}

/** P A Pᵀ of a dense matrix. */
export function permuted(dense: Float64Array, order: ArrayLike<number>): Float64Array {
  const size = order.length;
  return dense.map((_, k) => dense[order[Math.floor(k / size)] * size + order[k % size]]);
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

/** All n × n entries of a symmetric matrix, row after row. */
export function toDense({ size, starts, rows, values }: SymmetricMatrix): Float64Array {
  const dense = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    for (let k = starts[j]; k < starts[j + 1]; k++) {
      dense[rows[k] * size + j] = values[k];
      dense[j * size + rows[k]] = values[k];
    }
  }
  return dense;
}

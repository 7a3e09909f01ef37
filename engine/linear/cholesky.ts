/**
 * Sparse Cholesky factorisation P A Pᵀ = L Lᵀ in float64: supernodal and left-looking, [Davis06] Sec. 4.8 and
 * Chen, Davis, Hager, Rajamanickam: Algorithm 887: CHOLMOD, ACM Trans. Math. Softw. 35 (2008).
 *
 * Analyse a pattern once, factor as often as its values change, solve as often as needed:
 *
 *   const cholesky = new Cholesky(analyse(pattern));
 *   cholesky.factor(values);
 *   cholesky.solve(b, x);
 */
import type { RealArray } from '../kernel.ts';
import { NotPositiveDefiniteError } from './errors.ts';
import { factorPanel, subtractProducts } from './panel.ts';
import { backward, backwardVectors, forward, forwardVectors, type Triangle } from './solve.ts';
import type { Symbolic } from './symbolic.ts';

export interface CholeskyOptions {
  /** How an error names a column of A; for a model's matrix, say, the particle. Default `column 7`. */
  readonly describe?: (column: number) => string;
}

const NONE = -1;

export class Cholesky {
  /** The factor, panel after panel; see `Symbolic`. */
  readonly panels: Float64Array;
  /** 1/L_jj by column of L: a solve multiplies instead of dividing. */
  readonly reciprocals: Float64Array;
  private factored = false;
  private readonly describe: (column: number) => string;
  /** The right-hand sides in the order of L. */
  private readonly work: Float64Array;
  private readonly scratch: Scratch;

  constructor(
    readonly symbolic: Symbolic,
    { describe = (column) => `column ${column}` }: CholeskyOptions = {},
  ) {
    this.describe = describe;
    this.panels = new Float64Array(symbolic.panelStarts[symbolic.supernodes]);
    this.reciprocals = new Float64Array(symbolic.size);
    this.work = new Float64Array(4 * symbolic.size);
    this.scratch = scratchFor(symbolic);
  }

  /** Factors the matrix with these values, in the order of the pattern that was analysed. */
  factor(values: Float64Array): this {
    const { symbolic, panels, reciprocals, scratch } = this;
    const { places, supernodes, columns, rowStarts, panelStarts, order } = symbolic;
    if (values.length !== places.length)
      throw new RangeError(`values: ${values.length} numbers given, the pattern has ${places.length}`);
    this.factored = false;
    panels.fill(0);
    for (let k = 0; k < places.length; k++) panels[places[k]] += values[k];
    scratch.pending.fill(NONE);
    for (let s = 0; s < supernodes; s++) {
      takeUpdates(symbolic, panels, scratch, s);
      const width = columns[s + 1] - columns[s];
      const height = rowStarts[s + 1] - rowStarts[s];
      const failed = factorPanel(panels, panelStarts[s], height, width, reciprocals, columns[s]);
      if (failed >= 0) {
        const column = order[columns[s] + failed];
        throw new NotPositiveDefiniteError(column, reciprocals[columns[s] + failed], this.describe(column));
      }
      scratch.consumed[s] = width;
      queue(symbolic, scratch, s);
    }
    this.factored = true;
    return this;
  }

  /** x ← A⁻¹ b for the three vectors of a list of points, `stride` numbers a point. x may be b. */
  solve(b: RealArray, x: RealArray = b, stride: 3 | 4 = 3): void {
    this.checkFactored();
    solveVectors(this.symbolic, this, this.work, b, x, stride);
  }

  /** x ← A⁻¹ b for one vector. x may be b. */
  solveOne(b: RealArray, x: RealArray = b): void {
    this.checkFactored();
    const { symbolic, work } = this;
    const { order } = symbolic;
    for (let k = 0; k < order.length; k++) work[k] = b[order[k]];
    forward(symbolic, this, work);
    backward(symbolic, this, work);
    for (let k = 0; k < order.length; k++) x[order[k]] = work[k];
  }

  /** The factor rounded to float32, in the layout a SIMD solve reads: half the memory. */
  toSingle(into?: SingleCholesky): SingleCholesky {
    this.checkFactored();
    const single = into ?? new SingleCholesky(this.symbolic);
    single.panels.set(this.panels);
    single.reciprocals.set(this.reciprocals);
    return single;
  }

  private checkFactored(): void {
    if (!this.factored)
      throw new Error('the matrix has not been factored: call factor(values), and let it succeed, first');
  }
}

/** A factor in float32 with float32 right-hand sides; the sums within a row are float64. */
export class SingleCholesky {
  readonly panels: Float32Array;
  readonly reciprocals: Float32Array;
  private readonly work: Float32Array;

  constructor(readonly symbolic: Symbolic) {
    this.panels = new Float32Array(symbolic.panelStarts[symbolic.supernodes]);
    this.reciprocals = new Float32Array(symbolic.size);
    this.work = new Float32Array(4 * symbolic.size);
  }

  /** x ← A⁻¹ b for the three vectors of a list of points, `stride` numbers a point. x may be b. */
  solve(b: RealArray, x: RealArray = b, stride: 3 | 4 = 3): void {
    solveVectors(this.symbolic, this, this.work, b, x, stride);
  }
}

function solveVectors<A extends RealArray>(
  symbolic: Symbolic,
  triangle: Triangle<A>,
  work: A,
  b: RealArray,
  x: RealArray,
  stride: number,
): void {
  const { order } = symbolic;
  for (let k = 0; k < order.length; k++) {
    const from = stride * order[k];
    work[4 * k] = b[from];
    work[4 * k + 1] = b[from + 1];
    work[4 * k + 2] = b[from + 2];
  }
  forwardVectors(symbolic, triangle, work);
  backwardVectors(symbolic, triangle, work);
  for (let k = 0; k < order.length; k++) {
    const to = stride * order[k];
    x[to] = work[4 * k];
    x[to + 1] = work[4 * k + 1];
    x[to + 2] = work[4 * k + 2];
  }
}

interface Scratch {
  /** Row → its place among the rows of the panel being formed. */
  readonly local: Int32Array;
  /** By supernode: the first finished one whose next rows are among its columns; `next` leads to the others. */
  readonly pending: Int32Array;
  readonly next: Int32Array;
  /** By finished supernode: how many of its rows have had their effect. */
  readonly consumed: Int32Array;
  /** The products of one finished supernode for one panel. */
  readonly products: Float64Array;
}

function scratchFor({ size, supernodes, supernodeOf, rowStarts, rows, columns }: Symbolic): Scratch {
  let largest = 0;
  for (let d = 0; d < supernodes; d++) {
    const end = rowStarts[d + 1];
    for (let from = rowStarts[d] + columns[d + 1] - columns[d]; from < end; ) {
      const s = supernodeOf[rows[from]];
      let to = from;
      while (to < end && rows[to] < columns[s + 1]) to++;
      largest = Math.max(largest, (end - from) * (to - from));
      from = to;
    }
  }
  return {
    local: new Int32Array(size),
    pending: new Int32Array(supernodes).fill(NONE),
    next: new Int32Array(supernodes).fill(NONE),
    consumed: new Int32Array(supernodes),
    products: new Float64Array(largest),
  };
}

/** Lets finished supernode d wait for the supernode that holds its next row. */
function queue({ rowStarts, rows, supernodeOf }: Symbolic, scratch: Scratch, d: number): void {
  const at = rowStarts[d] + scratch.consumed[d];
  if (at === rowStarts[d + 1]) return;
  const s = supernodeOf[rows[at]];
  scratch.next[d] = scratch.pending[s];
  scratch.pending[s] = d;
}

/**
 * Subtracts from panel s the products of every finished supernode d that has rows among its columns: with R the rows
 * of d from there on and Q those among them that are columns of s, R Qᵀ, at the rows and columns they stand for.
 */
function takeUpdates(symbolic: Symbolic, l: Float64Array, scratch: Scratch, s: number): void {
  const { columns, rowStarts, rows, panelStarts } = symbolic;
  const { local, pending, next, consumed, products } = scratch;
  const width = columns[s + 1] - columns[s];
  for (let k = rowStarts[s]; k < rowStarts[s + 1]; k++) local[rows[k]] = k - rowStarts[s];
  let following = NONE;
  for (let d = pending[s]; d !== NONE; d = following) {
    following = next[d];
    const from = rowStarts[d] + consumed[d];
    const end = rowStarts[d + 1];
    let to = from + 1;
    while (to < end && rows[to] < columns[s + 1]) to++;
    const height = end - from;
    const taken = to - from;
    const depth = columns[d + 1] - columns[d];
    const at = panelStarts[d] + consumed[d] * depth;
    products.fill(0, 0, height * taken);
    subtractProducts(products, 0, taken, l, at, at, depth, height, taken, depth);
    for (let i = 0; i < height; i++) {
      const target = panelStarts[s] + local[rows[from + i]] * width - columns[s];
      const last = Math.min(i + 1, taken);
      for (let j = 0; j < last; j++) l[target + rows[from + j]] += products[i * taken + j];
    }
    consumed[d] += taken;
    queue(symbolic, scratch, d);
  }
}

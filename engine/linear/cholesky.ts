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
import { factorise } from './factorise.ts';
import { backward, forward, solveVectors } from './solve.ts';
import type { Symbolic } from './symbolic.ts';

export interface CholeskyOptions {
  /** How an error names a column of A; for a model's matrix, say, the particle. Default `column 7`. */
  readonly describe?: (column: number) => string;
}

export class Cholesky {
  /** The factor, panel after panel; see `Symbolic`. */
  readonly panels: Float64Array;
  /** 1/L_jj by column of L: a solve multiplies instead of dividing. */
  readonly reciprocals: Float64Array;
  private factored = false;
  private readonly describe: (column: number) => string;
  /** The right-hand sides in the order of L. */
  private readonly work: Float64Array;
  private readonly scratch: ReturnType<typeof scratchFor>;

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
    const { places, columns, panelStarts, supernodeOf, order } = symbolic;
    if (values.length !== places.length)
      throw new RangeError(`values: ${values.length} numbers given, the pattern has ${places.length}`);
    this.factored = false;
    panels.fill(0);
    for (let k = 0; k < places.length; k++) panels[places[k]] += values[k];
    factorise.reference({ ...symbolic, ...scratch, panels, reciprocals }, 0, 1);
    if (scratch.failures[0] > 0) {
      const failed = reciprocals.indexOf(0);
      const s = supernodeOf[failed];
      const pivot = panels[panelStarts[s] + (failed - columns[s]) * (columns[s + 1] - columns[s] + 1)];
      throw new NotPositiveDefiniteError(order[failed], pivot, this.describe(order[failed]));
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

/** What `factorise` works with besides its input and result. */
const scratchFor = ({ size, supernodes }: Symbolic) => ({
  local: new Uint32Array(size),
  pending: new Uint32Array(supernodes),
  next: new Uint32Array(supernodes),
  consumed: new Uint32Array(supernodes),
  failures: new Uint32Array(1),
});

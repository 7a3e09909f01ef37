/** The engine's factorisation and solves, float64, for any matrix: their kernels need memory and values in place. */
import { NotPositiveDefiniteError } from '../../engine/linear/errors.ts';
import type { FactorLayout, Symbolic } from '../../engine/linear/factor.ts';
import { factorise } from '../../engine/linear/factorise.ts';
import { solveVectors } from '../../engine/linear/solve.ts';
import { substituteOne } from '../../engine/linear/substitute-one.ts';

export class Cholesky {
  readonly panels: Float64Array;
  readonly reciprocals: Float64Array;
  private readonly work: Float64Array;
  private readonly scratch: Record<'local' | 'pending' | 'next' | 'consumed' | 'failures', Uint32Array>;

  /** Without `places` only `factorPanels` can be called. */
  constructor(readonly symbolic: FactorLayout & Partial<Pick<Symbolic, 'places'>>) {
    const { size, supernodes } = symbolic;
    this.panels = new Float64Array(symbolic.panelStarts[supernodes]);
    this.reciprocals = new Float64Array(size);
    this.work = new Float64Array(4 * size);
    this.scratch = {
      local: new Uint32Array(size),
      pending: new Uint32Array(supernodes),
      next: new Uint32Array(supernodes),
      consumed: new Uint32Array(supernodes),
      failures: new Uint32Array(1),
    };
  }

  /** Factors the matrix with these values, in the order of the pattern that was analysed. */
  factor(values: Float64Array): this {
    const places = this.symbolic.places!;
    this.panels.fill(0);
    for (let k = 0; k < places.length; k++) this.panels[places[k]] += values[k];
    return this.factorPanels();
  }

  /** Factors the matrix that stands in the panels. */
  factorPanels(): this {
    const { symbolic, panels, reciprocals, scratch } = this;
    const { columns, panelStarts, supernodeOf, order } = symbolic;
    factorise.reference({ ...symbolic, ...scratch, panels, reciprocals }, 0, 1);
    if (scratch.failures[0] > 0) {
      const failed = reciprocals.indexOf(0);
      const s = supernodeOf[failed];
      const pivot = panels[panelStarts[s] + (failed - columns[s]) * (columns[s + 1] - columns[s] + 1)];
      throw new NotPositiveDefiniteError(order[failed], pivot, `column ${order[failed]}`);
    }
    return this;
  }

  /** x ← A⁻¹ b for the three vectors of a list of points, `stride` numbers a point. x may be b. */
  solve(b: Float64Array, x: Float64Array = b, stride: 3 | 4 = 3): void {
    solveVectors(this.symbolic, this, this.work, b, x, stride);
  }

  /** x ← A⁻¹ b for one vector. x may be b. */
  solveOne(b: Float64Array, x: Float64Array = b): void {
    const { symbolic, panels, reciprocals, work } = this;
    substituteOne.reference({ ...symbolic, panels, reciprocals, work, b, x }, 0, 1);
  }
}

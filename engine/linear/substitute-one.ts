import { defineKernel, read, write } from '../kernel.ts';
import { backward, forward, type Triangle } from './solve.ts';

/**
 * x ← A⁻¹ b for one vector in float64, with the factor that `factorise` leaves: L y = P b, Lᵀ P x = y.
 * [Davis06] Sec. 3.1.
 */
export const substituteOne = defineKernel({
  name: 'substituteOne',
  over: 'one',
  serial: true,
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    rowStarts: read('u32', 'supernodeBounds'),
    panelStarts: read('u32', 'supernodeBounds'),
    rows: read('u32', 'panelRows'),
    /** For each column of L, the row of A. */
    order: read('u32', 'columns'),
    panels: read('f64', 'panel'),
    reciprocals: read('f64', 'columns'),
    b: read('f64', 'columns'),
    x: write('f64', 'columns'),
    /** Scratch: the vector in L's order. */
    work: write('f64', 'columns'),
  },
  scalars: { supernodes: 'u32' },
  reference: (args) => {
    const { order, b, x, work } = args;
    for (let k = 0; k < order.length; k++) work[k] = b[order[k]];
    forward(args, args as Triangle, work);
    backward(args, args as Triangle, work);
    for (let k = 0; k < order.length; k++) x[order[k]] = work[k];
  },
});

import { defineKernel, read, write } from '../kernel.ts';
import { solveVectors, type Triangle } from './solve.ts';

/**
 * delta ← A⁻¹ rhs for x, y and z at once, with the factor that `narrow` leaves: L y = P rhs, Lᵀ P delta = y. A row of
 * right-hand sides is a vec4; the fourth number must be 0.
 */
export const substitute = defineKernel({
  name: 'substitute',
  over: 'one',
  serial: true,
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    rowStarts: read('u32', 'supernodeBounds'),
    panelStarts: read('u32', 'supernodeBounds'),
    rows: read('u32', 'panelRows'),
    /** By column of L: the particle. */
    order: read('u32', 'columns'),
    panels: read('real', 'panel'),
    reciprocals: read('real', 'columns'),
    rhs: read('vec4', 'particles'),
    delta: write('vec4', 'particles'),
    /** Scratch: the right-hand sides in L's order. */
    work: write('vec4', 'columns'),
  },
  scalars: { supernodes: 'u32' },
  reference: (args) => solveVectors(args, args as Triangle, args.work, args.rhs, args.delta, 4),
});

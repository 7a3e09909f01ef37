import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const a12 = figureOf({
  id: 'np17-a12',
  figure: 'Figure A.12',
  title: 'Hanging cloth: error over time at 4 ms',
  claims: ['RBGS, GS and Jacobi get 22, 4 and 32 iterations a step.', HANGING_SETUP],
  parts: [hangingBudget(4, THREE)],
});

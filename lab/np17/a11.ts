import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const a11 = figureOf({
  id: 'np17-a11',
  figure: 'Figure A.11',
  title: 'Hanging cloth: error over time at 2 ms',
  claims: ['RBGS, GS and Jacobi get 11, 2 and 19 iterations a step.', HANGING_SETUP],
  parts: [hangingBudget(2, THREE)],
});

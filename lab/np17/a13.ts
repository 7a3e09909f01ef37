import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const a13 = figureOf({
  id: 'np17-a13',
  figure: 'Figure A.13',
  title: 'Hanging cloth: error over time at 8 ms',
  claims: ['RBGS, GS and Jacobi get 45, 9 and 70 iterations a step.', HANGING_SETUP],
  parts: [hangingBudget(8, THREE)],
});

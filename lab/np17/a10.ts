import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const a10 = figureOf({
  id: 'np17-a10',
  figure: 'Figure A.10',
  title: 'Hanging cloth: error over time at 1 ms',
  claims: ['RBGS, GS and Jacobi get 5, 1 and 9 iterations a step.', HANGING_SETUP],
  parts: [hangingBudget(1, THREE)],
});

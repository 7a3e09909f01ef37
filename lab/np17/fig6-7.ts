import { figureOf } from '../figure.ts';
import { GS_UNSTABLE, HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig67 = figureOf({
  id: 'np17-fig6-7',
  figure: 'Figure 6.7',
  title: 'Hanging cloth: error over time at 2 ms and 8 ms',
  claims: ['RBGS outperforms Jacobi and GS at every budget.', GS_UNSTABLE, HANGING_SETUP],
  parts: [hangingBudget(2, THREE), hangingBudget(8, THREE)],
});

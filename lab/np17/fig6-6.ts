import { figureOf } from '../figure.ts';
import { HANGING_SETUP, SAME_RATE } from '../red-black/claims.ts';
import { hangingIterations } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig66 = figureOf({
  id: 'np17-fig6-6',
  figure: 'Figure 6.6',
  title: 'Hanging cloth: error over 60,000 iterations',
  claims: [SAME_RATE, HANGING_SETUP],
  parts: [hangingIterations(THREE)],
});

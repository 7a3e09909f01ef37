import { figureOf } from '../figure.ts';
import { AHEAD, GS_UNSTABLE, HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget, hangingIterations } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig4 = figureOf({
  id: 'pnf18-fig4',
  figure: 'Figure 4',
  title: 'Hanging cloth: error over iterations and over time',
  claims: [AHEAD, GS_UNSTABLE, HANGING_SETUP],
  parts: [hangingIterations(THREE), hangingBudget(2, THREE)],
});

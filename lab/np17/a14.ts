import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingBudget } from '../red-black/hanging.ts';
import { WITH_SOR } from '../red-black/solvers.ts';

export const a14 = figureOf({
  id: 'np17-a14',
  figure: 'Figure A.14',
  title: 'Hanging cloth: error over time at 2 ms, with over-relaxation',
  claims: ['RBGS with SOR gets 11 iterations a step, as RBGS without.', HANGING_SETUP],
  parts: [hangingBudget(2, WITH_SOR)],
});

import { figureOf } from '../figure.ts';
import { HANGING_SETUP, SOR_SPLIT, TWO_OR_EIGHT } from '../red-black/claims.ts';
import { hangingBudget, hangingIterations } from '../red-black/hanging.ts';
import { WITH_OURS, WITH_SOR } from '../red-black/solvers.ts';

export const fig69 = figureOf({
  id: 'np17-fig6-9',
  figure: 'Figure 6.9',
  title: 'Hanging cloth: with over-relaxation',
  claims: [
    'RBGS with SOR outperforms all others, by iterations and by time.',
    TWO_OR_EIGHT,
    HANGING_SETUP,
    SOR_SPLIT,
  ],
  parts: [hangingIterations(WITH_OURS), hangingBudget(2, WITH_SOR), hangingBudget(8, WITH_SOR)],
});

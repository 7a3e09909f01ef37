import { figureOf } from '../figure.ts';
import { SOR_FASTER, TWO_OR_EIGHT } from '../red-black/claims.ts';
import { enlargedBudget, enlargedIterations } from '../red-black/enlarged.ts';
import { WITH_SOR } from '../red-black/solvers.ts';

export const fig65 = figureOf({
  id: 'np17-fig6-5',
  figure: 'Figure 6.5',
  title: 'Enlarged cloth: with over-relaxation',
  claims: [SOR_FASTER, TWO_OR_EIGHT],
  parts: [enlargedIterations(WITH_SOR), enlargedBudget(2, WITH_SOR), enlargedBudget(8, WITH_SOR)],
});

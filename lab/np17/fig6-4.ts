import { figureOf } from '../figure.ts';
import { JACOBI_AND_GS } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig64 = figureOf({
  id: 'np17-fig6-4',
  figure: 'Figure 6.4',
  title: 'Enlarged cloth: error over time at 1 ms and 8 ms',
  claims: ['RBGS outperforms both others by far with respect to time.', JACOBI_AND_GS],
  parts: [enlargedBudget(1, [...THREE, 'literal']), enlargedBudget(8, [...THREE, 'literal'])],
});

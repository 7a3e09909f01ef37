import { figureOf } from '../figure.ts';
import { AHEAD, ENLARGED_SETUP } from '../red-black/claims.ts';
import { enlargedBudget, enlargedIterations } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig3 = figureOf({
  id: 'pnf18-fig3',
  figure: 'Figure 3',
  title: 'Enlarged cloth: error over iterations and over time',
  claims: [ENLARGED_SETUP, AHEAD, 'Serial GS gets 2 iterations into 2 ms.'],
  parts: [enlargedIterations([...THREE, 'literal']), enlargedBudget(2, [...THREE, 'literal'])],
});

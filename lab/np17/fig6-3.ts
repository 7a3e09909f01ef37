import { figureOf } from '../figure.ts';
import { ENLARGED_SETUP, SAME_RATE } from '../red-black/claims.ts';
import { enlargedIterations } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const fig63 = figureOf({
  id: 'np17-fig6-3',
  figure: 'Figure 6.3',
  title: 'Enlarged cloth: error over 17,000 iterations',
  claims: [SAME_RATE, ENLARGED_SETUP],
  parts: [enlargedIterations([...THREE, 'literal'])],
});

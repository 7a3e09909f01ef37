import { figureOf } from '../figure.ts';
import { SOR_FASTER } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { WITH_SOR } from '../red-black/solvers.ts';

export const a7 = figureOf({
  id: 'np17-a7',
  figure: 'Figure A.7',
  title: 'Enlarged cloth: error over time at 2 ms, with over-relaxation',
  claims: ['RBGS with SOR gets 11 iterations a step, as RBGS without.', SOR_FASTER],
  parts: [enlargedBudget(2, WITH_SOR)],
});

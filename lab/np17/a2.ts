import { figureOf } from '../figure.ts';
import { SOR_FASTER } from '../red-black/claims.ts';
import { enlargedIterations } from '../red-black/enlarged.ts';
import { WITH_SOR } from '../red-black/solvers.ts';

export const a2 = figureOf({
  id: 'np17-a2',
  figure: 'Figure A.2',
  title: 'Enlarged cloth: error over iterations, with over-relaxation',
  claims: [SOR_FASTER],
  parts: [enlargedIterations(WITH_SOR)],
});

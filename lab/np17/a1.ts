import { figureOf } from '../figure.ts';
import { SAME_RATE } from '../red-black/claims.ts';
import { enlargedIterations } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const a1 = figureOf({
  id: 'np17-a1',
  figure: 'Figure A.1',
  title: 'Enlarged cloth: error over iterations',
  claims: [SAME_RATE],
  parts: [enlargedIterations([...THREE, 'literal'])],
});

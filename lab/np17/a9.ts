import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { hangingIterations } from '../red-black/hanging.ts';
import { WITH_SOR } from '../red-black/solvers.ts';

export const a9 = figureOf({
  id: 'np17-a9',
  figure: 'Figure A.9',
  title: 'Hanging cloth: error over iterations, with over-relaxation',
  claims: ['RBGS with SOR outperforms all others.', HANGING_SETUP],
  parts: [hangingIterations(WITH_SOR)],
});

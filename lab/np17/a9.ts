import { figureOf } from '../figure.ts';
import { HANGING_SETUP, SOR_SPLIT } from '../red-black/claims.ts';
import { hangingIterations } from '../red-black/hanging.ts';
import { WITH_OURS } from '../red-black/solvers.ts';

export const a9 = figureOf({
  id: 'np17-a9',
  figure: 'Figure A.9',
  title: 'Hanging cloth: error over iterations, with over-relaxation',
  claims: ['RBGS with SOR outperforms all others.', HANGING_SETUP, SOR_SPLIT],
  parts: [hangingIterations(WITH_OURS)],
});

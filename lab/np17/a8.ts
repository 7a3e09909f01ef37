import { figureOf } from '../figure.ts';
import { HANGING_SETUP, SAME_RATE } from '../red-black/claims.ts';
import { hangingIterations } from '../red-black/hanging.ts';
import { THREE } from '../red-black/solvers.ts';

export const a8 = figureOf({
  id: 'np17-a8',
  figure: 'Figure A.8',
  title: 'Hanging cloth: error over iterations',
  claims: [SAME_RATE, HANGING_SETUP],
  parts: [hangingIterations(THREE)],
});

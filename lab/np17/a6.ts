import { figureOf } from '../figure.ts';
import { JACOBI_AND_GS } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const a6 = figureOf({
  id: 'np17-a6',
  figure: 'Figure A.6',
  title: 'Enlarged cloth: error over time at 8 ms',
  claims: ['RBGS, GS and Jacobi get 45, 9 and 70 iterations a step.', JACOBI_AND_GS],
  parts: [enlargedBudget(8, [...THREE, 'literal'])],
});

import { figureOf } from '../figure.ts';
import { JACOBI_AND_GS } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const a4 = figureOf({
  id: 'np17-a4',
  figure: 'Figure A.4',
  title: 'Enlarged cloth: error over time at 2 ms',
  claims: ['RBGS, GS and Jacobi get 11, 2 and 19 iterations a step.', JACOBI_AND_GS],
  parts: [enlargedBudget(2, [...THREE, 'literal'])],
});

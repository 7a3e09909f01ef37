import { figureOf } from '../figure.ts';
import { JACOBI_AND_GS } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const a3 = figureOf({
  id: 'np17-a3',
  figure: 'Figure A.3',
  title: 'Enlarged cloth: error over time at 1 ms',
  claims: ['RBGS, GS and Jacobi get 5, 1 and 9 iterations a step.', JACOBI_AND_GS],
  parts: [enlargedBudget(1, [...THREE, 'literal'])],
});

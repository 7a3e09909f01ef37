import { figureOf } from '../figure.ts';
import { JACOBI_AND_GS } from '../red-black/claims.ts';
import { enlargedBudget } from '../red-black/enlarged.ts';
import { THREE } from '../red-black/solvers.ts';

export const a5 = figureOf({
  id: 'np17-a5',
  figure: 'Figure A.5',
  title: 'Enlarged cloth: error over time at 4 ms',
  claims: ['RBGS, GS and Jacobi get 22, 4 and 32 iterations a step.', JACOBI_AND_GS],
  parts: [enlargedBudget(4, [...THREE, 'literal'])],
});

import { figureOf } from '../figure.ts';
import { HANGING_SETUP } from '../red-black/claims.ts';
import { THREE } from '../red-black/solvers.ts';
import { swingStills } from '../red-black/stills.ts';

export const fig5 = figureOf({
  id: 'pnf18-fig5',
  figure: 'Figure 5',
  title: 'Hanging cloth: stills at 2 ms a step',
  claims: ['RBGS is the least elastic of the three at the same time budget.', HANGING_SETUP],
  parts: [swingStills(2, THREE)],
});

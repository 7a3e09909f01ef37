import { figureOf } from '../figure.ts';
import { GS_UNSTABLE, HANGING_SETUP } from '../red-black/claims.ts';
import { THREE } from '../red-black/solvers.ts';
import { swingStills } from '../red-black/stills.ts';

export const fig68 = figureOf({
  id: 'np17-fig6-8',
  figure: 'Figure 6.8',
  title: 'Hanging cloth: stills at 2 ms a step',
  claims: [GS_UNSTABLE, HANGING_SETUP],
  parts: [swingStills(2, THREE)],
});

import { figureOf } from '../figure.ts';
import { HANGING_SETUP, SOR_SPLIT } from '../red-black/claims.ts';
import { restStills } from '../red-black/stills.ts';

export const fig610 = figureOf({
  id: 'np17-fig6-10',
  figure: 'Figure 6.10',
  title: 'Hanging cloth: stills with and without over-relaxation, at rest',
  claims: [
    'After more than 50,000 iterations the RBGS cloth hangs longer than the one with SOR.',
    HANGING_SETUP,
    SOR_SPLIT,
  ],
  parts: [restStills(['rbgs', 'frozen', 'sor'])],
});

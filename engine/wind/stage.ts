/** The wind as a stage of the step: before `predict`. */

import type { Stage } from '../stage.ts';
import { holes } from '../surface/holes.ts';
import { patches } from '../surface/patches.ts';
import { rims } from '../surface/rims.ts';
import { blow } from './blow.ts';
import { recordWind } from './wind.ts';

export const blowing: Stage = {
  id: 'wind',
  kernels: [blow, holes, patches, rims],
  record: ({ model, h, partakers: { wind, holes: hasHoles } }) =>
    wind ? recordWind(model, h, hasHoles) : [],
};

/** The wind as a stage of the step: before `predict`. */

import type { Stage } from '../stage.ts';
import { holes } from '../surface/holes.ts';
import { patches } from '../surface/patches.ts';
import { rims } from '../surface/rims.ts';
import { tornSurfaceMemory } from '../surface/surface.ts';
import { blow } from './blow.ts';
import { recordWind } from './wind.ts';

export const blowing: Stage = {
  id: 'wind',
  changes: 'wind',
  kernels: [blow, holes, patches, rims],
  scratch: ({ model, partakers: { wind, holes: hasHoles } }) =>
    wind && hasHoles && model.triangles.length > 0 ? tornSurfaceMemory(model) : {},
  record: ({ model, h, partakers: { wind, holes: hasHoles } }) =>
    wind ? recordWind(model, h, hasHoles) : [],
};

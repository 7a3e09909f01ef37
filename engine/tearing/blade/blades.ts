/** Cutting by wedges, recorded at the end of each part of a step. */
import type { Model } from '../../model.ts';
import { call, type MemoryPlan, type Program } from '../../program.ts';
import { partQuads } from '../split/part-quads.ts';
import { canSplit, recordParting } from '../split/plan.ts';
import { flankQuads } from './flank-quads.ts';
import { slice } from './slice.ts';

/** The buffer that records on which side of a blade each quad lies. */
const FLANKS = 'flanks';

/** In cloth that splits, only springs across the lower part of the fin are cut, below this share of its depth: above it, particles split first. */
const BELOW = 0.5;

/** Empty if no body splits. */
export const bladeMemory = (model: Model): MemoryPlan =>
  canSplit(model)
    ? { [FLANKS]: { role: 'state', element: 'u32', domain: 'triangles', length: model.triangles.length / 3 } }
    : {};

/** Records the cuts that the colliders with these numbers make in a part of h seconds. */
export function recordBlades(model: Model, blades: readonly number[], h: number): Program {
  const { bodies, particles, triangles } = model;
  const sprung = bodies.filter(({ springs }) => springs[1] > springs[0]);
  const phase = 'tear';
  return blades.flatMap((blade) => {
    const scalars = { h, blade };
    const cut = sprung.map(({ springs: range, splits }) =>
      call(slice, { phase, range, scalars: { ...scalars, below: splits ? BELOW : 0 } }),
    );
    if (!canSplit(model)) return cut;
    return [
      ...cut,
      call(flankQuads, { phase, range: [0, triangles.length / 3], scalars, bind: { sides: FLANKS } }),
      call(partQuads, { phase, range: [0, particles], bind: { sides: FLANKS } }),
      ...recordParting(model),
    ];
  });
}

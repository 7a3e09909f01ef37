/** Tearing and cutting as programs. What follows for the method is in recording.ts, what follows for the surface in surface/. */
import type { Vec3 } from '../body/body.ts';
import { InputError, vector } from '../errors.ts';
import type { Model } from '../model.ts';
import { WITHIN } from '../motion/sound.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { tornSurfaceMemory } from '../surface/surface.ts';
import { cut } from './cut.ts';
import { noteTears } from './note-tears.ts';
import { recordBlade } from './split/plan.ts';
import { tear } from './tear.ts';

/** The flag that `tear` raises: number of springs torn since the method last prepared for them. */
export const TORN = 'torn';
/** Steps after which `torn` was seen to: by it and `torn` a change is known. */
export const TEARS = 'tears';

/** Empty if no body tears by itself and no collider cuts. */
export function tearingMemory(model: Model, hasBlades = false): MemoryPlan {
  const { strengths, links } = model;
  if (!strengths && !hasBlades) return {};
  return {
    ...(strengths && {
      strengths: {
        role: 'constant',
        element: 'real',
        domain: 'springs',
        length: links,
        initial: strengths,
      },
    }),
    [TORN]: { role: 'kept', element: 'u32', domain: 'one', length: 1 },
    [TEARS]: { role: 'kept', element: 'u32', domain: 'one', length: 1 },
    ...tornSurfaceMemory(model),
  };
}

/** What runs first where springs tore in the step before. */
export const recordNote = (): Program => [call(noteTears, { phase: 'tear', range: [0, 1] })];

/** Springs that are too long, at the end of a step. */
export const recordTear = ({ strengths, springs }: Model): Program =>
  strengths ? [call(tear, { phase: 'tear', range: [0, springs] })] : [];

/** Through a convex polygon, as a fan of triangles, which may go on with a stroke: springs are cut, and cloth that splits is parted. */
export function recordCut(model: Model, polygon: readonly Vec3[], goesOn: boolean): Program {
  if (!Array.isArray(polygon) || polygon.length < 3)
    throw new InputError('cut', polygon, 'three points [x, y, z] or more');
  const points = polygon.map((point, k) => vector(`cut[${k}]`, point, 3, WITHIN));
  const [ax, ay, az] = points[0];
  const whole = model.bodies.filter(({ splits, springs }) => !splits && springs[1] > springs[0]);
  return points.slice(2).flatMap(([cx, cy, cz], k) => {
    const [bx, by, bz] = points[k + 1];
    const scalars = { ax, ay, az, bx, by, bz, cx, cy, cz };
    return [
      ...whole.map(({ springs: range }) => call(cut, { phase: 'tear', range, scalars })),
      ...recordBlade(model, scalars, !goesOn && k === 0),
    ];
  });
}

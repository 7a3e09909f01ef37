/** Tearing and cutting as programs. The consequences for the method are in recording.ts, those for the surface in surface/. */
import type { Vec3 } from '../body/body.ts';
import { InputError, vector } from '../errors.ts';
import type { Model } from '../model.ts';
import { WITHIN } from '../motion/sound.ts';
import { call, type MemoryPlan, type Program } from '../program.ts';
import { cut } from './cut.ts';
import { noteTears } from './note-tears.ts';
import { recordBlade } from './split/plan.ts';
import { tear } from './tear.ts';

/** Number of springs torn since the method last prepared; `when` uses it as its flag. */
export const TORN = 'torn';
/** Number of steps that began with torn springs. It changes whenever the set of springs has changed. */
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
  };
}

/** Runs first in a step if springs tore in the step before. */
export const recordNote = (): Program => [call(noteTears, { phase: 'tear', range: [0, 1] })];

/** Tears the springs that are too long, at the end of a step. */
export const recordTear = ({ strengths, springs }: Model): Program =>
  strengths ? [call(tear, { phase: 'tear', range: [0, springs] })] : [];

/** A cut through a convex polygon, as a fan of triangles. Springs are cut, and cloth that splits is parted. `goesOn`: it continues a stroke. */
export function recordCut(model: Model, polygon: readonly Vec3[], goesOn: boolean): Program {
  if (!Array.isArray(polygon) || polygon.length < 3)
    throw new InputError('cut', polygon, 'three points [x, y, z] or more');
  const points = Array.from(polygon, (point, k) => vector(`cut[${k}]`, point, 3, WITHIN));
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

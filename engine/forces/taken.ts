/** Which methods solve for the forces that a world has. */
import { InputError } from '../errors.ts';
import { METHODS, valuesOf } from '../methods/index.ts';
import type { Method } from '../methods/method.ts';
import type { Model } from '../model.ts';
import type { Resolved } from '../settings.ts';

const takesAll = ({ takes }: Method, forces: readonly string[]): boolean =>
  forces.every((id) => takes?.forces.includes(id));

/** What to say where damping in proportion to stiffness reaches springs, and not the forces besides. */
export function undamped(
  { forces }: Pick<Model, 'forces'>,
  { method, stiffnessDamping }: Resolved,
): string | undefined {
  const ids = Object.keys(forces);
  if (stiffnessDamping === 0 || ids.length === 0 || method.dampsForces) return undefined;
  const able = METHODS.filter(({ dampsForces }) => dampsForces).map(({ id }) => id);
  return `stiffnessDamping damps springs only with ${method.id}, not ${ids.join(' and ')}: ${able.join(', ')} damps these too`;
}

/** Refuses a method that can't solve for a force of the model's, with these values or with any. */
export function demandForces({ forces }: Pick<Model, 'forces'>, { method, settings }: Resolved): void {
  const ids = Object.keys(forces);
  if (ids.length === 0) return;
  if (!takesAll(method, ids)) {
    const able = METHODS.filter((other) => takesAll(other, ids)).map(({ id }) => id);
    const taken = ['springs', ...(method.takes?.forces ?? [])].join(', ');
    throw new InputError(
      'method.id',
      method.id,
      `for bodies with ${ids.join(' and ')} one of ${able.join(', ')}; ${method.id} takes ${taken} only (a body of triangles has springs alone with membrane: "springs" and bending: 0)`,
    );
  }
  const why = method.whyNoForces?.(valuesOf(method, settings));
  if (!why) return;
  const value = valuesOf(method, settings)[why.parameter];
  throw new InputError(
    `method.${why.parameter}`,
    value,
    `${why.allowed} (bodies here have ${ids.join(' and ')})`,
  );
}

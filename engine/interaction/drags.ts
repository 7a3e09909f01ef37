/** Scripted drags: a hand grabs a particle at a given time, follows a path and lets go. */
import type { Vec3 } from '../body/body.ts';
import { InputError, number } from '../errors.ts';
import type { Model } from '../model.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import { plus, scaled, vec3 } from '../vector.ts';
import { checkGrab, type GrabOptions } from './grab.ts';

export interface Drag extends Pick<GrabOptions, 'kind' | 'stiffness' | 'damping' | 'radius'> {
  /** Name or number of the body. */
  readonly body: string | number;
  /** Index of the particle in that body, from 0. */
  readonly particle: number;
  /** Keyframes in order of time, seconds. The particle is grabbed at the first, moves straight from position to position (metres), and is released after the last. */
  readonly path: readonly { readonly time: number; readonly position: Vec3 }[];
}

const DRAG: FieldsOf<Drag> = {
  ...{ body: true, particle: true, path: true, kind: true, stiffness: true, damping: true, radius: true },
};
const KEY: FieldsOf<Drag['path'][number]> = { time: true, position: true };

/** A drag with its particle's id. */
export interface Script {
  readonly id: number;
  readonly options: GrabOptions;
  readonly from: number;
  readonly to: number;
  positionAt(time: number): Vec3;
}

export function scriptOf({ bodies }: Model, drag: Drag, path: string): Script {
  demandFields(path, drag, DRAG);
  const body = bodies.find(({ name }, b) => drag.body === name || drag.body === b);
  if (!body) {
    const names = bodies.map(({ name }, b) => `${b} (${name})`).join(', ');
    throw new InputError(`${path}.body`, drag.body, `one of ${names}`);
  }
  const { kind, stiffness, damping, radius } = drag;
  // Spares, which cannot be grabbed, come after the particles.
  const max = (body.splits ? body.count / 2 : body.count) - 1;
  number(`${path}.particle`, drag.particle, { min: 0, max, integer: true });
  const keys = checkPath(`${path}.path`, drag.path);
  return {
    id: body.first + drag.particle,
    options: checkGrab(path, { kind, stiffness, damping, radius }),
    from: keys[0].time,
    to: keys[keys.length - 1].time,
    positionAt: (time) => {
      const next = keys.findIndex((key) => key.time > time);
      if (next <= 0) return keys[next < 0 ? keys.length - 1 : 0].position;
      const [a, b] = [keys[next - 1], keys[next]];
      const share = (time - a.time) / (b.time - a.time);
      return plus(scaled(a.position, 1 - share), b.position, share);
    },
  };
}

function checkPath(path: string, given: Drag['path']): Drag['path'] {
  if (!Array.isArray(given) || given.length < 2)
    throw new InputError(path, given, 'two places or more, each with time and position');
  return given.map((key, k) => {
    demandFields(`${path}[${k}]`, key, KEY);
    const time = number(`${path}[${k}].time`, key.time, { min: 0, max: 1e9, unit: 's' });
    const before = given[k - 1]?.time ?? Number.NEGATIVE_INFINITY;
    if (time <= before)
      throw new InputError(`${path}[${k}].time`, time, `more than ${before}, the one before`);
    return { time, position: vec3(`${path}[${k}].position`, key.position) };
  });
}

/**
 * A cloth whose particles may split where it tears, within storage that never changes: every particle has a spare, and every
 * spring three more versions, from and to the spares, without stiffness until they are needed. A spare has its particle's
 * colour and neighbours, so that no colouring changes; methods see nothing but masses and stiffness that do.
 */
import { InputError } from '../errors.ts';
import type { Body } from './body.ts';

/** Versions of a spring: between the particles, from the first one's spare, to the second one's, between both. */
export const VERSIONS = 4;

/** Ids from `masses.length` on are the spares, in order; springs from `restLengths.length` on the other versions. */
export function splittable(body: Body): Body {
  const { positions, velocities, masses, ends, restLengths, stiffness, strengths, uvs, colours, grid } = body;
  if (!grid || !strengths)
    throw new InputError(`${body.name}.split`, true, 'true only for a cloth with a strength');
  const count = masses.length;
  const versions = new Uint32Array(VERSIONS * ends.length);
  for (let version = 0; version < VERSIONS; version++)
    for (let end = 0; end < ends.length; end++)
      versions[version * ends.length + end] = ends[end] + ((version >> (end % 2)) & 1) * count;
  const { grid: _, ...rest } = body;
  return {
    ...rest,
    positions: repeated(positions, 2),
    velocities: followedByZeros(velocities, 2),
    masses: repeated(masses, 2),
    uvs: repeated(uvs, 2),
    ends: versions,
    restLengths: repeated(restLengths, VERSIONS),
    stiffness: followedByZeros(stiffness, VERSIONS),
    // A spring tears at twice the stretch at which the cloth opens.
    strengths: repeated(
      strengths.map((strength) => (strength > 0 ? 2 * strength - 1 : 0)),
      VERSIONS,
    ),
    ...(colours && { colours: repeated(colours, 2) }),
    splits: grid,
  };
}

function repeated<T extends Float64Array | Uint8Array>(values: T, times: number): T {
  const all = new (values.constructor as new (length: number) => T)(times * values.length);
  for (let k = 0; k < times; k++) all.set(values, k * values.length);
  return all;
}

/** As many zeros follow as make it so many times as long. */
function followedByZeros(values: Float64Array, times: number): Float64Array {
  const all = new Float64Array(times * values.length);
  all.set(values);
  return all;
}

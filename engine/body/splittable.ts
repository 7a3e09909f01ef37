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
    throw new InputError(`${body.name}.split`, true, 'a cloth with a strength; nothing else splits');
  const count = masses.length;
  const versions = Uint32Array.from({ length: VERSIONS * ends.length }, (_, k) => {
    const [version, end] = [Math.floor(k / ends.length), k % ends.length];
    return ends[end] + ((version >> (end % 2)) & 1) * count;
  });
  const { grid: _, ...rest } = body;
  return {
    ...rest,
    positions: repeated(positions, 2),
    velocities: Float64Array.from({ length: 2 * velocities.length }, (_, k) => velocities[k] ?? 0),
    masses: repeated(masses, 2),
    uvs: repeated(uvs, 2),
    ends: versions,
    restLengths: repeated(restLengths, VERSIONS),
    stiffness: Float64Array.from({ length: VERSIONS * stiffness.length }, (_, s) => stiffness[s] ?? 0),
    // A spring tears at twice the stretch at which the cloth opens.
    strengths: repeated(
      strengths.map((strength) => (strength > 0 ? 2 * strength - 1 : 0)),
      VERSIONS,
    ),
    ...(colours && { colours: Uint8Array.from({ length: 2 * count }, (_, i) => colours[i % count]) }),
    splits: grid,
  };
}

const repeated = (values: Float64Array, times: number): Float64Array =>
  Float64Array.from({ length: times * values.length }, (_, k) => values[k % values.length]);

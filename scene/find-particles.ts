/** Turns the attachments of a scene into those of the engine: names of bodies and places become ids counted over all bodies. */
import type { Attachment, Body } from '../engine/index.ts';
import { kindOf } from './bodies/index.ts';
import { fingerprint } from './fingerprint.ts';
import { makeBody, materialOf } from './make-body.ts';
import type { Scene, SceneAttachment, SceneBody } from './types.ts';

type Chosen = SceneAttachment['particles'];

/** The number of the body with a name or number; -1 for none. */
export const bodyIndex = (
  which: string | number,
  bodies: readonly ({ readonly name?: string } | undefined)[],
): number =>
  typeof which === 'number'
    ? which < bodies.length
      ? which
      : -1
    : bodies.findIndex((body) => body?.name === which);

/** By body, and by ids and places as text: those that have been found. */
const found = new WeakMap<
  SceneBody,
  { readonly from: number; readonly at: Map<string, readonly number[]> }
>();

/** The particles of a body given by ids and places, from 0. Throws an `InputError` for an unknown place. */
export function particlesAt(
  body: SceneBody,
  chosen: Chosen,
  materials: Scene['materials'],
): readonly number[] {
  if (!kindOf(body).namesVertices && chosen.every((each) => typeof each === 'number'))
    return chosen as number[];
  const from = fingerprint(body);
  const kept = found.get(body);
  const { at } = kept?.from === from ? kept : { at: new Map<string, readonly number[]>() };
  if (kept?.from !== from) found.set(body, { from, at });
  const key = JSON.stringify(chosen);
  const pinned = { ...body, pins: chosen } as SceneBody;
  const ids =
    at.get(key) ?? kindOf(body).pinned?.(pinned) ?? makeBody(pinned, materialOf(body, materials)).pins;
  at.set(key, ids);
  return ids;
}

/** Every n-th of a list, and the last. */
const thinned = (ids: readonly number[], every: number): number[] =>
  ids.filter((_, k) => k % every === 0 || k === ids.length - 1);

/** `counts` are the particles of each body. */
export function attachmentOf(
  given: SceneAttachment,
  scene: Pick<Scene, 'bodies' | 'materials'>,
  counts: readonly number[],
): Attachment {
  const { body, particles, every, stops, with: other, spacing, ...rest } = given;
  const idsOf = (which: string | number, chosen: Chosen, step: number) => {
    const index = bodyIndex(which, scene.bodies);
    const first = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
    return thinned(particlesAt(scene.bodies[index], chosen, scene.materials), step).map((id) => first + id);
  };
  const halts = stops && idsOf(body, stops, 1);
  const atHalts = new Set(halts);
  return {
    ...rest,
    // A stop is not a ring, even if the place of the rings includes it.
    particles: idsOf(body, particles, every).filter((id) => !atHalts.has(id)),
    ...(spacing > 0 && { spacing }),
    ...(halts && { stops: halts }),
    ...(other && { with: idsOf(other.body, other.particles, other.every) }),
  };
}

export const attachmentsOf = (scene: Scene, bodies: readonly Body[]): Attachment[] =>
  scene.attachments.map((each) =>
    attachmentOf(
      each,
      scene,
      bodies.map(({ masses }) => masses.length),
    ),
  );

/** From a scene's attachments to the engine's: bodies by name and particles by place become ids that count over all bodies. */
import type { Attachment, Body } from '../engine/index.ts';
import { kindOf } from './bodies/index.ts';
import { makeBody, materialOf } from './make-body.ts';
import type { Scene, SceneAttachment, SceneBody } from './types.ts';

type Chosen = SceneAttachment['particles'];

/** The number of the body that a name or a number stands for; -1 for none. */
export const bodyIndex = (
  which: string | number,
  bodies: readonly ({ readonly name?: string } | undefined)[],
): number =>
  typeof which === 'number'
    ? which < bodies.length
      ? which
      : -1
    : bodies.findIndex((body) => body?.name === which);

/** The particles of a body that ids and places stand for, from 0. Throws an `InputError` where it does not know a place. */
export function particlesAt(
  body: SceneBody,
  chosen: Chosen,
  materials: Scene['materials'],
): readonly number[] {
  if (!kindOf(body).namesVertices && chosen.every((each) => typeof each === 'number'))
    return chosen as number[];
  return makeBody({ ...body, pins: chosen } as SceneBody, materialOf(body, materials)).pins;
}

/** One in so many, and the last. */
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
  return {
    ...rest,
    // A stop is no ring, though its place may name it among them.
    particles: idsOf(body, particles, every).filter((id) => !halts?.includes(id)),
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

/** Checks of attachments that involve two or more fields; see check.ts. */
import { checkAttachment, InputError } from '../engine/index.ts';
import { particleCount } from './bodies/index.ts';
import { type Path, type Problem, refused } from './errors.ts';
import { quoted } from './fields.ts';
import { attachmentOf, bodyIndex, particlesAt } from './find-particles.ts';
import type { SceneAttachment, SceneBody, SceneCollider } from './types.ts';

export interface AttachmentParts {
  readonly attachments: readonly (SceneAttachment | undefined)[];
}

/** Bodies and colliders that attachments name. An attachment is checked as far as these are valid. */
interface Named extends AttachmentParts {
  readonly bodies: readonly { readonly name?: string; readonly whole?: SceneBody }[];
  readonly colliders: readonly (SceneCollider | undefined)[];
}

/** Placeholder for an invalid collider. No attachment that is checked against it refers to one. */
const SOME: SceneCollider = { shape: 'sphere', radius: 1 } as SceneCollider;

export function checkAttachments({ attachments, bodies, colliders }: Named): Problem[] {
  const problems: Problem[] = [];
  const sound = bodies.map(({ whole }) => whole);
  const scene = { bodies: sound as SceneBody[], materials: {} };
  const counts = sound.map((body) => (body ? particleCount(body) : 0));
  const taken = new Set<number>();
  for (const [k, each] of attachments.entries()) {
    if (!each) continue;
    const found = checkChosen(each, ['attachments', k], bodies);
    problems.push(...found);
    if (found.length > 0 || !isKnown(each, bodies, colliders)) continue;
    try {
      const made = attachmentOf(each, scene, counts);
      checkAttachment('', made, {
        particles: counts.reduce((sum, count) => sum + count, 0),
        colliders: colliders.map((collider) => collider ?? SOME),
        isSpare: () => false, // a scene cannot name spares
        isAttached: (id) => taken.has(id),
      });
      for (const id of [...made.particles, ...(made.with ?? [])]) taken.add(id);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The engine counts particles over all bodies, so its indices would mean nothing to the user.
      const parts = (error.path.match(/\w+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));
      const isIds = ['particles', 'with', 'stops'].includes(String(parts[0]));
      const path = isIds ? parts.slice(0, 1) : parts;
      problems.push(
        refused(
          ['attachments', k, ...path],
          isIds ? fieldOf(each, String(parts[0])) : error.value,
          error.allowed,
        ),
      );
    }
  }
  return problems;
}

/** Whether everything it refers to is valid, so that the engine's own check can run. */
function isKnown(each: SceneAttachment, bodies: Named['bodies'], colliders: Named['colliders']): boolean {
  const named = [each.body, ...(each.with ? [each.with.body] : [])];
  const { collider: which } = each;
  const collider =
    typeof which === 'number' ? colliders[which] : colliders.find((one) => one?.name === which);
  const isBlind = which !== undefined && !collider && colliders.includes(undefined);
  return !isBlind && named.every((body) => bodies[bodyIndex(body, bodies)]?.whole);
}

const fieldOf = (each: SceneAttachment, field: string): unknown => each[field as keyof SceneAttachment];

/** Checks that the body exists and has these particles. */
function checkChosen(each: SceneAttachment, path: Path, bodies: Named['bodies']): Problem[] {
  const { with: other, stops } = each;
  return [
    ...checkBody(
      each.body,
      [...path, 'body'],
      { particles: each.particles, ...(stops && { stops }) },
      path,
      bodies,
    ),
    ...(other
      ? checkBody(
          other.body,
          [...path, 'with', 'body'],
          { particles: other.particles },
          [...path, 'with'],
          bodies,
        )
      : []),
  ];
}

function checkBody(
  which: string | number,
  path: Path,
  lists: Readonly<Record<string, SceneAttachment['particles']>>,
  base: Path,
  bodies: Named['bodies'],
): Problem[] {
  const index = bodyIndex(which, bodies);
  if (index < 0) {
    // It may be the name of a body with a fault.
    if (typeof which === 'string' && bodies.some(({ name }) => name === undefined)) return [];
    const names = bodies.flatMap(({ name }) => name ?? []);
    return [refused(path, which, `one of ${quoted(names)}, or a number from 0 to ${bodies.length - 1}`)];
  }
  const { whole: body } = bodies[index];
  if (!body) return [];
  const count = particleCount(body);
  return Object.entries(lists).flatMap(([field, chosen]) =>
    chosen.flatMap((each, k) => {
      const allowed =
        typeof each === 'number' ? each < count || `a particle id from 0 to ${count - 1}` : knows(body, each);
      return allowed === true ? [] : [refused([...base, field, k], each, allowed)];
    }),
  );
}

/** Checks that a body has that place; a fault lists the places that it has. */
function knows(body: SceneBody, place: string): true | string {
  try {
    if (!('pins' in body)) return 'a particle id';
    particlesAt(body, [place] as SceneAttachment['particles'], {});
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.allowed;
  }
}

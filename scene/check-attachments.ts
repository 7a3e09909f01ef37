/** What it takes two fields to see of attachments; see check.ts. */
import { checkAttachment, InputError } from '../engine/index.ts';
import { particleCount } from './check-body.ts';
import { type Path, type Problem, refused } from './errors.ts';
import { quoted } from './fields.ts';
import { attachmentOf, bodyIndex, particlesAt } from './find-particles.ts';
import type { SceneAttachment, SceneBody, SceneCollider } from './types.ts';

export interface AttachmentParts {
  readonly attachments: readonly (SceneAttachment | undefined)[];
}

interface Whole extends AttachmentParts {
  readonly bodies: readonly (SceneBody | undefined)[];
  readonly colliders: readonly { readonly whole?: SceneCollider }[];
}

export function checkAttachments({ attachments, bodies, colliders }: Whole): Problem[] {
  const problems = attachments.flatMap((each, k) =>
    each ? checkChosen(each, ['attachments', k], bodies) : [],
  );
  const shapes = colliders.map(({ whole }) => whole);
  // What the engine says of them together can be asked only where all else is sound.
  if (problems.length > 0 || bodies.includes(undefined) || shapes.includes(undefined)) return problems;
  const scene = { bodies: bodies as SceneBody[], materials: {} };
  const counts = scene.bodies.map(particleCount);
  const taken = new Set<number>();
  for (const [k, each] of attachments.entries()) {
    if (!each) continue;
    try {
      const made = attachmentOf(each, scene, counts);
      checkAttachment('', made, {
        particles: counts.reduce((sum, count) => sum + count, 0),
        colliders: shapes as SceneCollider[],
        isSpare: () => false, // they can't be named in a scene
        isAttached: (id) => taken.has(id),
      });
      for (const id of [...made.particles, ...(made.with ?? [])]) taken.add(id);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // Its particles are counted over all bodies, and after places: their numbers say nothing here.
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

const fieldOf = (each: SceneAttachment, field: string): unknown => each[field as keyof SceneAttachment];

/** Whether there is such a body, and whether it has such particles. */
function checkChosen(each: SceneAttachment, path: Path, bodies: Whole['bodies']): Problem[] {
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
  bodies: Whole['bodies'],
): Problem[] {
  const index = bodyIndex(which, bodies);
  if (index < 0) {
    const names = bodies.flatMap((body) => body?.name ?? []);
    return [refused(path, which, `one of ${quoted(names)}, or a number from 0 to ${bodies.length - 1}`)];
  }
  const body = bodies[index];
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

/** Whether a body has that place; else what it has. */
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

/** Checks of colliders, materials and pairs that involve two or more fields; see check.ts. */
import { checkShape, InputError } from '../engine/index.ts';
import { type Materials, whyNotMaterial } from './check-body.ts';
import { type Path, type Problem, refused } from './errors.ts';
import type { SceneCollider, SceneMaterial, ScenePair } from './types.ts';

type Way = NonNullable<NonNullable<SceneCollider['motion']>['path']>;

/** `whole`: the collider, if its own fields are valid. */
type ColliderParts = Pick<SceneCollider, 'material' | 'motion'> & { readonly whole?: SceneCollider };

export interface ContactParts {
  readonly materials: Materials;
  readonly colliders: readonly ColliderParts[];
  readonly pairs: readonly Partial<Pick<ScenePair, 'between' | 'friction'>>[];
}

export function checkContact({ materials, colliders, pairs }: ContactParts): Problem[] {
  const problems: Problem[] = [];
  for (const [name, material] of materials) {
    problems.push(...checkFriction(['materials', name, 'friction'], material?.friction));
  }
  for (const [index, { material, motion, whole }] of colliders.entries()) {
    const path = ['colliders', index];
    const unknown = whyNotMaterial(material, materials);
    if (unknown) problems.push(refused([...path, 'material'], material, unknown));
    if (whole) problems.push(...checkFit(path, whole));
    problems.push(...checkMotion([...path, 'motion'], motion));
  }
  // The material "default" exists even if the scene does not list it.
  const known: Materials = new Map([['default', undefined], ...materials]);
  for (const [index, { between, friction }] of pairs.entries()) {
    for (const [end, name] of between?.entries() ?? []) {
      const unknown = whyNotMaterial(name, known);
      if (unknown) problems.push(refused(['pairs', index, 'between', end], name, unknown));
    }
    problems.push(...checkFriction(['pairs', index, 'friction'], friction));
  }
  return problems;
}

function checkFriction(path: Path, friction: SceneMaterial['friction'] | undefined): Problem[] {
  if (typeof friction !== 'object' || friction.kinetic <= friction.static) return [];
  const allowed = `at most ${friction.static}, the static one`;
  return [refused([...path, 'kinetic'], friction.kinetic, allowed)];
}

/** Runs the engine's checks of a shape, such as the number of heights, or whether a mesh is closed. */
function checkFit(path: Path, collider: SceneCollider): Problem[] {
  try {
    checkShape('', collider);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const within = (error.path.match(/\w+/g) ?? []).map((part) => (/^\d/.test(part) ? Number(part) : part));
    return [refused([...path, ...within], error.value, error.allowed)];
  }
}

function checkMotion(path: Path, motion: SceneCollider['motion']): Problem[] {
  if (motion === undefined) return [];
  const { keyframes, repeat, path: way } = motion;
  const problems = keyframes.slice(1).flatMap(({ time }, k) => {
    const before = keyframes[k].time;
    if (time > before) return [];
    return [refused([...path, 'keyframes', k + 1, 'time'], time, `more than ${before}, the one before`)];
  });
  if (repeat && (keyframes.at(-1)?.time ?? 0) === 0) {
    problems.push(refused([...path, 'repeat'], repeat, 'false, or keyframes with times after 0 s'));
  }
  if (way) problems.push(...checkWay([...path, 'path'], way));
  const placed = keyframes.findIndex(({ position }) => position !== undefined);
  if (way && placed >= 0) {
    const { position } = keyframes[placed];
    const field = [...path, 'keyframes', placed, 'position'];
    problems.push(refused(field, position, 'left out, or no path: one of them says where it is'));
  }
  return problems;
}

function checkWay(path: Path, { points, closed, facing }: Way): Problem[] {
  const problems = points.flatMap((point, k) => {
    const before = k > 0 ? points[k - 1] : closed ? points[points.length - 1] : undefined;
    if (!before || Math.hypot(...point.map((value, c) => value - before[c])) >= 1e-9) return [];
    return [refused([...path, 'points', k], point, 'a point that differs from the previous one')];
  });
  if (closed && points.length < 3)
    problems.push(refused([...path, 'points'], points, 'three points or more, or closed: false'));
  if (facing?.every((value) => value === 0))
    problems.push(refused([...path, 'facing'], facing, 'a direction, which is not [0, 0, 0]'));
  return problems;
}

/** Checks of bodies that involve two or more fields; see check.ts. Those of a single type are in bodies/. */
import { checkColouring, OddCycleError } from '../engine/index.ts';
import { kindOf, particleCount } from './bodies/index.ts';
import type { Checking } from './bodies/kind.ts';
import { type Path, type Problem, refused } from './errors.ts';
import { quoted } from './fields.ts';
import { findSprings, makeBody } from './make-body.ts';
import type { SceneBody, SceneMaterial } from './types.ts';

/** Materials by name; undefined for an invalid one. */
export type Materials = ReadonlyMap<string, SceneMaterial | undefined>;

export function checkBody(body: SceneBody, base: Path, materials: Materials): Problem[] {
  const problems: Problem[] = [];
  const count = particleCount(body);
  const find: Checking['find'] = (path, value, allowed) =>
    problems.push(refused([...base, ...path], value, allowed));
  const checkId: Checking['checkId'] = (id, path) => {
    if (id >= count) find(path, id, `a particle id from 0 to ${count - 1}`);
  };
  const material = body.material === undefined ? undefined : materials.get(body.material);
  const checking = { find, checkId, material };
  kindOf(body).check?.(body, checking);
  for (const [index, pin] of 'pins' in body ? body.pins.entries() : [])
    if (typeof pin === 'number') checkId(pin, ['pins', index]);

  const unknown = whyNotMaterial(body.material, materials);
  if (unknown) find(['material'], body.material, unknown);
  checkOverrides(overridesOf(body), checking);
  // The springs depend on the material.
  if (problems.length === 0 && (body.material === undefined || material !== undefined))
    checkSprings(body, checking);
  return problems;
}

/** A fault that lists the names that exist. */
export function whyNotMaterial(name: string | undefined, materials: Materials): string | undefined {
  if (name === undefined || materials.has(name)) return undefined;
  return materials.size === 0 ? 'the scene has no materials' : `one of ${quoted([...materials.keys()])}`;
}

const overridesOf = (body: SceneBody) => ('overrides' in body ? body.overrides : undefined);

function checkOverrides(overrides: ReturnType<typeof overridesOf>, { find, checkId }: Checking): void {
  for (const [index, { id }] of (overrides?.particles ?? []).entries()) {
    checkId(id, ['overrides', 'particles', index, 'id']);
  }
  for (const [index, spring] of (overrides?.springs ?? []).entries()) {
    const path = ['overrides', 'springs', index];
    for (const end of [0, 1]) checkId(spring.between[end], [...path, 'between', end]);
    if (spring.restLength === undefined && spring.stiffness === undefined) {
      find(path, spring, 'a restLength, a stiffness or both');
    }
  }
}

/** Checks that need the springs: that two colours suffice if required, and that the spring of every override exists. */
function checkSprings(body: SceneBody, { find, material }: Checking): void {
  const overrides = overridesOf(body)?.springs ?? [];
  const { checksColours } = kindOf(body);
  if (overrides.length === 0 && !checksColours) return;
  const made = makeBody(body, material);
  for (const [index, found] of findSprings(made, overrides).entries()) {
    if (found.length > 0) continue;
    const allowed = 'two particles that a spring of the body joins';
    find(['overrides', 'springs', index, 'between'], overrides[index].between, allowed);
  }
  if (!checksColours || made.colouring === 'any') return;
  try {
    checkColouring(made);
  } catch (error) {
    if (!(error instanceof OddCycleError)) throw error;
    find(['quads'], error.cycle, error.allowed);
  }
}

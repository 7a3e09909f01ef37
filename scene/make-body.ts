/** Turns a body of a scene into one of the engine. */
import type { Body } from '../engine/index.ts';
import { kindOf } from './bodies/index.ts';
import { fingerprint } from './fingerprint.ts';
import type { Scene, SceneBody, SceneMaterial } from './types.ts';

/** A body that was made, and the fields it was made from. */
interface Made {
  readonly from: number;
  readonly body: Body;
}

/** Cache. Checking a scene makes bodies to check their springs; building the scene reuses them. */
const made = new WeakMap<SceneBody, Made>();

/** The engine's body, before overrides and before it may split. */
export function makeBody(body: SceneBody, material: SceneMaterial | undefined): Body {
  const from = fingerprint([body, material]);
  const known = made.get(body);
  if (known?.from === from) return known.body;
  const fresh = kindOf(body).make(body, material);
  made.set(body, { from, body: fresh });
  return fresh;
}

export const materialOf = (
  { material }: SceneBody,
  materials: Scene['materials'],
): SceneMaterial | undefined => (material === undefined ? undefined : materials[material]);

/** The engine's body as it is simulated. Removes it from the cache. */
export function finishedBody(body: SceneBody, materials: Scene['materials']): Body {
  const whole = override(makeBody(body, materialOf(body, materials)), body);
  made.delete(body);
  return kindOf(body).finish?.(whole, body) ?? whole;
}

/** The body with the overrides of single particles and springs: masses, rest lengths, stiffness. */
function override(made: Body, body: SceneBody): Body {
  if (!('overrides' in body) || body.overrides === undefined) return made;
  const masses = made.masses.slice();
  const restLengths = made.restLengths.slice();
  const stiffness = made.stiffness.slice();
  for (const { id, mass } of body.overrides.particles) masses[id] = mass;
  const { springs } = body.overrides;
  for (const [index, found] of findSprings(made, springs).entries()) {
    for (const spring of found) {
      restLengths[spring] = springs[index].restLength ?? restLengths[spring];
      stiffness[spring] = springs[index].stiffness ?? stiffness[spring];
    }
  }
  return { ...made, masses, restLengths, stiffness };
}

/** For each pair of particles, the springs of the body that join them. */
export function findSprings(
  { ends, masses }: Body,
  wanted: readonly { readonly between: readonly [number, number] }[],
): number[][] {
  const keyOf = (i: number, j: number) => Math.min(i, j) * masses.length + Math.max(i, j);
  const askers = new Map<number, number[]>();
  for (const [index, { between }] of wanted.entries()) {
    const key = keyOf(between[0], between[1]);
    askers.set(key, [...(askers.get(key) ?? []), index]);
  }
  const found: number[][] = wanted.map(() => []);
  for (let spring = 0; spring < ends.length / 2; spring++) {
    for (const index of askers.get(keyOf(ends[2 * spring], ends[2 * spring + 1])) ?? [])
      found[index].push(spring);
  }
  return found;
}

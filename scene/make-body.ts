/** From a scene's body to the engine's. */
import {
  BODY_DEFAULTS,
  type Body,
  balls,
  cloth,
  magazine,
  network,
  quadMesh,
  rope,
  solid,
  type Vec3,
} from '../engine/index.ts';
import { given, tearingOf } from './body-fields.ts';
import type { Scene, SceneBody } from './types.ts';

type Surface = SceneBody & { type: 'cloth' | 'quadMesh' };
type Materials = Scene['materials'];

/** The engine's body, before overrides and before it may split. */
export function makeBody(body: SceneBody, materials: Materials): Body {
  if (body.type === 'balls') {
    const { type: _, color: __, ...options } = body;
    return balls(options);
  }
  if (body.type === 'magazine') {
    const { type: _, color: __, ...options } = body;
    return magazine(options);
  }
  const { name, position, rotation, velocity, radius, material } = body;
  const strength = body.strength ?? materialOf(body, materials)?.strength;
  const tearing = tearingOf({ ...body, strength });
  const common = { name, position, rotation, velocity, radius, material, ...tearing };
  switch (body.type) {
    case 'cloth': {
      const { particles, size, stretch, diagonals, pins } = body;
      const mass = massOf(body, materials, size[0] * size[1]);
      const stiffness = { ...materialOf(body, materials)?.stiffness, ...given(body.stiffness) };
      return cloth({ ...common, particles, size, stretch, mass, stiffness, diagonals, pins });
    }
    case 'rope': {
      const { particles, length, mass, stiffness, pins } = body;
      return rope({ ...common, particles, length, mass, stiffness, pins });
    }
    case 'solid': {
      const { particles, size, shape, mass, stiffness, pins } = body;
      return solid({ ...common, particles, size, shape, mass, stiffness, pins });
    }
    case 'quadMesh': {
      const { vertices, quads, colouring, pins } = body;
      const mass = massOf(body, materials, areaOf(body));
      // A material may be meant for cloths too: its bend springs are theirs alone.
      const { bend: _, ...families } = materialOf(body, materials)?.stiffness ?? {};
      const stiffness = { ...families, ...given(body.stiffness) };
      return quadMesh({ ...common, vertices, quads, colouring, mass, stiffness, pins });
    }
    case 'network': {
      const { vertices, springs, restLengths, stiffness, mass, masses, triangles, pins } = body;
      return network({ ...common, vertices, springs, restLengths, stiffness, mass, masses, triangles, pins });
    }
  }
}

const materialOf = ({ material }: SceneBody, materials: Materials) =>
  material === undefined ? undefined : materials[material];

/** A surface's own mass, else by its material's density, else the default. */
function massOf(body: Surface, materials: Materials, area: number): number {
  const material = materialOf(body, materials);
  return body.mass ?? (material === undefined ? BODY_DEFAULTS[body.type].mass : material.density * area);
}

/** Square metres, each quad taken as two triangles. */
function areaOf({ vertices, quads }: SceneBody & { type: 'quadMesh' }): number {
  let area = 0;
  for (const [a, b, c, d] of quads) {
    area +=
      triangleArea(vertices[a], vertices[b], vertices[c]) +
      triangleArea(vertices[a], vertices[c], vertices[d]);
  }
  return area;
}

function triangleArea(a: Vec3, b: Vec3, c: Vec3): number {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

/** The body with the masses, rest lengths and stiffnesses that single particles and springs have of their own. */
export function override(made: Body, body: SceneBody): Body {
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

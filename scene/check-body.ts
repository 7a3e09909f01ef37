/** What it takes two fields of a body to see; see check.ts. */
import { checkColouring, InputError, LIMITS, OddCycleError, solidParticles } from '../engine/index.ts';
import { type Path, type Problem, refused } from './errors.ts';
import { quoted } from './fields.ts';
import * as limits from './limits.ts';
import { findSprings, makeBody } from './make-body.ts';
import type { SceneBody, SceneMaterial } from './types.ts';

type Find = (path: Path, value: unknown, allowed: string) => void;
type CheckId = (id: number, path: Path) => void;
/** By name; undefined where a material is there but not sound. */
export type Materials = ReadonlyMap<string, SceneMaterial | undefined>;
type Point = readonly [number, number, number];

export function particleCount(body: SceneBody): number {
  if (body.type === 'cloth') return body.particles[0] * body.particles[1];
  if (body.type === 'solid') return solidCount(body);
  if (body.type === 'balls') return body.centres.length;
  if (body.type === 'magazine') return body.count;
  return body.type === 'rope' ? body.particles : body.vertices.length;
}

type Solid = SceneBody & { type: 'solid' };

const latticeCount = ({ particles: [x, y, z] }: Solid) => x * y * z;

/** Of a solid that can't be cut to its shape, the whole lattice: what is wrong with it, checkSolid finds. */
function solidCount(body: Solid): number {
  if (latticeCount(body) > limits.PARTICLES) return latticeCount(body);
  try {
    return solidParticles(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return latticeCount(body);
  }
}

export function checkBody(body: SceneBody, base: Path, materials: Materials): Problem[] {
  const problems: Problem[] = [];
  const find: Find = (path, value, allowed) => problems.push(refused([...base, ...path], value, allowed));
  const count = particleCount(body);
  const checkId: CheckId = (id, path) => {
    if (id >= count) find(path, id, `a particle id from 0 to ${count - 1}`);
  };
  if (body.type === 'cloth') {
    if (count > limits.PARTICLES) {
      find(['particles'], body.particles, `at most ${limits.PARTICLES} particles, columns times rows`);
    }
    for (const axis of [0, 1]) {
      checkSpacing(body.size[axis] / (body.particles[axis] - 1), ['size', axis], body.size[axis], find);
    }
    const material = body.material === undefined ? undefined : materials.get(body.material);
    if (body.split && body.strength === undefined && material?.strength === undefined)
      find(['split'], true, 'false where the cloth has no strength: it does not tear');
  }
  if (body.type === 'rope') checkSpacing(body.length / (body.particles - 1), ['length'], body.length, find);
  if (body.type === 'solid') checkSolid(body, find);
  if (body.type === 'quadMesh') checkQuads(body, checkId, find);
  if (body.type === 'network') checkNetwork(body, checkId, find);
  if (body.type === 'balls') checkBalls(body, find);
  for (const [index, pin] of 'pins' in body ? body.pins.entries() : [])
    if (typeof pin === 'number') checkId(pin, ['pins', index]);

  const unknown = whyNotMaterial(body.material, materials);
  if (unknown) find(['material'], body.material, unknown);
  if (body.type !== 'network' && body.type !== 'balls' && body.type !== 'magazine') {
    checkOverrides(body, checkId, find);
    if (problems.length === 0) checkSprings(body, materials, find);
  }
  return problems;
}

/** Which names there are, where a name is none of them. */
export function whyNotMaterial(name: string | undefined, materials: Materials): string | undefined {
  if (name === undefined || materials.has(name)) return undefined;
  return materials.size === 0 ? 'the scene has no materials' : `one of ${quoted([...materials.keys()])}`;
}

function checkSpacing(spacing: number, path: Path, value: unknown, find: Find): void {
  if (spacing < limits.SHORTEST) {
    find(path, value, `a length that keeps particles ${limits.SHORTEST} m apart (they are ${spacing})`);
  }
}

function checkSolid(body: Solid, find: Find): void {
  const { name, particles, size, shape, pins } = body;
  for (const axis of [0, 1, 2]) {
    checkSpacing(size[axis] / (particles[axis] - 1), ['size', axis], size[axis], find);
  }
  for (const [index, pin] of pins.entries()) {
    if (shape !== 'box' && typeof pin === 'string' && pin.includes('-'))
      find(['pins', index], pin, 'a particle id or a side, such as "top"; only a box has corners');
  }
  if (latticeCount(body) > limits.PARTICLES) {
    find(['particles'], particles, `at most ${limits.PARTICLES} particles, x times y times z`);
    return;
  }
  try {
    solidParticles(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // Which of its numbers don't fit together, the engine says: "name.field".
    find([error.path.slice(name.length + 1)], error.value, error.allowed);
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function checkQuads(body: SceneBody & { type: 'quadMesh' }, checkId: CheckId, find: Find): void {
  const { vertices, quads } = body;
  for (const [index, quad] of quads.entries()) {
    for (const [corner, id] of quad.entries()) checkId(id, ['quads', index, corner]);
    if (new Set(quad).size < 4) find(['quads', index], quad, 'four different vertex ids');
    else if (quad.every((id) => id < vertices.length)) {
      const sides = quad.map((id, corner) => distance(vertices[id], vertices[quad[(corner + 1) % 4]]));
      if (Math.min(...sides) < limits.SHORTEST)
        find(['quads', index], quad, `sides of ${limits.SHORTEST} m or more`);
    }
  }
}

function checkNetwork(body: SceneBody & { type: 'network' }, checkId: CheckId, find: Find): void {
  const { vertices, springs, restLengths, stiffness, masses, triangles } = body;
  for (const [index, [i, j]] of springs.entries()) {
    checkId(i, ['springs', index, 0]);
    checkId(j, ['springs', index, 1]);
    if (i === j) find(['springs', index], [i, j], 'two different vertex ids');
    else if (restLengths === undefined && i < vertices.length && j < vertices.length) {
      if (distance(vertices[i], vertices[j]) < limits.SHORTEST) {
        find(['springs', index], [i, j], `vertices ${limits.SHORTEST} m apart or more, or else restLengths`);
      }
    }
  }
  checkTwins(springs, vertices.length, find);
  checkCrowd(springs, vertices.length, find);
  for (const [index, triangle] of triangles.entries()) {
    for (const [corner, id] of triangle.entries()) checkId(id, ['triangles', index, corner]);
  }
  const checkLength = (name: string, given: unknown, wanted: number, each: string) => {
    if (Array.isArray(given) && given.length !== wanted) {
      find([name], given, `a list of ${wanted}, one per ${each} (it has ${given.length})`);
    }
  };
  checkLength('restLengths', restLengths, springs.length, 'spring');
  checkLength('stiffness', stiffness, springs.length, 'spring');
  checkLength('masses', masses, vertices.length, 'vertex');
  if (body.mass !== undefined && masses !== undefined)
    find(['mass'], body.mass, 'either mass or masses, not both');
}

function checkBalls({ centres, velocities }: SceneBody & { type: 'balls' }, find: Find): void {
  if (velocities === undefined || velocities.length === centres.length) return;
  const allowed = `a list of ${centres.length}, one per ball (it has ${velocities.length})`;
  find(['velocities'], velocities, allowed);
}

/** Two springs between the same vertices would be one of twice the stiffness: more likely a slip. */
function checkTwins(springs: readonly (readonly [number, number])[], count: number, find: Find): void {
  const keyOf = ([i, j]: readonly [number, number]) => Math.min(i, j) * count + Math.max(i, j);
  const isSpring = ([i, j]: readonly [number, number]) => i !== j && i < count && j < count;
  // Sorted, since a map does not hold as many springs as a scene may.
  const keys = Float64Array.from(springs, keyOf).sort();
  const twice = new Set(keys.filter((key, k) => k > 0 && key === keys[k - 1]));
  const first = new Map<number, number>();
  if (twice.size === 0) return;
  for (const [index, ends] of springs.entries()) {
    const key = keyOf(ends);
    if (!isSpring(ends) || !twice.has(key)) continue;
    const other = first.get(key);
    if (other === undefined) first.set(key, index);
    else find(['springs', index], ends, `one spring between two vertices (springs[${other}] joins them too)`);
  }
}

/** A row of neighbours is as wide as the widest, so the engine's limit holds also where two colours are enough. */
function checkCrowd(springs: readonly (readonly [number, number])[], count: number, find: Find): void {
  const { max } = LIMITS.springs;
  const degrees = new Uint32Array(count);
  for (const [index, ends] of springs.entries()) {
    for (const id of ends) {
      if (id < count && ++degrees[id] === max + 1) {
        find(['springs', index], ends, `at most ${max} springs at one particle (${id} has more)`);
      }
    }
  }
}

type Overridable = Exclude<SceneBody, { type: 'network' | 'balls' | 'magazine' }>;

function checkOverrides(body: Overridable, checkId: CheckId, find: Find): void {
  for (const [index, { id }] of (body.overrides?.particles ?? []).entries()) {
    checkId(id, ['overrides', 'particles', index, 'id']);
  }
  for (const [index, spring] of (body.overrides?.springs ?? []).entries()) {
    const path = ['overrides', 'springs', index];
    for (const end of [0, 1]) checkId(spring.between[end], [...path, 'between', end]);
    if (spring.restLength === undefined && spring.stiffness === undefined) {
      find(path, spring, 'a restLength, a stiffness or both');
    }
  }
}

/** What only the springs can tell: that two colours are enough where they must be, that an override has its spring. */
function checkSprings(body: Overridable, materials: Materials, find: Find): void {
  const overrides = body.overrides?.springs ?? [];
  if (overrides.length === 0 && body.type !== 'quadMesh') return;
  const name = body.material;
  const material = name === undefined ? undefined : materials.get(name);
  if (name !== undefined && material === undefined) return; // Which springs there are is not known.
  const made = makeBody(body, name !== undefined && material !== undefined ? { [name]: material } : {});
  for (const [index, found] of findSprings(made, overrides).entries()) {
    if (found.length > 0) continue;
    const allowed = 'two particles that a spring of the body joins';
    find(['overrides', 'springs', index, 'between'], overrides[index].between, allowed);
  }
  if (made.colouring === 'any') return;
  try {
    checkColouring(made);
  } catch (error) {
    if (!(error instanceof OddCycleError)) throw error;
    find(['quads'], error.cycle, error.allowed);
  }
}

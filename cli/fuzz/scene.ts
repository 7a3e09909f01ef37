/**
 * A random scene that the reader accepts. Values come from the scene's own JSON Schema, so that a new field is tried without a line here;
 * what the reader then refuses, since it takes two fields to see, is taken out until it accepts the rest.
 */
import { parseScene, SceneError } from '../../scene/index.ts';
import { sceneJsonSchema } from '../../scene/json-schema.ts';
import { ALONE, HINTS, NAMES, someIds, TOGETHER } from './hints.ts';
import type { Random } from './random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type Fields = { [key: string]: Json | undefined };

interface Schema {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** How often an optional field is there, where nothing else is said. */
const OFTEN = 0.35;

/** Of fields that change nothing, or most: how often they are there. */
const SHARE: Readonly<Record<string, number>> = {
  ...{ $schema: 0, name: 1, description: 0, camera: 0.05, lights: 0.05, background: 0.05, showcase: 0.05 },
  ...{ particleContact: 0.6, colliders: 0.7, solver: 0.8, timestep: 0.7, velocity: 0.5, position: 0.9 },
  ...{ wind: 0.25, drags: 0.25, attachments: 0.35, stiffnessDamping: 0.15, smoothing: 0.15, gravity: 0.2 },
  ...{
    particles: 0.95,
    size: 0.9,
    substeps: 0.3,
    integrate: 0.1,
    overrides: 0.15,
    motion: 0.4,
    damping: 0.3,
  },
  ...{ method: 0.85, outer: 0.7, inner: 0.7, mass: 0.5, radius: 0.15, strength: 0.15, split: 0.3 },
};

/** Entries of lists that are not of a fixed length, at most. */
const ENTRIES: Readonly<Record<string, number>> = { bodies: 3, colliders: 3, attachments: 2 };

/** Of numbers without a hint: how often they are at the end of what is allowed. */
const EXTREME = 0.01;

/** Particles that a scene of this kind may have: runs are many, and short. */
const MOST_PARTICLES = 600;

const schema = sceneJsonSchema() as Schema;

/** The scene of a seed, as one writes it. */
export function randomScene(random: Random): Fields {
  for (;;) {
    const scene = repaired(objectOf(schema, '', random));
    if (scene) return scene;
  }
}

/** Any value of a schema; `kind` is the type of the object it is in. Undefined: the field stays out. */
function anyValue(of: Schema, field: string, kind: string, random: Random): Json | undefined {
  if (of.const !== undefined) return of.const;
  const hint = HINTS[`${kind}.${field}`] ?? HINTS[field];
  const isOpen = of.type !== 'object' && !(of.type === 'array' && listsObjects(of));
  if (hint && (isOpen || field === 'path' || field === 'keyframes')) return fitted(hint(random) as Json, of);
  if (of.enum) return random.pick(of.enum);
  const choices = of.anyOf ?? of.oneOf;
  if (choices) {
    // Cloth is what most scenes are of.
    const isCloth = field === 'bodies' && random.chance(0.3);
    return anyValue(isCloth ? choices[0] : random.pick(choices), field, kind, random);
  }
  if (of.type === 'boolean') return random.chance(0.5);
  if (of.type === 'integer' || of.type === 'number') return numberOf(of, random);
  if (of.type === 'string') return random.pick(NAMES.body);
  if (of.type === 'array') return listOf(of, field, kind, random);
  if (field === 'materials')
    return Object.fromEntries(NAMES.material.map((name) => [name, randomMaterial(random)]));
  return objectOf(of, field, random);
}

/** A hint may be for the same name elsewhere: three sizes where two are wanted, a place where a path is. */
function fitted(value: Json | undefined, { type, maxItems }: Schema): Json | undefined {
  if (Array.isArray(value)) {
    if (type !== undefined && type !== 'array') return value[0];
    return maxItems !== undefined && maxItems < value.length ? value.slice(0, maxItems) : value;
  }
  return value;
}

const listsObjects = ({ items }: Schema): boolean =>
  items !== undefined && !Array.isArray(items) && ((items as Schema).type === 'object' || 'oneOf' in items);

function randomMaterial(random: Random): Json {
  return {
    density: random.scale(0.05, 5),
    stiffness: {
      structural: random.scale(10, 1e5),
      shear: random.scale(1, 1e4),
      bend: random.scale(0.1, 1e3),
    },
    friction: random.between(0, 1),
    restitution: random.next(),
    ...(random.chance(0.15) && { strength: random.between(1.05, 2) }),
  };
}

function numberOf(of: Schema, random: Random): number {
  const isWhole = of.type === 'integer';
  const low = of.minimum ?? of.exclusiveMinimum ?? -1e3;
  const high = of.maximum ?? of.exclusiveMaximum ?? 1e3;
  const usual = typeof of.default === 'number' && of.default !== 0 ? Math.abs(of.default) : 1;
  let value = usual * random.scale(0.1, 10) * (low < 0 && random.chance(0.5) ? -1 : 1);
  if (!isWhole && random.chance(EXTREME)) value = random.pick([low, high]);
  if (isWhole) value = random.chance(0.3) ? low : Math.round(value);
  const clipped = Math.min(high, Math.max(low, value));
  if (clipped === of.exclusiveMinimum || clipped === of.exclusiveMaximum)
    return (low + Math.min(high, 1)) / 2;
  return clipped;
}

function listOf(of: Schema, field: string, kind: string, random: Random): Json {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = of;
  if (Array.isArray(items)) return items.map((each) => anyValue(each, field, kind, random) ?? 0);
  if (field === 'particles' || field === 'stops')
    return someIds(random).map((id) => (random.chance(0.7) ? id : random.pick(['top', 'start', 'top-left'])));
  if (field === 'pins')
    return random.chance(0.5) ? someIds(random) : [random.pick(['top-left', 'top', 'start', 'left'])];
  const most = Math.min(maxItems, Math.max(minItems, ENTRIES[field] ?? 3));
  const count = random.whole(Math.max(minItems, field === 'bodies' ? 1 : 0), most);
  return Array.from({ length: count }, (_, k) => {
    const value = anyValue(items as Schema, field, kind, random) ?? 0;
    const names = (NAMES as Readonly<Record<string, readonly string[]>>)[
      field === 'bodies' ? 'body' : 'collider'
    ];
    const isNamed = field === 'bodies' || field === 'colliders';
    return isNamed ? { ...(value as Fields), name: names[k % names.length] } : value;
  });
}

function objectOf({ properties = {}, required = [] }: Schema, field: string, random: Random): Fields {
  const kind = String(properties.type?.const ?? properties.shape?.const ?? field);
  const together = TOGETHER[kind]?.(random) as Fields | undefined;
  const fields: Fields = {};
  for (const [name, of] of Object.entries(properties)) {
    const isExcluded = together !== undefined && kind === 'attachments' && ALONE.includes(name);
    const isThere = !isExcluded && (required.includes(name) || random.chance(SHARE[name] ?? OFTEN));
    const value = together?.[name] ?? (isThere ? anyValue(of, name, kind, random) : undefined);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Rounds of taking out what is refused, at most. */
const ROUNDS = 40;

/** The scene without what is refused; undefined where nothing worth running is left. */
export function repaired(scene: Fields): Fields | undefined {
  let left = structuredClone(scene);
  for (let round = 0; round < ROUNDS; round++) {
    try {
      parseScene(JSON.stringify(left));
      return particlesOf(left) <= MOST_PARTICLES ? left : undefined;
    } catch (error) {
      if (!(error instanceof SceneError)) throw error;
      // The last first: entries of lists before it keep their places.
      const paths = [
        ...new Set(error.problems.map(({ path, value }) => (value === undefined ? parentOf(path) : path))),
      ];
      for (const path of paths.sort().reverse()) {
        if (path === '' || path === 'bodies') return undefined;
        left = without(left, keysOf(path)) as Fields;
      }
    }
  }
  return undefined;
}

/** Roughly: as far as the number of particles is written in the scene. */
function particlesOf({ bodies }: Fields): number {
  return (bodies as Fields[]).reduce((sum, { type, particles, vertices, centres, count }) => {
    if (Array.isArray(particles)) return sum + particles.reduce<number>((n, each) => n * (each as number), 1);
    if (typeof particles === 'number') return sum + particles;
    const list = vertices ?? centres;
    if (Array.isArray(list)) return sum + list.length;
    if (typeof count === 'number') return sum + count;
    return sum + (type === 'cloth' ? 2500 : type === 'solid' ? 1000 : 50);
  }, 0);
}

const keysOf = (path: string): (string | number)[] =>
  Array.from(path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g), ([, index, quoted, word]) =>
    index === undefined ? (quoted ?? word) : Number(index),
  );

const parentOf = (path: string): string => path.replace(/(\[[^\]]*\]|\.?[^.[\]]+)$/, '');

/** A copy without what stands at a path. */
export function without(value: Json, [key, ...rest]: readonly (string | number)[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, k) => k !== key);
    return value.map((each, k) => (k === key ? without(each, rest) : each));
  }
  const { [key]: inside, ...others } = value;
  if (rest.length === 0 || inside === undefined) return others;
  return { ...value, [key]: without(inside, rest) };
}

/** Text or value to a scene with every default filled in, or a `SceneError` with everything that is wrong. */
import * as z from 'zod/mini';
import {
  demandFields,
  type FieldsOf,
  InputError,
  methodNamed,
  PARAMETERS,
  whyNotParameter,
} from '../engine/index.ts';
import { applyAssignments } from './assignments.ts';
import { attachment as attachmentSchema } from './attachments.ts';
import { material as materialSchema } from './bodies/common.ts';
import { BODY_KINDS, body as bodySchema, complete } from './bodies/index.ts';
import { checkParts } from './check.ts';
import { collider as colliderSchema, contactPair, motion as motionSchema } from './colliders.ts';
import { refused, SceneError, valueAt } from './errors.ts';
import { drag as dragSchema } from './interaction.ts';
import { problemsOf } from './issues.ts';
import { readJson } from './json.ts';
import { sceneSchema } from './schema.ts';
import { convertThesis, isThesis, withBraces } from './thesis.ts';
import type { Scene, SceneBody } from './types.ts';

/** How a scene is read. */
export interface ParseOptions {
  /** What the text is called in messages, such as its file name. */
  readonly source?: string;
  /** Changes to make before the scene is checked: `['solver.inner=20', 'bodies[0].mass=1']`. */
  readonly set?: readonly string[];
}

export const PARSE_OPTIONS: FieldsOf<ParseOptions> = { source: true, set: true };

/** A checked scene. */
export interface ParsedScene {
  /** The scene with every default filled in. */
  readonly scene: Scene;
  /** What was ignored or guessed, one sentence each. */
  readonly warnings: string[];
}

const BYTE_ORDER_MARK = '\uFEFF';

/** A scene from JSON text: version 1, or the configuration file of [NP17], also without its outer braces. */
export function parseScene(text: string, options: ParseOptions = {}): ParsedScene {
  if (typeof text !== 'string') throw new InputError('scene', text, 'JSON text');
  demandFields('', options, PARSE_OPTIONS);
  const { json, added } = withBraces(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  const parsed = validateScene(readJson(json, { source: options.source, added: added ? 1 : 0 }), options);
  const warnings = added
    ? ['The text has no outer braces; they were added.', ...parsed.warnings]
    : parsed.warnings;
  return { scene: parsed.scene, warnings };
}

/** A scene from a value such as JSON.parse gives. The value is left as it is. */
export function validateScene(value: unknown, options: ParseOptions = {}): ParsedScene {
  demandFields('', options, PARSE_OPTIONS);
  const { source, set = [] } = options;
  const warnings: string[] = [];
  let input = value;
  if (isThesis(value)) {
    const converted = convertThesis(value, source);
    warnings.push(...converted.warnings);
    input = converted.scene;
  }
  if (!Array.isArray(set)) throw new InputError('set', set, 'a list of texts path=value');
  if (set.length > 0) {
    const changed = withAnotherMethod(applyAssignments(input, set, source), valueAt(input, ['solver']), set);
    warnings.push(...changed.warnings);
    input = changed.input;
  }

  const version = valueAt(input, ['version']);
  if (typeof version === 'number' && version !== 1) {
    // Of another version nothing else can be judged.
    throw new SceneError([refused(['version'], version, '1, the version this Selvedge reads')], source);
  }
  const result = examine(input, source);
  const scene = result.success ? { ...result.data, bodies: result.data.bodies.map(complete) } : undefined;
  const problems = [
    ...(result.success ? [] : problemsOf(result.error.issues, input)),
    ...checkParts(scene ? partsOf(scene, input) : soundPartsOf(input)),
  ];
  if (!scene || problems.length > 0) throw new SceneError(problems, source);
  return { scene, warnings };
}

/**
 * Replaces the file's method. Parameters of the file that the new method does not have are left out with a warning. Parameters
 * set along with the method stay, so that wrong ones are refused.
 */
function withAnotherMethod(
  input: unknown,
  own: unknown,
  set: readonly string[],
): { input: unknown; warnings: string[] } {
  const solver = valueAt(input, ['solver']);
  const method = methodNamed(valueAt(solver, ['method']));
  const isOther = valueAt(own, ['method']) !== valueAt(solver, ['method']);
  if (!method || !isOther || typeof own !== 'object' || own === null) return { input, warnings: [] };
  const isSet = (name: string) => set.some((each) => each.replaceAll(' ', '').startsWith(`solver.${name}=`));
  const idle = Object.entries(own)
    .filter(
      ([name, value]) =>
        Object.hasOwn(PARAMETERS, name) && !isSet(name) && whyNotParameter(method, name, value),
    )
    .map(([name]) => name);
  if (idle.length === 0) return { input, warnings: [] };
  const kept = Object.entries(solver as object).filter(([name]) => !idle.includes(name));
  const names = idle.map((name) => `solver.${name}`).join(', ');
  return {
    input: { ...(input as object), solver: Object.fromEntries(kept) },
    warnings: [
      `${names} of the scene left out: ${method.id} has ${Object.keys(method.parameters).join(', ')}`,
    ],
  };
}

/** zod's answer. It overflows the stack on lists with hundreds of thousands of faults: then their beginnings are judged. */
function examine(input: unknown, source: string | undefined) {
  try {
    return sceneSchema.safeParse(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const beginnings = sceneSchema.safeParse(shorten(input));
    const more = { path: '', value: undefined, message: 'has too many problems to name them all' };
    const named = beginnings.success ? [] : problemsOf(beginnings.error.issues, input);
    throw new SceneError([...named, more], source);
  }
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 100).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, shorten(inside)]));
}

const partsOf = (scene: Scene, input: unknown) => ({
  ...scene,
  colliders: scene.colliders.map((whole) => ({ ...whole, whole })),
  materials: materialsOf(input),
});

/** What can be checked of a scene that the schema refuses somewhere: every part it doesn't refuse. */
function soundPartsOf(input: unknown) {
  const each = <T>(field: string, read: (value: unknown) => T): T[] => {
    const values = valueAt(input, [field]);
    return Array.isArray(values) ? values.map(read) : [];
  };
  const { solver, stiffnessDamping, wind, camera, lights } = sceneSchema.shape;
  return {
    bodies: each('bodies', soundBody),
    materials: materialsOf(input),
    colliders: each('colliders', (value) => ({
      material: sound(z.string(), valueAt(value, ['material'])),
      motion: sound(motionSchema, valueAt(value, ['motion'])),
      whole: sound(colliderSchema, value),
    })),
    attachments: each('attachments', (value) => sound(attachmentSchema, value)),
    pairs: each('pairs', (value) => ({
      between: sound(contactPair.shape.between, valueAt(value, ['between'])),
      friction: sound(contactPair.shape.friction, valueAt(value, ['friction'])),
    })),
    solver: sound(solver, valueAt(input, ['solver'])),
    stiffnessDamping: sound(stiffnessDamping, valueAt(input, ['stiffnessDamping'])),
    wind: sound(wind, valueAt(input, ['wind'])),
    drags: each('drags', (value) => sound(dragSchema, value)),
    camera: sound(camera, valueAt(input, ['camera'])),
    lights: sound(lights, valueAt(input, ['lights'])),
  };
}

/** The value with its defaults, or undefined where the schema refuses it. */
const sound = <T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> | undefined =>
  z.safeParse(schema, value).data;

/** A body that is sound once its faulty fields are left out: so that its other faults are found with the first. */
function soundBody(value: unknown): SceneBody | undefined {
  const { data, error } = z.safeParse(bodySchema, value);
  if (data !== undefined) return complete(data);
  if (typeof value !== 'object' || value === null) return undefined;
  const type = valueAt(value, ['type']);
  // Without its type a body can't be judged.
  if (typeof type !== 'string' || !Object.hasOwn(BODY_KINDS, type)) return undefined;
  const faulty = new Set(
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [String(issue.path[0])],
    ),
  );
  if (BODY_KINDS[type].needs.some((name) => faulty.has(name))) return undefined;
  // Which springs there are depends on these, and so do the overrides and the colours of a quad mesh.
  if (['stiffness', 'material', 'diagonals'].some((name) => faulty.has(name)))
    for (const name of ['overrides', 'quads']) faulty.add(name);
  const kept = sound(
    bodySchema,
    Object.fromEntries(Object.entries(value).filter(([name]) => !faulty.has(name))),
  );
  return kept && complete(kept);
}

function materialsOf(input: unknown) {
  const materials = valueAt(input, ['materials']);
  const entries = typeof materials === 'object' && materials !== null ? Object.entries(materials) : [];
  return new Map(entries.map(([name, value]) => [name, sound(materialSchema, value)]));
}

/**
 * The configuration file of [NP17], listing 5.1, as a version 1 scene. The thesis gives its cloth neither a size nor a
 * mass, and does not mention damping. The assumptions here:
 * - particles L = 0.01 m apart, each of 0.01 kg: m/(h²k) = 0.0025 with the listing's step and stiffness, and at rest
 *   the error of eq. (7) is 2.8e-5 m², far below what a truncated solver leaves;
 * - damping 1/s;
 * - structural springs only, and a cloth that starts horizontal with row 0 at the far side, centred at `position`;
 * - red-black Gauss-Seidel without over-relaxation, if no solver is named;
 * - the camera looks at the origin;
 * - `tearingThreshold` is the strength: a spring tears at so many times its rest length. 5.3.7 compares a distance with it, in the
 *   unit of the scene; with particles 0.01 m apart the listing's 3 would be 300 times the rest length, and nothing would tear.
 */
import * as z from 'zod/mini';
import { LIMITS, methodNamed, showValue } from '../engine/index.ts';
import { type Problem, refused, SceneError } from './errors.ts';
import { list, looseObject, number, text, vec3, whole } from './fields.ts';
import { problemsOf } from './issues.ts';
import * as limits from './limits.ts';
import { THESIS_NAMES } from './methods.ts';
import type { SceneInput } from './types.ts';

const SPACING = 0.01;
const PARTICLE_MASS = 0.01;
const DAMPING = 1;

const channel = whole({ min: 0, max: 255 });

const softObject = looseObject(
  {
    src: text(1000),
    position: z.optional(vec3(1e5, 'm')),
    color: z.optional(
      z.tuple([channel, channel, channel], { error: 'three whole numbers [red, green, blue] from 0 to 255' }),
    ),
    fixed: z.optional(
      list(whole({ min: 0, max: limits.PARTICLES - 1 }), { max: limits.PARTICLES, of: 'particle ids' }),
    ),
  },
  'an object with src, position, color and fixed',
);

const iterations = whole(LIMITS.iterations);

const configuration = looseObject(
  {
    softObjects: list(softObject, { min: 1, max: limits.BODIES, of: 'soft objects' }),
    solver: z.optional(text(100)),
    innerIterations: z.optional(iterations),
    outerIterations: z.optional(iterations),
    timestep: z.optional(number(LIMITS.timestep)),
    stiffness: z.optional(number({ min: 0, max: 1e12, unit: 'N/m' })),
    gravity: z.optional(number({ ...LIMITS.gravity, unit: 'm/s², positive is down' })),
    cameraPos: z.optional(vec3(1e5, 'm')),
    tearingThreshold: z.optional(number({ min: 1.000001, max: LIMITS.strength.max })),
    modelPath: z.optional(z.unknown()),
  },
  'a configuration file',
);
type Configuration = z.output<typeof configuration>;

export function isThesis(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'softObjects' in value && !('version' in value);
}

/** The listing is printed without its outer braces: adds them where they are missing. */
export function withBraces(text: string): { json: string; added: boolean } {
  const added = /^\s*"[^"]*"\s*:/.test(text) && text.includes('"softObjects"');
  return { json: added ? `{${text}}` : text, added };
}

export function convertThesis(value: unknown, source?: string): { scene: SceneInput; warnings: string[] } {
  const result = configuration.safeParse(value);
  if (!result.success) throw new SceneError(problemsOf(result.error.issues, value), source);
  const file = result.data;
  const problems: Problem[] = [];
  const warnings = warningsOf(file);

  const method = methodNamed(file.solver ?? 'pd-rbgs');
  if (method === undefined) {
    problems.push(
      refused(['solver'], file.solver, `one of ${THESIS_NAMES.map((name) => `"${name}"`).join(', ')}`),
    );
  }

  const bodies: SceneInput['bodies'] = [];
  for (const [index, { src, position, color, fixed }] of file.softObjects.entries()) {
    const particles = gridOf(src);
    if (particles === undefined) {
      warnings.push(
        `softObjects[${index}].src: ${showValue(src)} is not found and left out; built in are ${BUILT_IN}.`,
      );
      continue;
    }
    const count = particles[0] * particles[1];
    const { min, max } = LIMITS.clothSide;
    if (Math.min(...particles) < min || Math.max(...particles) > max || count > limits.PARTICLES) {
      const allowed = `${min} or more particles each way, ${max} at most, ${limits.PARTICLES} in all`;
      problems.push(refused(['softObjects', index, 'src'], src, allowed));
      continue;
    }
    for (const [pin, id] of (fixed ?? []).entries()) {
      if (id >= count) {
        problems.push(
          refused(['softObjects', index, 'fixed', pin], id, `a particle id from 0 to ${count - 1}`),
        );
      }
    }
    bodies.push({
      type: 'cloth',
      name: src,
      particles,
      size: [(particles[0] - 1) * SPACING, (particles[1] - 1) * SPACING],
      position,
      rotation: [90, 0, 0],
      mass: count * PARTICLE_MASS,
      stiffness: { structural: file.stiffness, shear: 0, bend: 0 },
      strength: file.tearingThreshold,
      pins: fixed,
      color: color && `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    });
  }
  if (bodies.length === 0 && problems.length === 0) {
    const sources = file.softObjects.map(({ src }) => src);
    problems.push(refused(['softObjects'], sources, `something to simulate; built in are ${BUILT_IN}`));
  }
  if (problems.length > 0) throw new SceneError(problems, source);
  return { scene: sceneOf(file, bodies, method?.id), warnings };
}

function sceneOf(file: Configuration, bodies: SceneInput['bodies'], method: string | undefined): SceneInput {
  const { cameraPos } = file;
  return {
    version: 1,
    description: 'Converted from a configuration file in the format of NP17, listing 5.1.',
    bodies,
    solver: { method, inner: file.innerIterations, outer: file.outerIterations },
    timestep: file.timestep,
    gravity: file.gravity === undefined ? undefined : [0, -file.gravity, 0],
    damping: DAMPING,
    // A camera at the origin cannot look at the origin: it looks along −z.
    camera: cameraPos && {
      position: cameraPos,
      target: cameraPos.some((part) => part !== 0) ? [0, 0, 0] : [0, 0, -1],
    },
  };
}

const BUILT_IN = '"NNcloth" (a grid of NN by NN particles, such as "100cloth") and "NNxMMcloth"';

/** "100cloth" is 100 by 100, "40x30cloth" is 40 columns by 30 rows. */
function gridOf(src: string): [columns: number, rows: number] | undefined {
  const match = /^(\d{1,9})(?:x(\d{1,9}))?cloth$/i.exec(src.trim());
  return match === null ? undefined : [Number(match[1]), Number(match[2] ?? match[1])];
}

/** Every field that has no effect, so that nothing is ignored silently. */
function warningsOf(file: Configuration): string[] {
  const warnings: string[] = [];
  if (file.modelPath !== undefined) {
    warnings.push(
      `modelPath: ${showValue(file.modelPath)} is not loaded; animated models are not supported yet.`,
    );
  }
  const unknown = (fields: object, known: readonly string[], prefix: string) => {
    for (const name of Object.keys(fields)) {
      if (!known.includes(name)) warnings.push(`${prefix}${name}: unknown field, ignored.`);
    }
  };
  unknown(file, Object.keys(configuration.shape), '');
  for (const [index, object] of file.softObjects.entries()) {
    unknown(object, Object.keys(softObject.shape), `softObjects[${index}].`);
  }
  return warnings;
}

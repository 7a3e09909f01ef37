/**
 * The scene format, version 1, written once. From this schema come the types (types.ts), the
 * validation with its messages, the defaults, and the JSON Schema that editors complete from (json-schema.ts).
 * SI units throughout. docs/scene-format.md describes it for people.
 */
import * as z from 'zod/mini';
import {
  allowedNumber,
  completeMethod,
  DEFAULT_METHOD,
  DEFAULTS,
  isChoice,
  LIMITS,
  METHODS,
  methodNamed,
  NUMBERS,
  type NumberSettings,
  PARAMETERS,
  PARTICLE_CONTACTS,
  type Parameter,
  type ParameterValues,
} from '../engine/index.ts';
import { attachments } from './attachments.ts';
import { material } from './bodies/common.ts';
import { body } from './bodies/index.ts';
import { colliders, pairs } from './colliders.ts';
import {
  boolean,
  colour,
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  quoted,
  required,
  text,
  vec3,
  vector,
  whole,
} from './fields.ts';
import { drags, wind } from './interaction.ts';
import * as limits from './limits.ts';
import { METHOD_IDS, THESIS_NAMES } from './methods.ts';

const methodNames = `one of ${quoted(METHOD_IDS)}`;
const method = z
  .string({ error: methodNames })
  .check(z.refine((name) => methodNamed(name) !== undefined, { error: methodNames }));

/** Methods whose springs settle after contact. */
const SETTLING = METHODS.filter(({ canSettle }) => canSettle)
  .map(({ id }) => id)
  .join(', ');

const substeps = z.union([z.literal('auto'), whole(LIMITS.substeps)], {
  error: `"auto", or ${allowedNumber(LIMITS.substeps)}`,
});

/** One field for each parameter of any method; check.ts refuses parameters that the method does not have. */
const parameters = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, parameter]) => [name, parameterField(name, parameter)]),
) as unknown as {
  readonly [K in keyof ParameterValues]-?: z.ZodMiniOptional<z.ZodMiniType<ParameterValues[K]>>;
};

function parameterField(name: string, parameter: Parameter) {
  const owners = METHODS.filter(({ parameters }) => name in parameters);
  const of = owners.length === METHODS.length ? '' : ` Of ${owners.map(({ id }) => id).join(', ')}.`;
  const own = new Set(owners.map(({ parameters }) => parameters[name].default));
  const isOne = own.size === 1;
  const each = owners.map(({ id, parameters }) => `${id} ${parameters[name].default}`).join(', ');
  const defaults = isOne ? '' : ` Default, by method: ${each}.`;
  const description = `${parameter.help}${of}${defaults}`;
  const assumed = isOne ? parameter.default : undefined;
  if (isChoice(parameter)) return optional(oneOf(parameter.choices), description, assumed);
  return optional(parameter.integer ? whole(parameter) : number(parameter), description, assumed);
}

const solverFields = object(
  {
    method: z.optional(method).check(
      z.meta({
        description:
          `Which algorithm. The thesis's ${THESIS_NAMES.join(', ')} are the same; so are capitals. ` +
          'What is left out here is the default of the method.',
        default: DEFAULT_METHOD.id,
        type: 'string',
        enum: [...METHOD_IDS, ...THESIS_NAMES],
      }),
    ),
    ...parameters,
    budget: optional(
      number(LIMITS.budget),
      'Time per step, ms: outer is then chosen to fit, and reported. Default: none, outer is what it says.',
    ),
    integrate: defaulted(
      boolean(),
      true,
      'Whether particles move by themselves. With false only the springs move them: no gravity, no inertia.',
    ),
  },
  `an object with method, ${Object.keys(PARAMETERS).join(', ')}, budget and integrate`,
);

/** With the engine's defaults filled in. */
const solver = z.pipe(
  solverFields,
  z.transform(({ method: id, ...rest }: z.output<typeof solverFields>) => {
    const { id: method, budget, ...settings } = completeMethod({ id, ...rest });
    // Parameters that the method does not have are kept for check.ts to report.
    const filled: typeof settings & { method: string; budget?: number } = { method, ...rest, ...settings };
    return budget === undefined ? filled : { ...filled, budget };
  }),
);

const metres = (limit = 1e5) => vec3(limit, 'm');

const camera = object(
  {
    position: defaulted(metres(), [0, 0.2, 2.6], 'Where the camera is, m.'),
    target: defaulted(metres(), [0, 0, 0], 'The point it looks at, m.'),
    fov: defaulted(number({ min: 1, max: 170, unit: 'degrees' }), 40, 'Vertical field of view, degrees.'),
  },
  'an object with position, target and fov',
);

const lightColour = defaulted(colour(), '#ffffff', 'Colour, "#rrggbb".');
const intensity = (unit: string, value: number) =>
  defaulted(number({ min: 0, max: 1e6, unit }), value, `Brightness, ${unit}.`);

const LIGHTS = '"sun", "ambient", "point"';
const light = z.discriminatedUnion(
  'type',
  [
    object(
      {
        type: required(z.literal('sun'), 'Parallel light, with a shadow.'),
        position: defaulted(
          metres(),
          [1, 2, 2],
          'It shines from here towards the origin, m. Only the direction counts.',
        ),
        color: lightColour,
        intensity: intensity('lux', 2.5),
        shadow: defaulted(boolean(), true, 'Whether it casts shadows.'),
      },
      'a sun',
    ),
    object(
      {
        type: required(z.literal('ambient'), 'The same light from everywhere.'),
        color: lightColour,
        intensity: intensity('lux', 0.8),
      },
      'an ambient light',
    ),
    object(
      {
        type: required(z.literal('point'), 'Light from one point in all directions.'),
        position: required(metres(), 'Where it is, m.'),
        color: lightColour,
        intensity: intensity('candela', 10),
      },
      'a point light',
    ),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? `one of ${LIGHTS}` : `an object whose type is one of ${LIGHTS}`,
  },
);

const seconds = (limit: number) => number({ min: 0, max: limit, unit: 's' });

const showcase = object(
  {
    duration: defaulted(seconds(600), 4, 'How long there is something to see, s.'),
    thumbnail: defaulted(seconds(600), 1.5, 'When its small picture is taken, s.'),
  },
  'an object with duration and thumbnail',
);

/** The engine's settings that are a number. */
const numbers = Object.fromEntries(
  Object.entries(NUMBERS).map(([name, { bounds, default: own, help }]) => [
    name,
    defaulted(number(bounds), own, help),
  ]),
) as { readonly [K in keyof NumberSettings]: ReturnType<typeof defaulted<ReturnType<typeof number>>> };

export const sceneSchema = object(
  {
    $schema: optional(
      text(2000),
      'Where the JSON Schema is, for editors: "./node_modules/selvedge/dist/scene.schema.json". Default: none.',
    ),
    version: required(z.literal(1, { error: '1, the version of the format' }), 'Version of the format: 1.'),
    name: optional(text(200), 'A short name. Default: none.'),
    description: optional(text(10_000), 'What the scene shows. Default: none.'),
    materials: defaulted(
      z.record(z.string(), material, { error: 'an object of named materials' }),
      {},
      'Materials by name, for bodies and colliders to refer to. One called "default" is for what names none.',
    ),
    bodies: required(
      list(body, { min: 1, max: limits.BODIES, of: 'bodies' }),
      'What is simulated. Particle ids count from 0 in each body.',
    ),
    particleContact: optional(
      oneOf(PARTICLE_CONTACTS),
      'Which particles meet which: "none", those of different "bodies", or "all", which is also those of one body that ' +
        'are no neighbours. Default: "bodies" where there are balls, else "none".',
    ),
    colliders: defaulted(colliders, [], 'What bodies collide with.'),
    attachments: defaulted(attachments, [], 'What particles are attached to.'),
    pairs: defaulted(
      pairs,
      [],
      'Friction and restitution of two materials together, where that does not follow from each.',
    ),
    solver: defaulted(solver, {}, 'Which algorithm, with how many iterations.'),
    ...numbers,
    substeps: defaulted(
      substeps,
      DEFAULTS.substeps,
      `Into how many equal parts a step is divided, each solved like a step; "auto": one, but where particles meet as many as make each 1/480 s or shorter, and where bodies with springs meet 5 √(m/k) or shorter (2.5 with elastic methods other than ${SETTLING}), and as many as let no collider turn by more than 0.2 radians in each; up to 100.`,
    ),
    stepsPerFrame: defaulted(whole({ min: 1, max: 10_000 }), 8, 'Physics steps per drawn frame.'),
    gravity: defaulted(vector(LIMITS.gravity), [...DEFAULTS.gravity], 'Gravity, m/s².'),
    wind: optional(wind, 'Moving air. Default: no air.'),
    drags: defaulted(drags, [], 'Hands that take a particle along at known times.'),
    camera: defaulted(camera, {}, 'From where the scene is seen.'),
    lights: defaulted(
      list(light, { max: 16, of: 'lights' }),
      [{ type: 'sun' }, { type: 'ambient' }],
      'What lights the scene. Default: a sun and an ambient light.',
    ),
    background: defaulted(colour(), '#20242c', 'Colour behind everything, "#rrggbb".'),
    showcase: defaulted(showcase, {}, 'What is measured and pictured of the scene.'),
  },
  'a scene: an object with version, bodies and more',
);

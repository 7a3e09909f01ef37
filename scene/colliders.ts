/** Colliders, their motion, and the friction and restitution of materials. */
import * as z from 'zod/mini';
import { allowedNumber, CONTACT_DEFAULTS, LIMITS, SHAPE_NAMES } from '../engine/index.ts';
import {
  boolean,
  colour,
  defaulted,
  list,
  number,
  object,
  optional,
  pair,
  quoted,
  required,
  text,
  vec3,
} from './fields.ts';
import * as limits from './limits.ts';
import { SHAPE_FIELDS } from './shapes.ts';

const point = () => vec3(1e5, 'm');
const turn = () => vec3(36000, 'degrees');

const frictionNumber = () => number(LIMITS.friction);
const friction = () =>
  z.union(
    [
      frictionNumber(),
      object(
        {
          static: required(frictionNumber(), 'What holds a thing at rest.'),
          kinetic: required(frictionNumber(), 'What slows a thing that slides, at most the static one.'),
        },
        'an object with static and kinetic',
      ),
    ],
    { error: `${allowedNumber(LIMITS.friction)}, or an object with static and kinetic` },
  );
const restitution = () => number(LIMITS.restitution);

const frictionText =
  "Coulomb's μ, as one number or as { static, kinetic }. Two materials together have the root of the product of theirs.";
const restitutionText =
  'The speed after an impact over that before it, 0 to 1. Two materials together have the greater of theirs.';

/** Contact properties of a material. */
export const meeting = {
  friction: defaulted(friction(), CONTACT_DEFAULTS.friction, frictionText),
  restitution: defaulted(restitution(), CONTACT_DEFAULTS.restitution, restitutionText),
};

export const contactPair = object(
  {
    between: required(
      pair(text(200), 'two names of materials'),
      'The two materials; "default" is what has no material.',
    ),
    friction: optional(friction(), `${frictionText} Default: what follows from each.`),
    restitution: optional(restitution(), `${restitutionText} Default: what follows from each.`),
  },
  'an object with between, friction and restitution',
);

const keyframe = object(
  {
    time: required(number({ min: 0, max: 1e9, unit: 's' }), 'When, s; later than the one before.'),
    position: optional(point(), 'Where it is then, m. Default: on its way to the next that says.'),
    rotation: optional(
      turn(),
      'How it is turned then, degrees about x, y, z. Default: on its way to the next that says.',
    ),
  },
  'an object with time, position and rotation',
);

const way = object(
  {
    points: required(
      list(point(), { min: 2, max: 10_000, of: 'points [x, y, z] (m)' }),
      'Points that the way goes through, m, neighbours in different places; a closed way has three or more.',
    ),
    duration: required(
      number({ min: 1e-6, max: 1e9, unit: 's' }),
      'From the first point to the last, or where it is closed to the first again, s.',
    ),
    start: defaulted(number({ min: 0, max: 1e9, unit: 's' }), 0, 'When it sets out, s.'),
    closed: defaulted(boolean(), false, 'Whether the way leads from the last point on to the first.'),
    repeat: defaulted(boolean(), false, 'Whether it goes on then: round again, or to and fro.'),
    facing: optional(
      vec3(1e5, 'of any length'),
      'The direction of the collider, as it is placed, that stays along the way. Default: it does not turn.',
    ),
  },
  'an object with points, duration, start, closed, repeat and facing',
);

export const motion = object(
  {
    keyframes: defaulted(
      list(keyframe, { max: 10_000, of: 'objects with time, position and rotation' }),
      [],
      'Where it is at certain times; in between it goes straight and turns evenly, the shorter way. None: as it is placed.',
    ),
    repeat: defaulted(boolean(), false, 'Whether the keyframes begin anew, at 0 s, at the time of the last.'),
    path: optional(
      way,
      'A curve through points, followed at an even speed; not with keyframes that have positions. Default: none.',
    ),
    velocity: defaulted(vec3(1e5, 'm/s'), [0, 0, 0], 'On top of keyframes and path, m/s.'),
    spin: defaulted(
      vec3(1e6, 'degrees/s'),
      [0, 0, 0],
      'On top of keyframes and path: a turn about this axis, by as many degrees per second as it is long.',
    ),
    pivot: optional(
      point(),
      'The point that the spin goes round, m; the velocity moves it along. Default: its own position.',
    ),
  },
  'an object with keyframes, repeat, path, velocity, spin and pivot',
);

/** Fields of every collider. */
const common = {
  name: optional(
    text(200),
    'What it is called in messages and code. Default: "collider" and its number from 0.',
  ),
  position: defaulted(point(), [0, 0, 0], 'Where its centre is, of a plane any point of it, m.'),
  rotation: defaulted(
    turn(),
    [0, 0, 0],
    'Turn about the x, then the y, then the z axis, degrees; before it is moved to its position.',
  ),
  material: optional(
    text(200),
    'Name of one of the materials: its friction and restitution. Default: the material "default".',
  ),
  color: defaulted(colour(), '#b9bec9', 'Colour, "#rrggbb".'),
  motion: optional(motion, 'How it moves by itself. Default: not at all.'),
};

type Shapes = typeof SHAPE_FIELDS;
type Schema = {
  [N in keyof Shapes]: ReturnType<typeof object<Shapes[N] & typeof common>>;
}[keyof Shapes];

/** For every shape, its own fields and those of all colliders. */
const withCommon = () =>
  Object.entries(SHAPE_FIELDS).map(([name, fields]) =>
    object({ ...fields, ...common }, `a ${name}`),
  ) as unknown as readonly [Schema, ...Schema[]];

const named = `one of ${quoted(SHAPE_NAMES)}`;
export const collider = z.discriminatedUnion('shape', withCommon(), {
  error: (issue) => (issue.code === 'invalid_union' ? named : `an object whose shape is ${named}`),
});

export const colliders = list(collider, { max: limits.COLLIDERS, of: 'colliders' });
export const pairs = list(contactPair, { max: limits.COLLIDERS, of: 'pairs of materials' });

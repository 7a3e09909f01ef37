/** The kinds of body a scene may hold. Lengths in metres, masses in kilograms, stiffnesses in newtons per metre. */
import * as z from 'zod/mini';
import {
  allowedNumber,
  BODY_DEFAULTS,
  CLOTH_PLACES,
  LIMITS,
  ROPE_PLACES,
  SOLID_PLACES,
  SOLID_SHAPES,
} from '../engine/index.ts';
import {
  bendText,
  common,
  familyConstant,
  index,
  mass,
  ofSurface,
  overrides,
  point,
  restLength,
  SPRING,
  shearText,
  springConstant,
  structuralText,
  surface,
  velocity,
} from './body-fields.ts';
import {
  boolean,
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  pair,
  quoted,
  required,
  triple,
  whole,
} from './fields.ts';
import * as limits from './limits.ts';

const DEFAULTS = BODY_DEFAULTS;

/** Particles by id, or by a place that the body knows by name. */
const pinsAt = <const T extends readonly string[]>(places: T) =>
  list(z.union([index(), oneOf(places)], { error: `a particle id from 0, or one of ${quoted(places)}` }), {
    max: limits.PARTICLES,
    of: 'particle ids or places',
  });

export const cloth = object(
  {
    type: required(z.literal('cloth'), 'A rectangular cloth. It lies in the x-y plane, row 0 at the top.'),
    ...common('cloth'),
    particles: defaulted(
      pair(whole(LIMITS.clothSide), 'two whole numbers [columns, rows]'),
      [...DEFAULTS.cloth.particles],
      "Particles across and down. A particle's id is row * columns + column.",
    ),
    size: defaulted(
      pair(number({ min: 1e-3, max: 1e4, unit: 'm' }), 'two numbers [width, height] (m)'),
      [...DEFAULTS.cloth.size],
      'Width and height at rest, m.',
    ),
    stretch: defaulted(
      number({ min: 1e-3, max: 1e3 }),
      DEFAULTS.cloth.stretch,
      'The cloth starts this many times as large as its size. Rest lengths and mass follow the size, not the stretch.',
    ),
    ...surface(DEFAULTS.cloth.mass),
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, DEFAULTS.cloth.stiffness.structural),
          shear: optional(familyConstant(), shearText, DEFAULTS.cloth.stiffness.shear),
          bend: optional(familyConstant(), bendText, DEFAULTS.cloth.stiffness.bend),
        },
        'an object with structural, shear and bend (N/m)',
      ),
      `${ofSurface} structural ${DEFAULTS.cloth.stiffness.structural}, shear ${DEFAULTS.cloth.stiffness.shear}, bend ${DEFAULTS.cloth.stiffness.bend}.`,
      DEFAULTS.cloth.stiffness,
    ),
    diagonals: defaulted(
      z.literal([1, 2], { error: '1 or 2' }),
      DEFAULTS.cloth.diagonals,
      'Shear springs in a quad: both diagonals, or the one from its top left to its bottom right.',
    ),
    split: defaulted(
      boolean(),
      false,
      'With a strength: whether particles split where it tears, so that it opens without losing cloth.',
    ),
    pins: defaulted(
      pinsAt(CLOTH_PLACES),
      [],
      'Particles held in place: ids from 0, corners ("top-left", …) or whole sides ("top", "left", …).',
    ),
    overrides,
  },
  'a cloth',
);

export const rope = object(
  {
    type: required(z.literal('rope'), 'A rope. It starts at its position and runs along the x axis.'),
    ...common('rope'),
    particles: defaulted(whole(LIMITS.ropeParticles), DEFAULTS.rope.particles, 'Number of particles.'),
    length: defaulted(number({ min: 1e-3, max: 1e4, unit: 'm' }), DEFAULTS.rope.length, 'Length at rest, m.'),
    mass: defaulted(
      mass(),
      DEFAULTS.rope.mass,
      'Mass of the whole rope, shared equally among its particles, kg.',
    ),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(
            springConstant(),
            DEFAULTS.rope.stiffness.structural,
            'Stiffness between neighbours, N/m.',
          ),
          bend: defaulted(familyConstant(), DEFAULTS.rope.stiffness.bend, bendText),
        },
        'an object with structural and bend (N/m)',
      ),
      {},
      'Stiffness of the springs, N/m.',
    ),
    pins: defaulted(pinsAt(ROPE_PLACES), [], 'Particles held in place: ids from 0, "start" or "end".'),
    overrides,
  },
  'a rope',
);

export const solid = object(
  {
    type: required(z.literal('solid'), 'A soft body filled with tetrahedra, centred at its position.'),
    ...common('solid'),
    particles: defaulted(
      triple(whole(LIMITS.solidSide), 'three whole numbers [x, y, z]'),
      [...DEFAULTS.solid.particles],
      'Particles of the lattice along x, y and z, before it is cut to the shape. Ids count those of the shape, x fastest.',
    ),
    size: defaulted(
      triple(number({ min: 1e-3, max: 1e4, unit: 'm' }), 'three numbers [x, y, z] (m)'),
      [...DEFAULTS.solid.size],
      'Lengths along x, y and z at rest, m.',
    ),
    shape: defaulted(
      oneOf(SOLID_SHAPES),
      DEFAULTS.solid.shape,
      'What is cut out of the lattice, as large as the size. Cylinder and torus go round the y axis.',
    ),
    mass: defaulted(
      mass(),
      DEFAULTS.solid.mass,
      'Mass of the whole body, kg. Particles have their share by the volume around them.',
    ),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(
            springConstant(),
            DEFAULTS.solid.stiffness.structural,
            'Stiffness along the edges of the tetrahedra, N/m.',
          ),
        },
        'an object with structural (N/m)',
      ),
      {},
      'Stiffness of the springs, N/m.',
    ),
    pins: defaulted(
      pinsAt(SOLID_PLACES),
      [],
      'Particles held in place: ids from 0, sides ("top", "left", "front", …) or corners of a box ("top-left-front", …).',
    ),
    overrides,
  },
  'a solid',
);

const pinIds = defaulted(
  list(index(), { max: limits.PARTICLES, of: 'particle ids' }),
  [],
  'Particles held in place, by id, from 0.',
);

const vertices = (least: number) =>
  required(
    list(point(), { min: least, max: limits.PARTICLES, of: 'points [x, y, z] (m)' }),
    'One point [x, y, z] per particle, m.',
  );

export const quadMesh = object(
  {
    type: required(z.literal('quadMesh'), 'Any mesh of quads.'),
    ...common('quadMesh'),
    vertices: vertices(4),
    quads: required(
      list(z.tuple([index(), index(), index(), index()], { error: 'four vertex ids' }), {
        min: 1,
        max: limits.PARTICLES * 2,
        of: 'quads, each four vertex ids',
      }),
      'Four vertex ids per quad, in order around it.',
    ),
    ...surface(DEFAULTS.quadMesh.mass),
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, DEFAULTS.quadMesh.stiffness.structural),
          shear: optional(familyConstant(), shearText, DEFAULTS.quadMesh.stiffness.shear),
        },
        'an object with structural and shear (N/m)',
      ),
      `${ofSurface} structural ${DEFAULTS.quadMesh.stiffness.structural}, shear ${DEFAULTS.quadMesh.stiffness.shear}.`,
      DEFAULTS.quadMesh.stiffness,
    ),
    colouring: optional(
      oneOf(['red-black', 'any']),
      '"red-black" refuses a mesh whose springs need more than two colours and names the odd cycle; "any" takes as many ' +
        'as it needs. Default: "red-black" without shear springs, "any" with them.',
    ),
    pins: pinIds,
    overrides,
  },
  'a quad mesh',
);

export const network = object(
  {
    type: required(z.literal('network'), 'Particles and springs, one by one.'),
    ...common('network'),
    vertices: vertices(1),
    springs: required(
      list(pair(index(), 'two vertex ids'), { max: limits.SPRINGS, of: 'springs, each two vertex ids' }),
      'Two vertex ids per spring.',
    ),
    restLengths: optional(
      list(restLength(), { max: limits.SPRINGS, of: 'lengths (m), one per spring' }),
      'Length at rest per spring, m. Default: the distance between its vertices.',
    ),
    stiffness: defaulted(
      z.union(
        [springConstant(), list(springConstant(), { max: limits.SPRINGS, of: 'numbers, one per spring' })],
        {
          error: `${allowedNumber(SPRING)}, or a list of them, one per spring`,
        },
      ),
      DEFAULTS.network.stiffness,
      'Stiffness of every spring, N/m, or a list with one number per spring.',
    ),
    mass: optional(
      mass(),
      `Mass of the whole body, shared equally among its particles, kg. Default ${DEFAULTS.network.mass}; not together with masses.`,
      DEFAULTS.network.mass,
    ),
    masses: optional(
      list(mass(), { max: limits.PARTICLES, of: 'masses (kg), one per vertex' }),
      'Mass per particle, kg, in place of mass. Default: none.',
    ),
    triangles: defaulted(
      list(z.tuple([index(), index(), index()], { error: 'three vertex ids' }), {
        max: limits.PARTICLES * 4,
        of: 'triangles, each three vertex ids',
      }),
      [],
      'Three vertex ids per triangle, to draw.',
    ),
    pins: pinIds,
  },
  'a network',
);

const fieldsOfBalls = common('balls');

export const balls = object(
  {
    type: required(
      z.literal('balls'),
      'Balls that fall, push and are pushed back: particles with a size, without springs. They don’t spin.',
    ),
    name: fieldsOfBalls.name,
    centres: required(
      list(point(), { min: 1, max: LIMITS.balls.max, of: 'points [x, y, z] (m)' }),
      'Where each ball is, m.',
    ),
    radius: defaulted(number({ min: 1e-6, max: 1e4, unit: 'm' }), DEFAULTS.balls.radius, 'Of every ball, m.'),
    mass: defaulted(mass(), DEFAULTS.balls.mass, 'Of one ball, kg.'),
    velocity: defaulted(velocity(), [0, 0, 0], 'Of every ball at the start, m/s.'),
    velocities: optional(
      list(velocity(), { max: LIMITS.balls.max, of: 'velocities [x, y, z] (m/s), one per ball' }),
      'Of each ball at the start, m/s. Default: all have the same velocity.',
    ),
    color: fieldsOfBalls.color,
    material: fieldsOfBalls.material,
  },
  'balls',
);

const fieldsOfMagazine = common('magazine');

export const magazine = object(
  {
    type: required(
      z.literal('magazine'),
      'Balls that wait, out of sight and without moving, until the studio or a program shoots them.',
    ),
    name: fieldsOfMagazine.name,
    count: defaulted(whole(LIMITS.balls), DEFAULTS.magazine.count, 'How many.'),
    radius: defaulted(number({ min: 1e-6, max: 1e4, unit: 'm' }), DEFAULTS.balls.radius, 'Of every ball, m.'),
    mass: defaulted(mass(), DEFAULTS.balls.mass, 'Of one ball, kg.'),
    color: fieldsOfMagazine.color,
    material: fieldsOfMagazine.material,
  },
  'a magazine',
);

const TYPES = quoted(['cloth', 'rope', 'solid', 'quadMesh', 'network', 'balls', 'magazine']);
export const body = z.discriminatedUnion('type', [cloth, rope, solid, quadMesh, network, balls, magazine], {
  error: (issue) =>
    issue.code === 'invalid_union' ? `one of ${TYPES}` : `an object whose type is one of ${TYPES}`,
});

/** The kinds of body a scene may hold. Lengths in metres, masses in kilograms, stiffnesses in newtons per metre. */
import * as z from 'zod/mini';
import {
  bendText,
  CLOTH_MASS,
  CLOTH_STIFFNESS,
  common,
  familyConstant,
  index,
  mass,
  ofSurface,
  overrides,
  point,
  QUAD_STIFFNESS,
  restLength,
  shearText,
  springConstant,
  structuralText,
  surface,
} from './body-fields.ts';
import { defaulted, list, number, object, oneOf, optional, pair, required, whole } from './fields.ts';
import * as limits from './limits.ts';

const PLACES = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'top',
  'bottom',
  'left',
  'right',
] as const;

export const cloth = object(
  {
    type: required(z.literal('cloth'), 'A rectangular cloth. It lies in the x-y plane, row 0 at the top.'),
    ...common('cloth'),
    particles: defaulted(
      pair(whole({ min: 2, max: limits.SIDE }), 'two whole numbers [columns, rows]'),
      [50, 50],
      "Particles across and down. A particle's id is row * columns + column.",
    ),
    size: defaulted(
      pair(number({ min: 1e-3, max: 1e4, unit: 'm' }), 'two numbers [width, height] (m)'),
      [1, 1],
      'Width and height at rest, m.',
    ),
    stretch: defaulted(
      number({ min: 1e-3, max: 1e3 }),
      1,
      'The cloth starts this many times as large as its size. Rest lengths and mass follow the size, not the stretch.',
    ),
    ...surface,
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, CLOTH_STIFFNESS.structural),
          shear: optional(familyConstant(), shearText, CLOTH_STIFFNESS.shear),
          bend: optional(familyConstant(), bendText, CLOTH_STIFFNESS.bend),
        },
        'an object with structural, shear and bend (N/m)',
      ),
      `${ofSurface} structural ${CLOTH_STIFFNESS.structural}, shear ${CLOTH_STIFFNESS.shear}, bend ${CLOTH_STIFFNESS.bend}.`,
      CLOTH_STIFFNESS,
    ),
    pins: defaulted(
      list(
        z.union([index(), oneOf(PLACES)], {
          error: `a particle id from 0, or one of ${PLACES.map((place) => `"${place}"`).join(', ')}`,
        }),
        { max: limits.PARTICLES, of: 'particle ids or places' },
      ),
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
    particles: defaulted(whole({ min: 2, max: 1_000_000 }), 50, 'Number of particles.'),
    length: defaulted(number({ min: 1e-3, max: 1e4, unit: 'm' }), 1, 'Length at rest, m.'),
    mass: defaulted(mass(), 0.1, 'Mass of the whole rope, shared equally among its particles, kg.'),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(springConstant(), 4000, 'Stiffness between neighbours, N/m.'),
          bend: defaulted(familyConstant(), 0, bendText),
        },
        'an object with structural and bend (N/m)',
      ),
      {},
      'Stiffness of the springs, N/m.',
    ),
    pins: defaulted(
      list(
        z.union([index(), oneOf(['start', 'end'])], {
          error: 'a particle id from 0, or one of "start", "end"',
        }),
        { max: limits.PARTICLES, of: 'particle ids or places' },
      ),
      [],
      'Particles held in place: ids from 0, "start" or "end".',
    ),
    overrides,
  },
  'a rope',
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
    ...surface,
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, QUAD_STIFFNESS.structural),
          shear: optional(familyConstant(), shearText, QUAD_STIFFNESS.shear),
        },
        'an object with structural and shear (N/m)',
      ),
      `${ofSurface} structural ${QUAD_STIFFNESS.structural}, shear ${QUAD_STIFFNESS.shear}.`,
      QUAD_STIFFNESS,
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
          error: 'a number from 1e-6 to 1e12 (N/m), or a list of them, one per spring',
        },
      ),
      1000,
      'Stiffness of every spring, N/m, or a list with one number per spring.',
    ),
    mass: optional(
      mass(),
      `Mass of the whole body, shared equally among its particles, kg. Default ${CLOTH_MASS}; not together with masses.`,
      CLOTH_MASS,
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

const TYPES = '"cloth", "rope", "quadMesh", "network"';
export const body = z.discriminatedUnion('type', [cloth, rope, quadMesh, network], {
  error: (issue) =>
    issue.code === 'invalid_union' ? `one of ${TYPES}` : `an object whose type is one of ${TYPES}`,
});

/** Any mesh of triangles as cloth. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, InputError, triangles as makeTriangles } from '../../engine/index.ts';
import { defaulted, list, number, object, oneOf, optional, pair, required, whole } from '../fields.ts';
import * as limits from '../limits.ts';
import { common, given, index, mass, point, vertices } from './common.ts';
import { type Checking, defineBody, type Material } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.triangles;
const { name, position, rotation, velocity, color, radius, material } = common('triangles');

const perMetre = () => number({ min: 1e-6, max: 1e9, unit: 'N/m' });

const membrane = z.union(
  [
    perMetre(),
    oneOf(['springs']),
    object({ springs: required(perMetre(), 'Of the material, N/m.') }, 'an object with springs (N/m)'),
    object(
      {
        warp: required(perMetre(), 'Along the warp, N/m.'),
        weft: optional(perMetre(), 'Across it, N/m. Default: as along the warp.'),
        shear: optional(
          number({ min: 0, max: 1e9, unit: 'N/m' }),
          'Against shear, N/m: half of the smaller of the two at most. Default: a tenth of the smaller.',
        ),
      },
      'an object with warp, weft and shear (N/m)',
    ),
  ],
  {
    error:
      'a number (N/m), an object with warp, weft and shear (N/m), "springs" or an object with springs (N/m)',
  },
);

const pin = z.union(
  [
    index(),
    oneOf(['borders']),
    object(
      {
        border: required(
          whole({ min: 0, max: limits.PARTICLES }),
          'Which border, the longest first, from 0.',
        ),
      },
      'an object with border',
    ),
    object(
      {
        min: required(point(), 'The least x, y and z, m.'),
        max: required(point(), 'The greatest x, y and z, m.'),
      },
      'an object with min and max',
    ),
  ],
  { error: 'a vertex id, "borders", an object with border, or a box with min and max (m)' },
);

const schema = object(
  {
    type: required(z.literal('triangles'), 'Any mesh of triangles, as cloth.'),
    ...{ name, position, rotation, velocity, color, radius, material },
    vertices: vertices(3),
    triangles: required(
      list(z.tuple([index(), index(), index()], { error: 'three vertex ids' }), {
        min: 1,
        max: limits.PARTICLES * 2,
        of: 'triangles, each three vertex ids',
      }),
      'Three vertex ids per triangle.',
    ),
    uvs: optional(
      list(pair(number({ min: -1e6, max: 1e6 }), 'two numbers [u, v]'), {
        max: limits.PARTICLES,
        of: 'pairs [u, v], one per vertex',
      }),
      'u and v per vertex. Default: none.',
    ),
    panel: optional(
      number({ min: 1e-6, max: 1e6, unit: 'm' }),
      'Metres to a unit of u and v: the rest shape is the panel that the uvs are. Default: the rest shape is that of the vertices.',
    ),
    density: optional(
      number({ min: 1e-9, max: 1e6, unit: 'kg/m²' }),
      `Mass of a square metre, kg/m². Default: the material's, or ${DEFAULTS.density} without a material.`,
      DEFAULTS.density,
    ),
    mass: optional(mass(), 'Mass of the whole body, kg, in place of a density. Default: none.'),
    membrane: defaulted(
      membrane,
      { ...DEFAULTS.membrane },
      'Stiffness of the triangles, N/m: along warp and weft and against shear, or a number for all directions; "springs", or springs with N/m: along the edges instead.',
    ),
    bending: defaulted(
      number({ min: 0, max: 1e9, unit: 'N m' }),
      DEFAULTS.bending,
      'Stiffness against folding across edges, N m. 0 for none.',
    ),
    grain: optional(
      z.union([number({ min: -360, max: 360, unit: 'degrees' }), point()], {
        error: 'degrees from the direction in which u grows, or a direction [x, y, z]',
      }),
      'Where the warp goes: degrees from the direction in which u grows, or a direction in space. Default: where u grows; without uvs along y.',
    ),
    weld: optional(
      number({ min: 0, max: 1e3, unit: 'm' }),
      "Up to which distance vertices are at one place and move as one, m. Default: a millionth of the mesh's size.",
    ),
    pins: defaulted(
      list(pin, { max: limits.PARTICLES, of: 'vertex ids, boxes or borders' }),
      [],
      'What is held in place: vertex ids from 0, boxes { min, max } before the body is placed, borders { border } by their place, longest first, or "borders" for all.',
    ),
  },
  'a mesh of triangles',
);

type Triangles = z.output<typeof schema>;

function make(body: Triangles, material: Material | undefined) {
  const { name, position, rotation, velocity, radius, material: touching, mass, density, ...rest } = body;
  const { type: _, color: __, ...mesh } = rest;
  return makeTriangles({
    ...given(mesh),
    ...{ name, position, rotation, velocity, radius, material: touching, mass },
    ...{ vertices: body.vertices, triangles: body.triangles },
    density: density ?? (mass === undefined ? material?.density : undefined),
  });
}

/** Turns an error of the engine into a fault of the field that it names: "name.field[3]". */
function check(body: Triangles, { checkId, find, material }: Checking): void {
  let isSound = true;
  for (const [t, triangle] of body.triangles.entries())
    for (const [corner, id] of triangle.entries()) {
      if (id < body.vertices.length) continue;
      checkId(id, ['triangles', t, corner]);
      isSound = false;
    }
  if (!isSound) return;
  try {
    make(body, material);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const parts = error.path.slice(body.name.length + 1).match(/\w+/g) ?? [];
    find(
      parts.map((part) => (/^\d/.test(part) ? Number(part) : part)),
      error.value,
      error.allowed,
    );
  }
}

export const triangles = defineBody({
  schema,
  needs: ['vertices', 'triangles'],
  places: ['borders'],
  namesVertices: true,
  count: ({ vertices }) => vertices.length,
  check,
  make,
});

/** Any mesh of quads. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, quadMesh as makeQuadMesh } from '../../engine/index.ts';
import { list, object, oneOf, optional, required } from '../fields.ts';
import * as limits from '../limits.ts';
import {
  common,
  distance,
  familyConstant,
  given,
  index,
  massOf,
  ofSurface,
  overrides,
  pinIds,
  shared,
  shearText,
  springConstant,
  structuralText,
  surface,
  triangleArea,
  vertices,
} from './common.ts';
import { type Checking, defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.quadMesh;

const schema = object(
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
    ...surface(DEFAULTS.mass),
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, DEFAULTS.stiffness.structural),
          shear: optional(familyConstant(), shearText, DEFAULTS.stiffness.shear),
        },
        'an object with structural and shear (N/m)',
      ),
      `${ofSurface} structural ${DEFAULTS.stiffness.structural}, shear ${DEFAULTS.stiffness.shear}.`,
      DEFAULTS.stiffness,
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

type QuadMesh = z.output<typeof schema>;

function checkQuads(body: QuadMesh, { checkId, find }: Checking): void {
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

/** Area in m², with each quad as two triangles. */
function areaOf({ vertices, quads }: QuadMesh): number {
  let area = 0;
  for (const [a, b, c, d] of quads) {
    area +=
      triangleArea(vertices[a], vertices[b], vertices[c]) +
      triangleArea(vertices[a], vertices[c], vertices[d]);
  }
  return area;
}

export const quadMesh = defineBody({
  schema,
  needs: ['vertices', 'quads'],
  checksColours: true,
  count: ({ vertices }) => vertices.length,
  complete: (body) =>
    body.material === undefined
      ? {
          ...body,
          mass: body.mass ?? DEFAULTS.mass,
          stiffness: { ...DEFAULTS.stiffness, ...given(body.stiffness) },
        }
      : body,
  check: checkQuads,
  make: (body, material) => {
    const { vertices, quads, colouring, pins } = body;
    // A material may also be used by cloths, which have bend springs; quad meshes have none.
    const { bend: _, ...families } = material?.stiffness ?? {};
    return makeQuadMesh({
      ...shared(body, material),
      vertices,
      quads,
      colouring,
      mass: massOf(body, material, areaOf(body)),
      stiffness: { ...families, ...given(body.stiffness) },
      pins,
    });
  },
});

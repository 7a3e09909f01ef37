/** The shapes of colliders, with the fields of each; engine/contact/shapes explains them. */
import * as z from 'zod/mini';
import { FUNNEL_THICKNESS, LIMITS, type SHAPE_NAMES } from '../engine/index.ts';
import { boolean, defaulted, list, number, pair, required, triple, vec3, whole } from './fields.ts';

const length = () => number({ min: 1e-6, max: 1e5, unit: 'm' });
const radius = required(length(), 'Its radius, m.');
const height = () => number({ min: -1e5, max: 1e5, unit: 'm' });
const size = () => triple(length(), 'three numbers [x, y, z] (m)');
/** A list with a number for every corner of a grid. */
const corners = (of: string, max: number) => list(height(), { min: 4, max, of });

const plane = { shape: required(z.literal('plane'), 'Everything below y = 0.') };

const sphere = { shape: required(z.literal('sphere'), 'A sphere.'), radius };

const box = {
  shape: required(z.literal('box'), 'A box.'),
  size: required(size(), 'Lengths along x, y and z, m.'),
};

const capsule = {
  shape: required(z.literal('capsule'), 'A cylinder along y with half a sphere at each end.'),
  radius,
  length: required(length(), 'Between the centres of its ends, m.'),
};

const cylinder = {
  shape: required(z.literal('cylinder'), 'A cylinder along y.'),
  radius,
  height: required(length(), 'Its height, m.'),
};

const cone = {
  shape: required(z.literal('cone'), 'A cone along y with its point up, or a frustum.'),
  radius: required(length(), 'Its radius at the bottom, m.'),
  height: required(length(), 'Its height, m; the middle of it is at its position.'),
  top: defaulted(
    number({ min: 0, max: 1e5, unit: 'm' }),
    0,
    'Its radius at the top, m. Default 0, which is a point.',
  ),
};

const wedge = {
  shape: required(z.literal('wedge'), 'A triangular prism along z, on its base, with an edge up.'),
  size: required(size(), 'Lengths along x, y and z, m; the middle of its box is at its position.'),
  ridge: defaulted(
    number({ min: -1, max: 1 }),
    0,
    'Where the upper edge is: -1 above the left end of the base, 0 above its middle, 1 above its right end.',
  ),
  cuts: defaulted(
    boolean(),
    false,
    'Whether the upper edge cuts what it goes through, and what comes on it.',
  ),
};

const torus = {
  shape: required(z.literal('torus'), 'A ring about y.'),
  radius: required(length(), 'Of the circle in the middle of the tube, m.'),
  tube: required(length(), 'Radius of the tube, m.'),
};

const funnel = {
  shape: required(
    z.literal('funnel'),
    'A wall about y whose middle has the radius e^(y/a), in m as y and a, open at both ends.',
  ),
  steepness: required(length(), 'a, m.'),
  bottom: required(height(), 'Height of the lower rim, m.'),
  top: required(height(), 'Height of the upper rim, m.'),
  thickness: defaulted(length(), FUNNEL_THICKNESS, 'Of the wall, m.'),
};

const heightfield = {
  shape: required(
    z.literal('heightfield'),
    'Ground: everything below a surface over a rectangle, with upright walls down from its borders.',
  ),
  size: required(pair(length(), 'two numbers [x, z] (m)'), 'Lengths along x and z, m.'),
  cells: required(
    pair(whole(LIMITS.heightfieldCells), 'two whole numbers [x, z]'),
    'Cells along x and z, two triangles each.',
  ),
  heights: required(
    corners('heights (m), one per corner', (LIMITS.heightfieldCells.max + 1) ** 2),
    'At the corners of the cells, m; x running fastest: one more each way than there are cells.',
  ),
};

const grid = {
  shape: required(
    z.literal('grid'),
    'What a signed distance on a grid describes, within the box of the grid.',
  ),
  size: required(size(), 'Lengths of the grid’s box along x, y and z, m.'),
  cells: required(
    triple(whole(LIMITS.gridCells), 'three whole numbers [x, y, z]'),
    'Cells along x, y and z.',
  ),
  distances: required(
    corners('distances (m), one per corner', LIMITS.gridCorners.max),
    'To the surface, m, negative inside; at the corners of the cells, x running fastest, then y.',
  ),
};

const vertexId = () => whole({ min: 0, max: 3 * LIMITS.meshTriangles.max - 1 });

const mesh = {
  shape: required(z.literal('mesh'), 'The inside of a closed mesh of triangles.'),
  vertices: required(
    list(vec3(1e5, 'm'), { min: 4, max: 3 * LIMITS.meshTriangles.max, of: 'points [x, y, z] (m)' }),
    'Its points [x, y, z], m.',
  ),
  triangles: required(
    list(triple(vertexId(), 'three vertex ids'), {
      ...LIMITS.meshTriangles,
      of: 'triangles, each three vertex ids',
    }),
    'Three vertex ids per triangle, anticlockwise seen from outside; every edge is one of two triangles.',
  ),
};

/** The shapes of the engine, by the value of the field `shape`. */
export const SHAPE_FIELDS = {
  plane,
  sphere,
  box,
  capsule,
  cylinder,
  cone,
  wedge,
  torus,
  funnel,
  heightfield,
  grid,
  mesh,
} satisfies Readonly<Record<(typeof SHAPE_NAMES)[number], { readonly shape: z.ZodMiniLiteral }>>;

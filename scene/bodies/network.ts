/** A body given by single particles and springs. */
import * as z from 'zod/mini';
import {
  allowedNumber,
  BODY_DEFAULTS,
  checkColouring,
  InputError,
  LIMITS,
  network as makeNetwork,
} from '../../engine/index.ts';
import { defaulted, list, object, optional, pair, required } from '../fields.ts';
import * as limits from '../limits.ts';
import {
  common,
  distance,
  index,
  mass,
  pinIds,
  restLength,
  SPRING,
  shared,
  springConstant,
  vertices,
} from './common.ts';
import { type Checking, defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.network;

const schema = object(
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
      DEFAULTS.stiffness,
      'Stiffness of every spring, N/m, or a list with one number per spring.',
    ),
    mass: optional(
      mass(),
      `Mass of the whole body, shared equally among its particles, kg. Default ${DEFAULTS.mass}; not together with masses.`,
      DEFAULTS.mass,
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

function checkNetwork(body: z.output<typeof schema>, { checkId, find }: Checking): void {
  const { vertices, springs, restLengths, stiffness, masses, triangles } = body;
  for (const [index, [i, j]] of springs.entries()) {
    checkId(i, ['springs', index, 0]);
    checkId(j, ['springs', index, 1]);
    if (i === j) find(['springs', index], [i, j], 'two different vertex ids');
    else if (restLengths === undefined && i < vertices.length && j < vertices.length) {
      if (distance(vertices[i], vertices[j]) < limits.SHORTEST) {
        find(['springs', index], [i, j], `vertices ${limits.SHORTEST} m apart or more, or else restLengths`);
      }
    }
  }
  checkTwins(springs, vertices.length, find);
  checkColours(body, find);
  for (const [index, triangle] of triangles.entries()) {
    for (const [corner, id] of triangle.entries()) checkId(id, ['triangles', index, corner]);
  }
  const checkLength = (name: string, given: unknown, wanted: number, each: string) => {
    if (Array.isArray(given) && given.length !== wanted) {
      find([name], given, `a list of ${wanted}, one per ${each} (it has ${given.length})`);
    }
  };
  checkLength('restLengths', restLengths, springs.length, 'spring');
  checkLength('stiffness', stiffness, springs.length, 'spring');
  checkLength('masses', masses, vertices.length, 'vertex');
  if (body.mass !== undefined && masses !== undefined)
    find(['mass'], body.mass, 'either mass or masses, not both');
}

/** Two springs between the same vertices act like one of twice the stiffness, which is probably a mistake. */
function checkTwins(
  springs: readonly (readonly [number, number])[],
  count: number,
  find: Checking['find'],
): void {
  const keyOf = ([i, j]: readonly [number, number]) => Math.min(i, j) * count + Math.max(i, j);
  const isSpring = ([i, j]: readonly [number, number]) => i !== j && i < count && j < count;
  // Sorted, since a map does not hold as many springs as a scene may.
  const keys = Float64Array.from(springs, keyOf).sort();
  const twice = new Set(keys.filter((key, k) => k > 0 && key === keys[k - 1]));
  const first = new Map<number, number>();
  if (twice.size === 0) return;
  for (const [index, ends] of springs.entries()) {
    const key = keyOf(ends);
    if (!isSpring(ends) || !twice.has(key)) continue;
    const other = first.get(key);
    if (other === undefined) first.set(key, index);
    else find(['springs', index], ends, `one spring between two vertices (springs[${other}] joins them too)`);
  }
}

/** A particle with more springs than there are colours may need more colours than there are. */
function checkColours({ vertices, springs }: z.output<typeof schema>, find: Checking['find']): void {
  const degrees = new Uint32Array(vertices.length);
  if (springs.some(([i, j]) => i === j || Math.max(i, j) >= vertices.length)) return;
  for (const ends of springs) for (const id of ends) degrees[id]++;
  if (degrees.every((degree) => degree < LIMITS.colours.max)) return;
  try {
    checkColouring(makeNetwork({ vertices, springs, restLengths: springs.map(() => 1) }));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    find(['springs'], error.value, error.allowed);
  }
}

export const network = defineBody({
  schema,
  needs: ['vertices', 'springs'],
  count: ({ vertices }) => vertices.length,
  complete: (body) => (body.masses === undefined ? { ...body, mass: body.mass ?? DEFAULTS.mass } : body),
  check: checkNetwork,
  make: (body, material) => {
    const { vertices, springs, restLengths, stiffness, mass, masses, triangles, pins } = body;
    const own = { vertices, springs, restLengths, stiffness, mass, masses, triangles, pins };
    return makeNetwork({ ...shared(body, material), ...own });
  },
});

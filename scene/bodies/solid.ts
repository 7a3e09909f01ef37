/** A soft body filled with tetrahedra. */
import * as z from 'zod/mini';
import {
  BODY_DEFAULTS,
  InputError,
  LIMITS,
  solid as makeSolid,
  SOLID_PLACES,
  SOLID_SHAPES,
  solidParticles,
  solidPins,
} from '../../engine/index.ts';
import { defaulted, number, object, oneOf, required, triple, whole } from '../fields.ts';
import * as limits from '../limits.ts';
import { checkSpacing, common, mass, overrides, pinsAt, shared, springConstant } from './common.ts';
import { type Checking, defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.solid;

const schema = object(
  {
    type: required(z.literal('solid'), 'A soft body filled with tetrahedra, centred at its position.'),
    ...common('solid'),
    particles: defaulted(
      triple(whole(LIMITS.solidSide), 'three whole numbers [x, y, z]'),
      [...DEFAULTS.particles],
      'Particles of the lattice along x, y and z, before it is cut to the shape. Ids count those of the shape, x fastest.',
    ),
    size: defaulted(
      triple(number({ min: 1e-3, max: 1e4, unit: 'm' }), 'three numbers [x, y, z] (m)'),
      [...DEFAULTS.size],
      'Lengths along x, y and z at rest, m.',
    ),
    shape: defaulted(
      oneOf(SOLID_SHAPES),
      DEFAULTS.shape,
      'What is cut out of the lattice, as large as the size. Cylinder and torus go round the y axis.',
    ),
    mass: defaulted(
      mass(),
      DEFAULTS.mass,
      'Mass of the whole body, kg. Particles have their share by the volume around them.',
    ),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(
            springConstant(),
            DEFAULTS.stiffness.structural,
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

type Solid = z.output<typeof schema>;

const latticeCount = ({ particles: [x, y, z] }: Solid) => x * y * z;

/** By shape, size and lattice: to cut one takes as long as it is large, and checks ask several times. */
const counts = new Map<string, number>();
const MOST_KEPT = 1000;

function cutCount({ name, particles, size, shape }: Solid): number {
  const key = [particles, size, shape].join();
  const known = counts.get(key);
  if (known !== undefined) return known;
  const count = solidParticles({ name, particles, size, shape });
  if (counts.size >= MOST_KEPT) counts.clear();
  counts.set(key, count);
  return count;
}

/** For a solid that cannot be cut to its shape, the whole lattice; checkSolid reports the fault. */
function countOf(body: Solid): number {
  if (latticeCount(body) > limits.PARTICLES) return latticeCount(body);
  try {
    return cutCount(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return latticeCount(body);
  }
}

function checkSolid(body: Solid, { find }: Checking): void {
  const { name, particles, size, shape, pins } = body;
  for (const axis of [0, 1, 2]) {
    checkSpacing(size[axis] / (particles[axis] - 1), ['size', axis], size[axis], find);
  }
  for (const [index, pin] of pins.entries()) {
    if (shape !== 'box' && typeof pin === 'string' && pin.includes('-'))
      find(['pins', index], pin, 'a particle id or a side, such as "top"; only a box has corners');
  }
  if (latticeCount(body) > limits.PARTICLES) {
    find(['particles'], particles, `at most ${limits.PARTICLES} particles, x times y times z`);
    return;
  }
  try {
    cutCount(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The engine's error names the field: "name.field".
    find([error.path.slice(name.length + 1)], error.value, error.allowed);
  }
}

export const solid = defineBody({
  schema,
  needs: ['particles', 'size', 'shape'],
  places: SOLID_PLACES,
  count: countOf,
  check: checkSolid,
  pinned: ({ name, particles, size, shape, pins }) => solidPins({ name, particles, size, shape, pins }),
  make: (body, material) => {
    const { particles, size, shape, mass, stiffness, pins } = body;
    return makeSolid({ ...shared(body, material), particles, size, shape, mass, stiffness, pins });
  },
});

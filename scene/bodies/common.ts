/** Fields common to bodies: masses, springs, placement, overrides of single particles and springs; and materials. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, LIMITS, type Vec3 } from '../../engine/index.ts';
import { meeting } from '../colliders.ts';
import type { Path } from '../errors.ts';
import {
  colour,
  defaulted,
  list,
  number,
  object,
  oneOf,
  optional,
  pair,
  quoted,
  required,
  text,
  vec3,
  whole,
} from '../fields.ts';
import * as limits from '../limits.ts';

/** The default of a material: cloth. */
const CLOTH = BODY_DEFAULTS.cloth;

const COLOUR = '#ff5e55';

export const mass = () => number({ min: 1e-9, max: 1e9, unit: 'kg' });
export const restLength = () => number({ min: limits.SHORTEST, max: 1e5, unit: 'm' });
/** A spring that is there, and a family of springs that 0 leaves out. */
export const SPRING = { min: 1e-6, max: 1e12, unit: 'N/m' };
export const springConstant = () => number(SPRING);
export const familyConstant = () => number({ ...SPRING, min: 0 });
export const index = () => whole({ min: 0, max: limits.PARTICLES - 1 });
export const point = () => vec3(1e5, 'm');
export const velocity = () => vec3(1e5, 'm/s');

export const structuralText = 'Stiffness along the edges, N/m.';
export const shearText = 'Stiffness of the diagonals of every quad, N/m. 0 leaves these springs out.';
export const bendText =
  'Stiffness between particles i and i+2 along a line, N/m. 0 leaves these springs out.';

const strengthText =
  'A spring tears when it is longer than its rest length by this factor: 1.5 for half as long again. Default: never.';

export const material = object(
  {
    density: defaulted(number({ min: 1e-9, max: 1e6, unit: 'kg/m²' }), 0.2, 'Mass of a square metre, kg/m².'),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(springConstant(), CLOTH.stiffness.structural, structuralText),
          shear: defaulted(familyConstant(), CLOTH.stiffness.shear, shearText),
          bend: defaulted(familyConstant(), CLOTH.stiffness.bend, `${bendText} Cloths only.`),
        },
        'an object with structural, shear and bend (N/m)',
      ),
      {},
      'Stiffness of the springs, N/m.',
    ),
    strength: optional(number({ min: 1.000001, max: LIMITS.strength.max }), strengthText),
    ...meeting,
  },
  'a material: an object with density, stiffness, strength, friction and restitution',
);

/** Fields of every body. */
export const common = (type: string) => ({
  name: defaulted(text(200), type, `What the body is called in messages and statistics. Default "${type}".`),
  position: defaulted(
    point(),
    [0, 0, 0],
    'Where the centre of the body is, or the origin of its vertices, m.',
  ),
  rotation: defaulted(
    vec3(36000, 'degrees'),
    [0, 0, 0],
    'Turn about the x, then the y, then the z axis, degrees; before the body is moved to its position.',
  ),
  velocity: defaulted(velocity(), [0, 0, 0], 'Velocity of every particle at the start, m/s.'),
  color: defaulted(colour(), COLOUR, 'Colour, "#rrggbb".'),
  radius: optional(
    number({ min: 0, max: 1e4, unit: 'm' }),
    'How near other things may come to its particles, m. Default: half the spacing, the mean length of the shortest spring at each particle.',
  ),
  material: optional(
    text(200),
    'Name of one of the materials: its friction, restitution and strength. Default: friction and restitution of the material "default".',
  ),
  strength: optional(number({ min: 1.000001, max: LIMITS.strength.max }), strengthText),
  strengthSpread: defaulted(
    number(LIMITS.strengthSpread),
    BODY_DEFAULTS.tearing.strengthSpread,
    'Share by which the stretch at which a spring tears differs from spring to spring, at most, up or down.',
  ),
  seed: defaulted(
    whole(LIMITS.seed),
    BODY_DEFAULTS.tearing.seed,
    'Of these differences: the same seed, the same tear.',
  ),
});

export const overrides = optional(
  object(
    {
      particles: defaulted(
        list(
          object(
            {
              id: required(index(), 'Which particle of this body, from 0.'),
              mass: required(mass(), 'Its mass, kg.'),
            },
            'an object with id and mass',
          ),
          { max: limits.PARTICLES, of: 'objects with id and mass' },
        ),
        [],
        'Particles with a mass of their own.',
      ),
      springs: defaulted(
        list(
          object(
            {
              between: required(pair(index(), 'two particle ids'), 'The two particles the spring joins.'),
              restLength: optional(restLength(), 'Its length at rest, m. Default: as the body has it.'),
              stiffness: optional(springConstant(), 'Its stiffness, N/m. Default: as the body has it.'),
            },
            'an object with between, restLength and stiffness',
          ),
          { max: limits.SPRINGS, of: 'objects with between, restLength and stiffness' },
        ),
        [],
        'Springs with a rest length or stiffness of their own.',
      ),
    },
    'an object with particles and springs',
  ),
  'Single particles and springs that differ from the rest of the body. Default: none.',
);

/** Mass and stiffness of a surface: its own fields, else those of its material. */
export const surface = (kilograms: number) => ({
  material: optional(
    text(200),
    'Name of one of the materials: it gives the mass (density times area), the stiffness, friction and restitution. Default: none.',
  ),
  mass: optional(
    mass(),
    `Mass of the whole body, shared equally among its particles, kg. Default: the material's density times the area, or ${kilograms} without a material.`,
    kilograms,
  ),
});

export const ofSurface =
  'Stiffness of the springs, N/m. What is left out comes from the material, or else is';

/** The fields that are not undefined: spread over defaults, an undefined field would hide its default. */
export function given<T extends object>(fields: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** Particles by id, or by a place name of the body type. */
export const pinsAt = <const T extends readonly string[]>(places: T) =>
  list(z.union([index(), oneOf(places)], { error: `a particle id from 0, or one of ${quoted(places)}` }), {
    max: limits.PARTICLES,
    of: 'particle ids or places',
  });

export const pinIds = defaulted(
  list(index(), { max: limits.PARTICLES, of: 'particle ids' }),
  [],
  'Particles held in place, by id, from 0.',
);

export const vertices = (least: number) =>
  required(
    list(point(), { min: least, max: limits.PARTICLES, of: 'points [x, y, z] (m)' }),
    'One point [x, y, z] per particle, m.',
  );

type Material = z.output<typeof material>;
type Fields = ReturnType<typeof common>;
type Common = Pick<z.output<z.ZodMiniObject<Fields>>, Exclude<keyof Fields, 'color'>>;

/** Options common to bodies with springs, as the engine takes them: placement, contact, tearing. */
export const shared = (body: Common, from: Material | undefined) => {
  const {
    name,
    position,
    rotation,
    velocity: speed,
    radius,
    material: touching,
    strengthSpread,
    seed,
  } = body;
  const strength = body.strength ?? from?.strength;
  const tearing = { strength, strengthSpread, seed };
  return { name, position, rotation, velocity: speed, radius, material: touching, ...tearing };
};

/** The mass of a surface: its own, else by the density of its material, else the engine's default. */
export const massOf = (
  body: { readonly mass?: number },
  from: Material | undefined,
  area: number,
): number | undefined => body.mass ?? (from && from.density * area);

export function triangleArea(a: Vec3, b: Vec3, c: Vec3): number {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
}

export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

type Find = (path: Path, value: unknown, allowed: string) => void;

/** Reports particles that are too close to each other. */
export function checkSpacing(spacing: number, path: Path, value: unknown, find: Find): void {
  if (spacing < limits.SHORTEST)
    find(path, value, `a length that keeps particles ${limits.SHORTEST} m apart (they are ${spacing})`);
}

/** A rectangular cloth. */
import * as z from 'zod/mini';
import {
  BODY_DEFAULTS,
  CLOTH_PLACES,
  clothPins,
  LIMITS,
  cloth as makeCloth,
  splittable,
} from '../../engine/index.ts';
import { boolean, defaulted, number, object, optional, pair, required, whole } from '../fields.ts';
import * as limits from '../limits.ts';
import {
  bendText,
  checkSpacing,
  common,
  familyConstant,
  given,
  massOf,
  ofSurface,
  overrides,
  pinsAt,
  shared,
  shearText,
  springConstant,
  structuralText,
  surface,
} from './common.ts';
import { defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.cloth;

const schema = object(
  {
    type: required(z.literal('cloth'), 'A rectangular cloth. It lies in the x-y plane, row 0 at the top.'),
    ...common('cloth'),
    particles: defaulted(
      pair(whole(LIMITS.clothSide), 'two whole numbers [columns, rows]'),
      [...DEFAULTS.particles],
      "Particles across and down. A particle's id is row * columns + column.",
    ),
    size: defaulted(
      pair(number({ min: 1e-3, max: 1e4, unit: 'm' }), 'two numbers [width, height] (m)'),
      [...DEFAULTS.size],
      'Width and height at rest, m.',
    ),
    stretch: defaulted(
      number({ min: 1e-3, max: 1e3 }),
      DEFAULTS.stretch,
      'The cloth starts this many times as large as its size. Rest lengths and mass follow the size, not the stretch.',
    ),
    ...surface(DEFAULTS.mass),
    stiffness: optional(
      object(
        {
          structural: optional(springConstant(), structuralText, DEFAULTS.stiffness.structural),
          shear: optional(familyConstant(), shearText, DEFAULTS.stiffness.shear),
          bend: optional(familyConstant(), bendText, DEFAULTS.stiffness.bend),
        },
        'an object with structural, shear and bend (N/m)',
      ),
      `${ofSurface} structural ${DEFAULTS.stiffness.structural}, shear ${DEFAULTS.stiffness.shear}, bend ${DEFAULTS.stiffness.bend}.`,
      DEFAULTS.stiffness,
    ),
    diagonals: defaulted(
      z.literal([1, 2], { error: '1 or 2' }),
      DEFAULTS.diagonals,
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

export const cloth = defineBody({
  schema,
  needs: ['particles', 'size'],
  places: CLOTH_PLACES,
  count: ({ particles: [columns, rows] }) => columns * rows,
  complete: (body) =>
    body.material === undefined
      ? {
          ...body,
          mass: body.mass ?? DEFAULTS.mass,
          stiffness: { ...DEFAULTS.stiffness, ...given(body.stiffness) },
        }
      : body,
  check: ({ particles, size, split, strength }, { find, material }) => {
    if (particles[0] * particles[1] > limits.PARTICLES)
      find(['particles'], particles, `at most ${limits.PARTICLES} particles, columns times rows`);
    for (const axis of [0, 1])
      checkSpacing(size[axis] / (particles[axis] - 1), ['size', axis], size[axis], find);
    if (split && strength === undefined && material?.strength === undefined)
      find(['split'], true, 'false where the cloth has no strength: it does not tear');
  },
  pinned: ({ name, particles: [columns, rows], pins }) => clothPins([columns, rows], pins, name),
  make: (body, material) => {
    const { particles, size, stretch, diagonals, pins } = body;
    return makeCloth({
      ...shared(body, material),
      particles,
      size,
      stretch,
      mass: massOf(body, material, size[0] * size[1]),
      stiffness: { ...material?.stiffness, ...given(body.stiffness) },
      diagonals,
      pins,
    });
  },
  finish: (made, { split }) => (split ? splittable(made) : made),
});

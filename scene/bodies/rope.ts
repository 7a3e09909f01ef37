/** A rope. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, LIMITS, rope as makeRope, ROPE_PLACES } from '../../engine/index.ts';
import { defaulted, number, object, required, whole } from '../fields.ts';
import {
  bendText,
  checkSpacing,
  common,
  familyConstant,
  mass,
  overrides,
  pinsAt,
  shared,
  springConstant,
} from './common.ts';
import { defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.rope;

const schema = object(
  {
    type: required(z.literal('rope'), 'A rope. It starts at its position and runs along the x axis.'),
    ...common('rope'),
    particles: defaulted(whole(LIMITS.ropeParticles), DEFAULTS.particles, 'Number of particles.'),
    length: defaulted(number({ min: 1e-3, max: 1e4, unit: 'm' }), DEFAULTS.length, 'Length at rest, m.'),
    mass: defaulted(mass(), DEFAULTS.mass, 'Mass of the whole rope, shared equally among its particles, kg.'),
    stiffness: defaulted(
      object(
        {
          structural: defaulted(
            springConstant(),
            DEFAULTS.stiffness.structural,
            'Stiffness between neighbours, N/m.',
          ),
          bend: defaulted(familyConstant(), DEFAULTS.stiffness.bend, bendText),
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

export const rope = defineBody({
  schema,
  needs: ['particles', 'length'],
  places: ROPE_PLACES,
  count: ({ particles }) => particles,
  check: ({ length, particles }, { find }) =>
    checkSpacing(length / (particles - 1), ['length'], length, find),
  make: (body, material) => {
    const { particles, length, mass, stiffness, pins } = body;
    return makeRope({ ...shared(body, material), particles, length, mass, stiffness, pins });
  },
});

/** Balls: particles with a size, without springs. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, LIMITS, balls as makeBalls } from '../../engine/index.ts';
import { defaulted, list, number, object, optional, required } from '../fields.ts';
import { common, mass, point, velocity } from './common.ts';
import { defineBody } from './kind.ts';

const DEFAULTS = BODY_DEFAULTS.balls;
const shown = common('balls');

const schema = object(
  {
    type: required(
      z.literal('balls'),
      'Balls that fall, push and are pushed back: particles with a size, without springs. They don’t spin.',
    ),
    name: shown.name,
    centres: required(
      list(point(), { min: 1, max: LIMITS.balls.max, of: 'points [x, y, z] (m)' }),
      'Where each ball is, m.',
    ),
    radius: defaulted(number({ min: 1e-6, max: 1e4, unit: 'm' }), DEFAULTS.radius, 'Of every ball, m.'),
    mass: defaulted(mass(), DEFAULTS.mass, 'Of one ball, kg.'),
    velocity: defaulted(velocity(), [0, 0, 0], 'Of every ball at the start, m/s.'),
    velocities: optional(
      list(velocity(), { max: LIMITS.balls.max, of: 'velocities [x, y, z] (m/s), one per ball' }),
      'Of each ball at the start, m/s. Default: all have the same velocity.',
    ),
    color: shown.color,
    material: shown.material,
  },
  'balls',
);

export const balls = defineBody({
  schema,
  needs: ['centres'],
  count: ({ centres }) => centres.length,
  check: ({ centres, velocities }, { find }) => {
    if (velocities === undefined || velocities.length === centres.length) return;
    find(
      ['velocities'],
      velocities,
      `a list of ${centres.length}, one per ball (it has ${velocities.length})`,
    );
  },
  make: ({ type: _, color: __, ...options }) => makeBalls(options),
});

/** Balls to be shot. */
import * as z from 'zod/mini';
import { BODY_DEFAULTS, LIMITS, magazine as makeMagazine } from '../../engine/index.ts';
import { defaulted, number, object, required, whole } from '../fields.ts';
import { common, mass } from './common.ts';
import { defineBody } from './kind.ts';

const shown = common('magazine');

const schema = object(
  {
    type: required(
      z.literal('magazine'),
      'Balls that wait, out of sight and without moving, until the studio or a program shoots them.',
    ),
    name: shown.name,
    count: defaulted(whole(LIMITS.balls), BODY_DEFAULTS.magazine.count, 'How many.'),
    radius: defaulted(
      number({ min: 1e-6, max: 1e4, unit: 'm' }),
      BODY_DEFAULTS.balls.radius,
      'Of every ball, m.',
    ),
    mass: defaulted(mass(), BODY_DEFAULTS.balls.mass, 'Of one ball, kg.'),
    color: shown.color,
    material: shown.material,
  },
  'a magazine',
);

export const magazine = defineBody({
  schema,
  needs: [],
  count: ({ count }) => count,
  make: ({ type: _, color: __, ...options }) => makeMagazine(options),
});

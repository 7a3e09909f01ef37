/** Wind and scripted drags. */
import { GRAB_KINDS, GUST_ENVELOPES, WIND_DEFAULTS, WIND_LIMITS } from '../engine/index.ts';
import { defaulted, list, number, object, oneOf, optional, required, text, vec3, whole } from './fields.ts';
import * as limits from './limits.ts';

const { speed, density, duration, start } = WIND_LIMITS;

const gust = object(
  {
    start: defaulted(number(start), 0, 'When it begins, s.'),
    direction: required(vec3(1e5, 'm'), 'Where the air goes; only the direction counts.'),
    strength: required(number(speed), 'Speed of the air at its height, m/s; it adds to the wind there is.'),
    duration: defaulted(number(duration), WIND_DEFAULTS.duration, 'How long it lasts, s.'),
    envelope: defaulted(
      oneOf(GUST_ENVELOPES as [(typeof GUST_ENVELOPES)[number]]),
      WIND_DEFAULTS.envelope,
      'How it comes and goes over its time τ from 0 to 1: "smooth" as sin² πτ, "sudden" evenly, "fading" as (1 − τ)².',
    ),
  },
  'an object with start, direction, strength, duration and envelope',
);

export const wind = object(
  {
    velocity: defaulted(vec3(speed.max, 'm/s'), [0, 0, 0], 'Of the steady wind, m/s.'),
    density: defaulted(number(density), WIND_DEFAULTS.density, 'Of the air, kg/m³.'),
    gusts: defaulted(list(gust, { max: 1000, of: 'gusts' }), [], 'Gusts on top of it.'),
  },
  'an object with velocity, density and gusts',
);

const place = object(
  {
    time: required(number(start), 'When, s; later than the one before.'),
    position: required(vec3(1e5, 'm'), 'Where the hand is then, m.'),
  },
  'an object with time and position',
);

export const drag = object(
  {
    body: required(text(200), 'Name of the body.'),
    particle: required(whole({ min: 0, max: limits.PARTICLES - 1 }), 'Its particle, by id.'),
    kind: defaulted(
      oneOf(GRAB_KINDS),
      'spring',
      '"spring" pulls it with a force, "hard" has it wherever the hand is.',
    ),
    stiffness: optional(
      number({ above: 0, max: 1e12, unit: 'N/m' }),
      "Of the spring, N/m. Default: 400 times the body's mass in kg.",
    ),
    damping: optional(
      number({ min: 0, max: 1e12, unit: 'N s/m' }),
      "Of a dashpot beside the spring, N s/m. Default: the root of stiffness times the body's mass.",
    ),
    radius: optional(
      number({ min: 0, max: 1e4, unit: 'm' }),
      'How far around it particles are pinched with it by a spring, m, as they lie at the start. Default 0: it alone.',
    ),
    path: required(
      list(place, { min: 2, max: 10_000, of: 'places of the hand' }),
      'The hand takes the particle at the first time, goes straight from place to place and lets go after the last.',
    ),
  },
  'an object with body, particle, kind, stiffness, damping, radius and path',
);

export const drags = list(drag, { max: 16, of: 'drags' });

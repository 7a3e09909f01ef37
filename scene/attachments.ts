/** Attachments of particles: to a collider, a rail, a plane, or particles of another body. */
import * as z from 'zod/mini';
import { SNAPS } from '../engine/index.ts';
import { index, point } from './bodies/common.ts';
import { BODY_KINDS } from './bodies/index.ts';
import { defaulted, list, number, object, oneOf, optional, required, text, vec3, whole } from './fields.ts';
import * as limits from './limits.ts';

/** Place names of all body types. check-attachments.ts checks them against the type of the body. */
const PLACES = [...new Set(Object.values(BODY_KINDS).flatMap(({ places = [] }) => places))];

const which = () =>
  z.union([text(200), whole({ min: 0, max: limits.BODIES - 1 })], { error: 'a name, or a number from 0' });

const chosen = () =>
  list(z.union([index(), oneOf(PLACES)], { error: 'a particle id from 0, or a place such as "top"' }), {
    min: 1,
    max: limits.PARTICLES,
    of: 'particle ids or places',
  });

const bodyText = 'Name or number of a body.';
const chosenText =
  'Which particles of it: ids from 0, or places as in pins ("top" of a cloth, "end" of a rope).';
const every = () =>
  defaulted(
    whole({ min: 1, max: limits.PARTICLES }),
    1,
    'Of these only one in so many, from the first on; and the last.',
  );

export const attachment = object(
  {
    name: optional(text(200), 'For code that releases it. Default: none.'),
    body: required(which(), bodyText),
    particles: required(chosen(), chosenText),
    every: every(),
    collider: optional(
      which(),
      'Name or number of a collider that carries the particles along. Beside a rail or a plane: what carries that. Default: none.',
    ),
    snap: defaulted(
      oneOf(SNAPS),
      'none',
      'With a collider alone: particles keep their place on it ("none"), or go to the nearest of its "surface" or to the nearest "vertex" of its mesh.',
    ),
    rail: optional(
      list(point(), { min: 2, max: 10_000, of: 'points [x, y, z] (m)' }),
      'Points of a chain of straight pieces that the particles slide on, m; in the frame of the collider, if there is one. Default: none.',
    ),
    spacing: defaulted(
      number({ min: 0, max: 1e4, unit: 'm' }),
      0,
      'How near two particles on the rail may come, which keep their order then, m. 0: they pass each other.',
    ),
    friction: defaulted(
      number({ min: 0, max: 100 }),
      0,
      "Coulomb's μ on the rail or the plane, at rest and sliding: with tan θ < μ a ring stays where it is on an incline of θ.",
    ),
    stops: optional(
      chosen(),
      'With a spacing: other particles of the body, pinned or attached, that those on the rail do not pass. Default: none.',
    ),
    plane: optional(
      object(
        {
          point: required(point(), 'Any point of it, m.'),
          normal: required(vec3(1e5, 'm'), 'A vector at right angles to it, of any length.'),
        },
        'an object with point and normal',
      ),
      'A plane that the particles slide on; in the frame of the collider, if there is one. Default: none.',
    ),
    with: optional(
      object(
        { body: required(which(), bodyText), particles: required(chosen(), chosenText), every: every() },
        'an object with body, particles and every',
      ),
      'Particles to weld them to, as many, one to one, as far apart as they are. Default: none.',
    ),
  },
  'an attachment: an object with body, particles and one of collider, rail, plane and with',
);

export const attachments = list(attachment, { max: limits.BODIES, of: 'attachments' });

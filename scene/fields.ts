/**
 * The building blocks of the schema. The error message of each is the text of the allowed values, which errors.ts puts
 * into the message for a refused value. `zod/mini` makes a bundle a third of
 * the size of `zod`, and never compiles code, which a page's content security policy may forbid.
 */
import * as z from 'zod/mini';
import { allowedNumber, type Bounds } from '../engine/index.ts';

function limited<T extends z.ZodMiniNumber>(schema: T, bounds: Bounds, error: string): T {
  const { min, max, above, below } = bounds;
  const checks = [
    min === undefined ? undefined : z.minimum(min, { error }),
    max === undefined ? undefined : z.maximum(max, { error }),
    above === undefined ? undefined : z.gt(above, { error }),
    below === undefined ? undefined : z.lt(below, { error }),
  ].filter((check) => check !== undefined);
  return checks.length === 0 ? schema : schema.check(...checks);
}

/** A finite number. */
export function number(bounds: Bounds) {
  const error = allowedNumber(bounds);
  return limited(z.number({ error }), bounds, error);
}

/** A whole number. */
export function whole(bounds: Bounds) {
  const error = allowedNumber({ ...bounds, integer: true });
  return limited(z.int({ error }), bounds, error);
}

export const text = (maxLength: number) => {
  const error = `a text of at most ${maxLength} characters`;
  return z.string({ error }).check(z.maxLength(maxLength, { error }));
};

export const boolean = () => z.boolean({ error: 'true or false' });

/** The words as they are written in JSON: "top", "left". */
export const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');

export function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `one of ${quoted(values)}` });
}

/** [x, y, z], each within the bounds. */
export function vector(bounds: Bounds) {
  const part = number(bounds);
  return z.tuple([part, part, part], { error: `three numbers [x, y, z] (${bounds.unit})` });
}

/** [x, y, z], each at most `limit` away from 0. */
export function vec3(limit: number, unit: string) {
  return vector({ min: -limit, max: limit, unit });
}

export function pair<T extends z.core.SomeType>(item: T, allowed: string) {
  return z.tuple([item, item], { error: allowed });
}

export function triple<T extends z.core.SomeType>(item: T, allowed: string) {
  return z.tuple([item, item, item], { error: allowed });
}

export interface ListOptions {
  readonly min?: number;
  readonly max: number;
  /** The name of its items, for messages. */
  readonly of: string;
}

export function list<T extends z.core.SomeType>(item: T, { min = 0, max, of }: ListOptions) {
  const count = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const error = `a list of ${count} ${of}`;
  return z.array(item, { error }).check(z.minLength(min, { error }), z.maxLength(max, { error }));
}

/** "#rrggbb". */
export const colour = () => {
  const error = 'a colour "#rrggbb", such as "#ff5e55"';
  return z.string({ error }).check(z.regex(/^#[0-9a-fA-F]{6}$/, { error }));
};

/**
 * An object that refuses unknown fields. For those, zod's message is the list of known fields;
 * errors.ts turns it into a suggestion.
 */
export function object<const T extends z.core.$ZodLooseShape>(shape: T, allowed: string) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(',') : allowed),
  });
}

/** An object that may have more fields than these. */
export function looseObject<const T extends z.core.$ZodLooseShape>(shape: T, allowed: string) {
  return z.looseObject(shape, { error: allowed });
}

/** A required field. */
export const required = <T extends z.ZodMiniType>(schema: T, description: string): T =>
  schema.check(z.describe(description));

/** An optional field. `assumed` is the default that editors show if code, not the schema, fills it in. */
export function optional<T extends z.core.SomeType>(schema: T, description: string, assumed?: unknown) {
  return z
    .optional(schema)
    .check(z.meta({ description, ...(assumed === undefined ? {} : { default: assumed }) }));
}

/** A field with a default, given as it is written in a file. */
export function defaulted<T extends z.core.SomeType>(schema: T, value: z.input<T>, description: string) {
  return z.prefault(schema, value).check(z.describe(description));
}

/** For its type only: the input type of this schema. */
export const inputOf = <T extends z.core.SomeType>(_schema: T) => undefined as z.input<T>;

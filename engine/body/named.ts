/** What the options of all bodies have in common: the fields that are known, and a name. */
import { InputError } from '../errors.ts';
import { demandFields, type FieldsOf } from '../options.ts';
import type { Placement, Touching } from './body.ts';
import type { Tearable } from './strength.ts';

export const PLACEMENT: FieldsOf<Placement> = { position: true, rotation: true, velocity: true };
export const TOUCHING: FieldsOf<Touching> = { radius: true, material: true };
export const TEARABLE: FieldsOf<Tearable> = { strength: true, strengthSpread: true, seed: true };

/** The body's name, with which the paths of its errors begin; refuses fields that its kind of body does not have. */
export function named<T extends { readonly name?: string }>(
  kind: string,
  options: T,
  fields: FieldsOf<T>,
): string {
  const { name = kind } = (options ?? {}) as T;
  if (typeof name !== 'string') throw new InputError(`${kind}.name`, name, 'a text');
  demandFields(name, options, fields);
  return name;
}

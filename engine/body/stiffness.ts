import { InputError, number } from '../errors.ts';
import type { SpringStiffness } from './body.ts';

type Family = keyof SpringStiffness;

/**
 * N/m of every family of springs that the body has: those of `defaults`. A number means structural springs only, as in
 * the papers; of an object, what is left out is the default. A family the body doesn't have is refused.
 */
export function stiffnessOf<F extends Family>(
  path: string,
  given: number | Partial<Pick<SpringStiffness, F>> | undefined,
  defaults: Pick<SpringStiffness, F>,
): Pick<SpringStiffness, F> {
  const families = Object.keys(defaults) as F[];
  if (typeof given === 'number') {
    number(path, given, { above: 0, unit: 'N/m' });
    const entries = families.map((family) => [family, family === 'structural' ? given : 0]);
    return Object.fromEntries(entries) as Pick<SpringStiffness, F>;
  }
  const fields: Partial<Record<string, unknown>> = given ?? {};
  if (typeof fields !== 'object') {
    throw new InputError(path, given, `a number or an object with ${families.join(', ')} (N/m)`);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && !(name in defaults))
      throw new InputError(`${path}.${name}`, value, `only ${families.join(' and ')} here`);
  }
  const entries = families.map((family) => {
    const bounds = family === 'structural' ? { above: 0, unit: 'N/m' } : { min: 0, unit: 'N/m' };
    return [family, number(`${path}.${family}`, fields[family] ?? defaults[family], bounds)];
  });
  return Object.fromEntries(entries) as Pick<SpringStiffness, F>;
}

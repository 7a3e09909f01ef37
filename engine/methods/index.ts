/** The registry: one line a method. */
import { InputError, number } from '../errors.ts';
import type { Method, MethodSettings } from './method.ts';
import { pbdJacobi } from './position-based/index.ts';
import { gaussSeidel, jacobi, redBlack } from './projective/index.ts';

export const METHODS: readonly Method[] = [redBlack, gaussSeidel, jacobi, pbdJacobi];

/**
 * What runs when nobody says what: red-black Gauss-Seidel, the local step frozen for ten sweeps, over-relaxed. A square
 * metre of cloth of 100×100 particles then hangs with a quarter of the strain that ω = 1 leaves at the same cost.
 */
export const DEFAULT_METHOD = { id: 'pd-rbgs', outer: 1, inner: 10, omega: 1.7 } as const;

/** What a user gives: the method by id or alias, the rest as wished. */
export type MethodOptions = Partial<Omit<MethodSettings, 'id'>> & { readonly id?: string };

const normal = (name: string) => name.toLowerCase().replaceAll('_', '-');

/** The method of that id or alias, spelled in any case, with `_` for `-`. */
export function findMethod(name: string, path = 'method.id'): Method {
  const method = METHODS.find(({ id, aliases }) =>
    [id, ...aliases].some((known) => normal(known) === normal(name)),
  );
  if (!method) throw new InputError(path, name, METHODS.map(({ id }) => id).join(', '));
  return method;
}

/** Iterations a step may take at most. */
export const MAX_ITERATIONS = 100_000;

/** The full settings, with the method's defaults; refuses what the method can't do. */
export function methodSettings(options: MethodOptions = {}): MethodSettings {
  const method = findMethod(options.id ?? DEFAULT_METHOD.id);
  const whole = { min: 1, max: MAX_ITERATIONS, integer: true };
  const {
    outer = method.defaults.outer,
    inner = method.defaults.inner,
    omega = method.defaults.omega,
  } = options;
  number('method.outer', outer, whole);
  number('method.inner', inner, whole);
  number('method.omega', omega, { above: 0, below: 2 });
  if (!method.relaxes && omega !== 1) {
    throw new InputError('method.omega', omega, `1 (${method.id} has no over-relaxation)`);
  }
  if (options.budget !== undefined)
    number('method.budget', options.budget, { above: 0, max: 1000, unit: 'ms' });
  return { id: method.id, outer, inner, omega, integrate: options.integrate ?? true, budget: options.budget };
}

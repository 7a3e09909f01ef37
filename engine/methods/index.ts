/** The registry: one line a method. */
import { InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Method, MethodSettings } from './method.ts';
import { pbdJacobi } from './position-based/index.ts';
import { gaussSeidel, jacobi, redBlack } from './projective/index.ts';

export const METHODS: readonly Method[] = [redBlack, gaussSeidel, jacobi, pbdJacobi];

/**
 * What runs when nobody says what: red-black Gauss-Seidel, the local step frozen for ten sweeps, over-relaxed. A square
 * metre of cloth of 100×100 particles then hangs with a quarter of the strain that ω = 1 leaves at the same cost.
 */
export const DEFAULT_METHOD = { id: 'pd-rbgs', outer: 1, inner: 10, omega: 1.7 } as const;

const DEFAULT_SETTINGS: MethodSettings = { ...DEFAULT_METHOD, integrate: true };

/** What a user gives: the method by id or alias, the rest as wished. */
export type MethodOptions = Partial<Omit<MethodSettings, 'id'>> & { readonly id?: string };

const normal = (name: string) => name.trim().toLowerCase().replaceAll('_', '-');

/** The method of that id or alias, spelled in any case, with `_` for `-`; undefined where there is none. */
export function methodNamed(name: unknown): Method | undefined {
  if (typeof name !== 'string') return undefined;
  return METHODS.find(({ id, aliases }) => [id, ...aliases].some((known) => normal(known) === normal(name)));
}

/** As `methodNamed`, and an `InputError` with the ids there are for any other name. */
export function findMethod(name: string, path = 'method.id'): Method {
  const method = methodNamed(name);
  if (!method) throw new InputError(path, name, METHODS.map(({ id }) => id).join(', '));
  return method;
}

/**
 * The full settings. With a method named, what is left out is that method's own default; with none, it is as in `old`,
 * which is `DEFAULT_METHOD` where nothing runs yet. A `budget` of undefined ends a budget.
 */
export function completeMethod(
  options: MethodOptions,
  old: MethodSettings = DEFAULT_SETTINGS,
): MethodSettings {
  const named = options.id === undefined ? undefined : findMethod(options.id);
  const base: MethodSettings = named ? { ...DEFAULT_SETTINGS, ...named.defaults, id: named.id } : old;
  return {
    id: base.id,
    outer: options.outer ?? base.outer,
    inner: options.inner ?? base.inner,
    omega: options.omega ?? base.omega,
    integrate: options.integrate ?? base.integrate,
    budget: 'budget' in options ? options.budget : base.budget,
  };
}

/** Iterations a step may take at most. */
export const MAX_ITERATIONS = LIMITS.iterations.max;

/** As `completeMethod`, and refuses what the method can't do. */
export function methodSettings(options: MethodOptions, old?: MethodSettings): MethodSettings {
  const settings = completeMethod(options, old);
  const { id, outer, inner, omega, budget } = settings;
  number('method.outer', outer, LIMITS.iterations);
  number('method.inner', inner, LIMITS.iterations);
  number('method.omega', omega, LIMITS.omega);
  if (omega !== 1 && !findMethod(id).relaxes) {
    throw new InputError('method.omega', omega, `1 (${id} has no over-relaxation)`);
  }
  if (budget !== undefined) number('method.budget', budget, LIMITS.budget);
  return settings;
}

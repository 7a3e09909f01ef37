/** The registry: one line a method. */
import { InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { unknownField } from '../options.ts';
import { auto } from './auto/index.ts';
import { mcg } from './conjugate-gradients/index.ts';
import type { Method } from './method.ts';
import { multigrid } from './multigrid/index.ts';
import { newton } from './newton/index.ts';
import { isChoice, type Parameters, parameterValue, type ValuesOf } from './parameters.ts';
import { pbdJacobi } from './position-based/index.ts';
import { cholesky } from './projective/cholesky/index.ts';
import { gaussSeidel, jacobi, redBlack } from './projective/index.ts';
import { demandOwnNames, normalName, sharedParameters } from './registry.ts';
import { xpbd } from './xpbd/index.ts';

const REGISTRY = [
  auto,
  redBlack,
  gaussSeidel,
  jacobi,
  cholesky,
  multigrid,
  newton,
  mcg,
  pbdJacobi,
  xpbd,
] as const;

export const METHODS: readonly Method[] = REGISTRY;

demandOwnNames(METHODS);

/** The id of a method. */
export type MethodId = (typeof REGISTRY)[number]['id'];

/** The method of a world that names none. */
export const DEFAULT_METHOD = { id: 'auto' } as const;

type ParametersIn<M> = M extends Method<infer P> ? ValuesOf<P> : never;
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The parameters of all methods by name; a method has some of them. */
export type ParameterValues = Partial<Together<ParametersIn<(typeof REGISTRY)[number]>>>;

interface Common {
  /** Off for [PNF18]'s enlarged cloth: no gravity, no inertia, springs only. */
  readonly integrate: boolean;
  /** Milliseconds per step: `outer` is then chosen before each step from measured cost. Absent: `outer` is fixed. */
  readonly budget?: number;
}

/** How a method is run: its id, its own parameters, and what all methods have. */
export type MethodSettings = { readonly id: MethodId } & Common & ParameterValues;

/** A method by its id, which editors complete, or by an alias. */
export type MethodName = MethodId | (string & Record<never, never>);

/** What a user gives: the method by id or alias, the rest as wished. */
export type MethodOptions = { readonly id?: MethodName } & Partial<Common> & ParameterValues;

/** The method of that id or alias, spelled in any case, with `_` for `-`; undefined where there is none. */
export function methodNamed(name: unknown): Method<Parameters, MethodId> | undefined {
  if (typeof name !== 'string') return undefined;
  return (REGISTRY as readonly Method<Parameters, MethodId>[]).find(({ id, aliases }) =>
    [id, ...aliases].some((known) => normalName(known) === normalName(name)),
  );
}

/** As `methodNamed`, and an `InputError` with the ids there are for any other name. */
export function findMethod(name: MethodName, path = 'method.id'): Method<Parameters, MethodId> {
  const method = methodNamed(name);
  if (!method) throw new InputError(path, name, METHODS.map(({ id }) => id).join(', '));
  return method;
}

/** Every parameter there is, by name. Methods that share a name mean the same by it; their defaults may differ. */
export const PARAMETERS: Parameters = sharedParameters(METHODS);

/** The values of a method's parameters among its settings. */
export function valuesOf({ parameters }: Method, settings: MethodOptions): Record<string, number | string> {
  const given = settings as Readonly<Record<string, number | string | undefined>>;
  return Object.fromEntries(
    Object.keys(parameters).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

const ownDefaults = ({ parameters }: Method): ParameterValues =>
  Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]));

const DEFAULT_SETTINGS: MethodSettings = {
  ...DEFAULT_METHOD,
  ...ownDefaults(findMethod(DEFAULT_METHOD.id)),
  integrate: true,
};

/**
 * The full settings. With a method named, what is left out is that method's own default; with none, it is as in `old`,
 * which is `DEFAULT_METHOD` where nothing runs yet. A `budget` of undefined ends a budget.
 */
export function completeMethod(
  options: MethodOptions,
  old: MethodSettings = DEFAULT_SETTINGS,
): MethodSettings {
  const method = findMethod(options.id ?? old.id);
  const base: MethodSettings =
    options.id === undefined ? old : { id: method.id, ...ownDefaults(method), integrate: true };
  return {
    id: method.id,
    ...valuesOf(method, base),
    ...valuesOf(method, options),
    integrate: options.integrate ?? base.integrate,
    budget: 'budget' in options ? options.budget : base.budget,
  };
}

/**
 * Whether a method takes this parameter at this value, and if not, what is allowed instead. A method without the
 * parameter takes the value that means "without".
 */
export function whyNotParameter(
  { id, parameters }: Method,
  name: string,
  value: unknown,
): string | undefined {
  if (Object.hasOwn(parameters, name)) return undefined;
  const known = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  const none = known && !isChoice(known) ? known.none : undefined;
  if (none !== undefined && value === none) return undefined;
  const own = Object.keys(parameters).join(', ');
  return `${none === undefined ? 'nothing' : none} with ${id}, which has ${own}`;
}

const COMMON = ['id', 'integrate', 'budget'];

/** Iterations a step may take at most. */
export const MAX_ITERATIONS = LIMITS.iterations.max;

/** Why a time budget can't choose the outer iterations, if it can't. */
export function whyNoBudget(method: Method, settings: MethodOptions): string | undefined {
  if (!('outer' in method.parameters))
    return `none with ${method.id}, which has no outer iterations to choose`;
  return method.endsEarly?.(valuesOf(method, settings))
    ? 'none together with an accuracy, which ends a step by itself'
    : undefined;
}

/** As `completeMethod`, and refuses what the method can't do. */
export function methodSettings(options: MethodOptions, old?: MethodSettings): MethodSettings {
  if (typeof options !== 'object' || options === null)
    throw new InputError('method', options, 'an object, such as { id: "pd-rbgs" }');
  const settings = completeMethod(options, old);
  const method = findMethod(settings.id);
  const known = [...COMMON, ...Object.keys(method.parameters)];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || COMMON.includes(name)) continue;
    if (!Object.hasOwn(PARAMETERS, name))
      throw new InputError(`method.${name}`, value, ...unknownField(name, known));
    const allowed = whyNotParameter(method, name, value);
    if (allowed) throw new InputError(`method.${name}`, value, allowed);
  }
  for (const [name, value] of Object.entries(valuesOf(method, settings)))
    parameterValue(`method.${name}`, value, method.parameters[name]);
  if (settings.budget !== undefined) {
    number('method.budget', settings.budget, LIMITS.budget);
    const allowed = whyNoBudget(method, settings);
    if (allowed) throw new InputError('method.budget', settings.budget, allowed);
  }
  return settings;
}

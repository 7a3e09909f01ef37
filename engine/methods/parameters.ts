/**
 * What a method lets its user choose. The checks of the engine, the scene format, the studio's panel and the reports are
 * all made from these declarations: a new parameter is a line in its method.
 */
import { type Bounds, InputError, number } from '../errors.ts';
import { LIMITS } from '../limits.ts';

interface Described {
  /** A word or symbol, as it stands beside an input. */
  readonly label: string;
  /** A sentence. */
  readonly help: string;
}

export interface NumberParameter extends Described, Bounds {
  readonly default: number;
  /** The value that means: without. Other methods, which don't have the parameter, accept it. */
  readonly none?: number;
}

export interface ChoiceParameter extends Described {
  readonly default: string;
  readonly choices: readonly string[];
}

export type Parameter = NumberParameter | ChoiceParameter;
export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of parameters: numbers, and words where there is a choice. */
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };
type ValueOf<Q extends Parameter> = Q extends ChoiceParameter ? Q['choices'][number] : number;

export const isChoice = (parameter: Parameter): parameter is ChoiceParameter => 'choices' in parameter;

/** The value, or an `InputError` that says which are allowed. */
export function parameterValue(path: string, value: unknown, parameter: Parameter): number | string {
  if (!isChoice(parameter)) return number(path, value, parameter);
  if (parameter.choices.includes(value as string)) return value as string;
  throw new InputError(path, value, `one of ${parameter.choices.map((choice) => `"${choice}"`).join(', ')}`);
}

export const OUTER = {
  ...LIMITS.iterations,
  label: 'Outer',
  help: 'Outer iterations per step: each is one local step and the global step, or the sweeps, after it.',
} as const;

export const INNER = {
  ...LIMITS.iterations,
  label: 'Inner',
  help: 'Inner iterations (sweeps over all particles) per outer iteration.',
} as const;

/** Of methods that end a step when they are done. */
export const ITERATIONS = {
  min: 1,
  max: 10_000,
  integer: true,
  label: 'Iterations',
  help: 'Iterations per step at most, of Newton or of conjugate gradients; a step ends when the tolerance is met.',
} as const;

export const TOLERANCE = {
  min: 1e-14,
  max: 0.1,
  label: 'Tolerance',
  help: 'What may be left over: with newton of each particle’s force, as a part of what its springs would have if pressed to nothing; with mcg of the residual, as a part of the right-hand side.',
} as const;

export const OMEGA = {
  ...LIMITS.omega,
  none: 1,
  label: 'ω',
  help: 'Successive over-relaxation; 1 is none.',
} as const;

export const RHO = {
  min: 0,
  below: 1,
  none: 0,
  label: 'ρ',
  help: 'Chebyshev acceleration: the spectral radius of a sweep, as 0.99; 0 is none.',
} as const;

/** Bad input: the field, the value seen and what is allowed. */
export class InputError extends RangeError {
  override readonly name: string = 'InputError';
  constructor(
    /** Path of the field, as `cloth.particles[0]`. */
    readonly path: string,
    readonly value: unknown,
    readonly allowed: string,
  ) {
    super(`${path}: ${show(value)} is not allowed; ${allowed}`);
  }
}

export function show(value: unknown): string {
  if (typeof value === 'number' || value === undefined || typeof value === 'bigint') return String(value);
  const text = ArrayBuffer.isView(value)
    ? `an array of ${(value as Uint8Array).length}`
    : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** The bound `min` itself is not allowed. */
  readonly above?: number;
  readonly below?: number;
  readonly integer?: boolean;
  readonly unit?: string;
}

/** The number, or an `InputError` that says which numbers are allowed. */
export function number(path: string, value: unknown, bounds: Bounds = {}): number {
  const {
    min = -Infinity,
    max = Infinity,
    above = -Infinity,
    below = Infinity,
    integer = false,
    unit,
  } = bounds;
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    value > above &&
    value < below &&
    (!integer || Number.isInteger(value));
  if (fits) return value;
  const limits = [
    min > -Infinity && `at least ${short(min)}`,
    above > -Infinity && `greater than ${above}`,
    max < Infinity && `at most ${short(max)}`,
    below < Infinity && `less than ${below}`,
  ].filter(Boolean);
  const kind = integer ? 'a whole number' : 'a finite number';
  throw new InputError(
    path,
    value,
    `${[kind, limits.join(' and ')].filter(Boolean).join(' ')}${unit ? ` (${unit})` : ''}`,
  );
}

/** 1e15 instead of 1000000000000000. */
const short = (value: number): string =>
  Math.abs(value) >= 1e9 ? value.toExponential().replace('+', '') : String(value);

export function vector<N extends number>(
  path: string,
  value: unknown,
  length: N,
  bounds: Bounds = {},
): readonly number[] {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
  if (!isList || value.length !== length) throw new InputError(path, value, `an array of ${length} numbers`);
  return Array.from(value as ArrayLike<unknown>, (entry, k) => number(`${path}[${k}]`, entry, bounds));
}

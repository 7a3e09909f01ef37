/** Bad input: the field, the value seen and what is allowed. */
export class InputError extends RangeError {
  override readonly name: string = 'InputError';
  constructor(
    /** Path of the field, as `cloth.particles[0]`. */
    readonly path: string,
    readonly value: unknown,
    readonly allowed: string,
    /** Without the path. */
    message: string = notAllowed(value, allowed),
  ) {
    super(`${path}: ${message}`);
  }
}

/** In words: a value that is not allowed, or is missing. */
export const notAllowed = (value: unknown, allowed: string): string =>
  value === undefined ? `missing; ${allowed}` : `${showValue(value)} is not allowed; ${allowed}`;

/** The value as JSON, cut where it gets long. */
export function showValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (ArrayBuffer.isView(value)) return `an array of ${(value as Uint8Array).length}`;
  let shown: string;
  try {
    shown = JSON.stringify(value) ?? String(value);
  } catch {
    shown = 'a value that is not JSON';
  }
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  /** Exclusive. */
  readonly above?: number;
  /** Exclusive. */
  readonly below?: number;
  readonly integer?: boolean;
  readonly unit?: string;
}

/** The bounds in words: `a number from 1e-6 to 1 (s)`. */
export function allowedNumber({ min, max, above, below, integer = false, unit }: Bounds): string {
  const show = integer ? String : showNumber;
  const limits =
    min !== undefined && max !== undefined
      ? [`from ${show(min)} to ${show(max)}`]
      : [
          min !== undefined && `at least ${show(min)}`,
          above !== undefined && `greater than ${show(above)}`,
          max !== undefined && `at most ${show(max)}`,
          below !== undefined && `less than ${show(below)}`,
        ].filter(Boolean);
  const bounded = (min ?? above) !== undefined && (max ?? below) !== undefined;
  const kind = integer ? 'a whole number' : bounded ? 'a number' : 'a finite number';
  const words = limits.length === 0 ? kind : `${kind} ${limits.join(' and ')}`;
  return unit === undefined ? words : `${words} (${unit})`;
}

/** Short text of a limit: 1e9 and not 1000000000. */
function showNumber(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e5 || size < 1e-3)
    ? value.toExponential().replace('e+', 'e')
    : String(value);
}

/** The number, or an `InputError` that says which numbers are allowed. */
export function number(path: string, value: unknown, bounds: Bounds = {}): number {
  if (fits(value, bounds)) return value;
  throw new InputError(path, value, allowedNumber(bounds));
}

function fits(value: unknown, bounds: Bounds): value is number {
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity, integer = false } = bounds;
  return (
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    value > above &&
    value < below &&
    (!integer || Number.isInteger(value))
  );
}

/** A list of numbers. Of many only the bad one has its path put together. */
export function numbersOf(path: string, values: ArrayLike<number>, bounds: Bounds = {}): Float64Array {
  const all = new Float64Array(values.length);
  for (let k = 0; k < all.length; k++)
    all[k] = fits(values[k], bounds) ? values[k] : number(`${path}[${k}]`, values[k], bounds);
  return all;
}

/** Rows of numbers, each a list, or all of them one after the other in a list or typed array. */
export type Rows = readonly ArrayLike<number>[] | ArrayLike<number>;

/** Rows of so many numbers each, one after the other; paths as in `numbersOf`. */
export function rowsOf<T extends Float64Array | Uint32Array>(
  kind: new (length: number) => T,
  path: string,
  rows: Rows,
  length: number,
  bounds: Bounds = {},
): T {
  if (!isList(rows))
    throw new InputError(
      path,
      rows,
      `a list of rows of ${length} numbers, or all of them one after the other`,
    );
  if (isFlat(rows)) return flatRows(kind, path, rows, length, bounds);
  const all = new kind(rows.length * length);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r];
    if (!isList(row) || row.length !== length) vector(`${path}[${r}]`, row, length);
    for (let k = 0; k < length; k++) {
      if (!fits(row[k], bounds)) vector(`${path}[${r}]`, row, length, bounds);
      all[r * length + k] = row[k];
    }
  }
  return all;
}

const isFlat = (rows: Rows): rows is ArrayLike<number> => rows.length > 0 && typeof rows[0] === 'number';

function flatRows<T extends Float64Array | Uint32Array>(
  kind: new (length: number) => T,
  path: string,
  values: ArrayLike<number>,
  length: number,
  bounds: Bounds,
): T {
  if (values.length % length !== 0)
    throw new InputError(path, values, `${length} numbers a row, so a multiple of ${length}`);
  const all = new kind(values.length);
  for (let k = 0; k < all.length; k++)
    all[k] = fits(values[k], bounds) ? values[k] : number(`${path}[${k}]`, values[k], bounds);
  return all;
}

/** An array or a typed one. */
export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);

export function vector<N extends number>(
  path: string,
  value: unknown,
  length: N,
  bounds: Bounds = {},
): readonly number[] {
  if (!isList(value) || value.length !== length)
    throw new InputError(path, value, `an array of ${length} numbers`);
  return Array.from(value, (entry, k) => number(`${path}[${k}]`, entry, bounds));
}

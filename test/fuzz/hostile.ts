/** Values that nobody should pass, put one after the other where each argument, and each field of it, stands. */

export const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -1,
  0,
  0.5,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  5e-324,
  '',
  'x',
  '__proto__',
  'constructor',
  '1',
  true,
  [],
  {},
  [null],
  [[]],
  [Number.NaN, Number.NaN, Number.NaN],
  [1e300, 1e300, 1e300],
  [0, 0, 0],
  ['1', '2', '3'],
  new Array(3),
  () => 1,
  Symbol('s'),
  10n,
  new Date(0),
  new Map(),
  new Float32Array(3),
  new Uint8Array(2),
  Object.create(null),
];

type Path = readonly (string | number)[];

/** The places of an argument: the whole, and each field and entry inside, as deep as plain objects and lists go. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (typeof value !== 'object' || value === null || !isPlain) return [path];
  const inside = Object.entries(value)
    .slice(0, 6)
    .flatMap(([key, each]) => placesIn(each, [...path, Array.isArray(value) ? Number(key) : key]));
  return [path, ...inside];
}

/** A copy with another value at a place. */
export function put(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((each, k) => (k === key ? put(each, rest, other) : each));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: put(fields[key], rest, other) };
}

/** What is put where, in words. */
export function told(value: unknown): string {
  if (typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'function')
    return String(value);
  if (typeof value === 'number' || value === undefined) return String(value);
  return `${Object.prototype.toString.call(value)} ${JSON.stringify(value)}`;
}

/** Numbers for people. */

/** Three digits with an SI prefix, for units that are not squared: 0.00123 J as "1.23 mJ". */
export function quantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return `${value} ${unit}`;
  const size = Math.abs(value);
  const prefixes = [
    [1e6, 'M'],
    [1e3, 'k'],
    [1, ''],
    [1e-3, 'm'],
    [1e-6, 'µ'],
  ] as const;
  const [scale, prefix] = prefixes.find(([least]) => size >= least) ?? [1, ''];
  return `${digits(value / scale)} ${prefix}${unit}`;
}

/** Three digits; very small and very large ones as 1.23 · 10⁻⁴. */
export function digits(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(value)) return String(value);
  if (size >= 1e-3 && size < 1e6) return value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(size))));
  const [mantissa, exponent] = value.toExponential(2).split('e');
  return `${mantissa}·10${[...exponent].map((letter) => SUPERSCRIPTS[letter]).join('')}`;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((superscript, digit) => [digit, superscript])),
  '-': '⁻',
  '+': '',
};

/** 12345 as "12,345". */
export const count = (value: number): string => value.toLocaleString('en');

/** 0.01234 as "1.23 %". */
export const percent = (value: number): string => `${digits(100 * value)} %`;

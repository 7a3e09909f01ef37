/** What was measured over a run, as a plot in SVG and as a table in CSV. */
import type { Statistics } from 'selvedge';
import { digits } from './format.ts';

export const QUANTITIES = {
  error: { title: 'Error, eq. (7)', unit: 'm²' },
  strain: { title: 'Strain, mean', unit: '%' },
  energy: { title: 'Energy', unit: 'J' },
  ms: { title: 'Cost of a step', unit: 'ms' },
} as const;
export type Quantity = keyof typeof QUANTITIES;
export const AXES = { time: 'Time, s', iterations: 'Iterations' } as const;
export type Axis = keyof typeof AXES;

export type Sample = Readonly<Record<Quantity | Axis, number>>;

export interface Series {
  readonly title: string;
  readonly samples: readonly Sample[];
}

export function sampleOf(statistics: Statistics, time: number, steps: number): Sample {
  const { error, strain, energy, ms, iterations, substeps } = statistics;
  return {
    time,
    iterations: steps * iterations * substeps,
    error,
    strain: 100 * strain.mean,
    energy: energy.kinetic + energy.spring + energy.elements + energy.potential,
    ms: ms.perStep,
  };
}

/** Samples of a run; what comes after a step back is another run. Every second one is given up where there are many. */
export class History {
  static readonly MOST = 600;
  samples: Sample[] = [];

  add(sample: Sample): void {
    if (!Object.values(sample).every(Number.isFinite)) return;
    this.samples = this.samples.filter(({ time }) => time < sample.time - 1e-9);
    this.samples.push(sample);
    if (this.samples.length > History.MOST)
      this.samples = this.samples.filter((_, k) => k % 2 === 0 || k === this.samples.length - 1);
  }
}

/** Told apart by light and dark, too, and by their dashes. */
export const LINES = [
  { colour: '#ff8a7a', dash: '' },
  { colour: '#7cc4ff', dash: '6 3' },
  { colour: '#b9e3a1', dash: '2 3' },
] as const;

const [WIDTH, HEIGHT] = [520, 260];
const EDGE = { left: 64, right: 12, top: 14, bottom: 40 } as const;
const TICKS = 4;
/** From this ratio of the greatest to the least value on the axis goes by factors. */
const WIDE = 300;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function svgOf(series: readonly Series[], quantity: Quantity, axis: Axis): string {
  const all = series.flatMap(({ samples }) => samples);
  const [xs, ys] = [all.map((sample) => sample[axis]), all.map((sample) => sample[quantity])];
  const { title, unit } = QUANTITIES[quantity];
  const least = Math.min(...ys);
  const isLog = least > 0 && Math.max(...ys) / least > WIDE;
  const place = (value: number) => (isLog ? Math.log10(value) : value);
  const [x0, x1] = spanOf(xs);
  const [y0, y1] = spanOf(ys.map(place));
  const x = (value: number) => EDGE.left + ((value - x0) / (x1 - x0)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number) =>
    HEIGHT - EDGE.bottom - ((place(value) - y0) / (y1 - y0)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const ticks = Array.from({ length: TICKS + 1 }, (_, k) => k / TICKS);
  const across = ticks.map((share) => {
    const value = y0 + share * (y1 - y0);
    const at = HEIGHT - EDGE.bottom - share * (HEIGHT - EDGE.top - EDGE.bottom);
    return `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${at}" y2="${at}" stroke="#343944"/><text x="${EDGE.left - 6}" y="${at + 4}" text-anchor="end">${digits(isLog ? 10 ** value : value)}</text>`;
  });
  const below = ticks.map((share) => {
    const value = x0 + share * (x1 - x0);
    return `<text x="${x(value)}" y="${HEIGHT - EDGE.bottom + 16}" text-anchor="middle">${digits(value)}</text>`;
  });
  const lines = series.map(({ samples }, k) => {
    const { colour, dash } = LINES[k % LINES.length];
    const points = samples.map((sample) => `${x(sample[axis]).toFixed(1)},${y(sample[quantity]).toFixed(1)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
  });
  const names = series.map(
    ({ title: name }, k) =>
      `<text x="${EDGE.left + 8}" y="${EDGE.top + 12 + 15 * k}" fill="${LINES[k % LINES.length].colour}">${escaped(`${k + 1}: ${name}`)}</text>`,
  );
  const label = escaped(`${title}, ${unit} over ${AXES[axis].toLowerCase()}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}" font-family="system-ui, sans-serif" font-size="11" fill="#a3a7b0"><rect width="${WIDTH}" height="${HEIGHT}" fill="#16181d"/>${across.join('')}${below.join('')}<text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${AXES[axis]} — ${escaped(`${title}, ${unit}`)}</text>${lines.join('')}${names.join('')}</svg>`;
}

function spanOf(values: readonly number[]): readonly [least: number, most: number] {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most > least ? [least, most] : [least - 0.5, least + 0.5];
}

export function csvOf(series: readonly Series[]): string {
  const names = ['time', 'iterations', 'error', 'strain', 'energy', 'ms'] as const;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = series.flatMap(({ title, samples }) =>
    samples.map((sample) => [quoted(title), ...names.map((name) => String(sample[name]))].join(',')),
  );
  return `${['solver', 'time s', 'iterations', 'error m2', 'strain %', 'energy J', 'ms'].join(',')}\n${rows.join('\n')}\n`;
}

/** Curves as SVG, headless: axes with ticks, linear or logarithmic, every curve labelled where it ends. */
import type { Axis, Curve, Panel } from './experiment.ts';
import { px, svg, text } from './svg.ts';

const PLOT = { width: 430, height: 270 };
const MARGIN = { left: 82, right: 200, top: 40, bottom: 54 };
const PANEL = {
  width: MARGIN.left + PLOT.width + MARGIN.right,
  height: MARGIN.top + PLOT.height + MARGIN.bottom,
};
/** Distance between two labels. */
const LINE = 17;

/** The panels of an experiment, one below the other, or beside the one before where they say so. */
export function plotOf(title: string, panels: readonly Panel[]): string {
  const places: { row: number; column: number }[] = [];
  for (const { beside } of panels) {
    const last = places.at(-1);
    places.push(
      last && beside ? { row: last.row, column: last.column + 1 } : { row: (last?.row ?? -1) + 1, column: 0 },
    );
  }
  const drawn = panels.map((panel, k) => {
    const [x, y] = [places[k].column * PANEL.width, places[k].row * PANEL.height];
    return `<g transform="translate(${x + MARGIN.left} ${y + MARGIN.top})">\n${panelOf(panel)}\n</g>`;
  });
  const most = (which: 'row' | 'column') => 1 + Math.max(...places.map((place) => place[which]));
  return svg(most('column') * PANEL.width, most('row') * PANEL.height, title, drawn.join('\n'));
}

function panelOf({ title, x, y, curves }: Panel): string {
  const values = (which: 0 | 1) => curves.flatMap(({ points }) => points.map((point) => point[which]));
  const across = scaleOf(x, values(0), PLOT.width);
  const up = scaleOf(y, values(1), PLOT.height);
  const height = (value: number) => PLOT.height - up.at(value);
  const parts = [
    text(PLOT.width / 2, -18, title, 'text-anchor="middle" class="title"'),
    text(PLOT.width / 2, PLOT.height + 42, x.label, 'text-anchor="middle"'),
    text(0, 0, y.label, `text-anchor="middle" transform="translate(-64 ${PLOT.height / 2}) rotate(-90)"`),
    ...across.ticks.flatMap((tick) => [
      `<path class="grid" d="M${px(across.at(tick))} 0V${PLOT.height}"/>`,
      text(across.at(tick), PLOT.height + 19, tickText(tick, across), 'text-anchor="middle" class="small"'),
    ]),
    ...up.ticks.flatMap((tick) => [
      `<path class="grid" d="M0 ${px(height(tick))}H${PLOT.width}"/>`,
      text(-8, height(tick) + 4, tickText(tick, up), 'text-anchor="end" class="small"'),
    ]),
    `<path class="axis" d="M0 0V${PLOT.height}H${PLOT.width}"/>`,
    ...curves.map((curve) => line(curve, across, up)),
    ...labels(curves, across.at, (value) => height(Math.min(up.high, Math.max(up.low, value)))),
  ];
  return parts.join('\n');
}

/** Broken where the curve leaves the plot. */
function line({ points, ...curve }: Curve, across: Scale, up: Scale): string {
  let path = '';
  let dots = '';
  let inside = false;
  for (const [a, b] of points) {
    const wasInside = inside;
    inside = b >= up.low && b <= up.high;
    if (!inside) continue;
    const [x, y] = [px(across.at(a)), px(PLOT.height - up.at(b))];
    path += `${wasInside ? 'L' : 'M'}${x} ${y}`;
    if (curve.style.dots) dots += `<circle cx="${x}" cy="${y}" r="3.2" fill="${curve.style.colour}"/>`;
  }
  return path === '' ? '' : `<path d="${path}" fill="none" stroke-width="2" ${strokeOf(curve)}/>${dots}`;
}

const strokeOf = ({ style: { colour, dash } }: Pick<Curve, 'style'>) =>
  `stroke="${colour}"${dash ? ` stroke-dasharray="${dash}"` : ''}`;

/** Beside the end of each curve, moved apart where they would meet, with a thread to the curve and a piece of its line. */
function labels(curves: readonly Curve[], x: (v: number) => number, y: (v: number) => number): string[] {
  const ends = curves
    .filter(({ points }) => points.length > 0)
    .map((curve) => {
      const [a, b] = curve.points[curve.points.length - 1];
      return { curve, x: x(a), y: y(b), at: 0 };
    })
    .sort((a, b) => a.y - b.y);
  for (let k = 0; k < ends.length; k++) ends[k].at = Math.max(ends[k].y, k > 0 ? ends[k - 1].at + LINE : 6);
  let floor = PLOT.height;
  for (const end of ends.toReversed()) {
    end.at = Math.min(end.at, floor);
    floor = end.at - LINE;
  }
  const left = PLOT.width + 22;
  return ends.map(
    ({ curve, x: endX, y: endY, at }) =>
      `<path d="M${px(endX)} ${px(endY)}L${PLOT.width + 4} ${px(endX < PLOT.width - 20 ? at : endY)}L${left - 4} ${px(at)}" fill="none" stroke="${curve.style.colour}" stroke-opacity=".45"/>` +
      `<path d="M${left} ${px(at)}h22" fill="none" stroke-width="2" ${strokeOf(curve)}/>` +
      text(left + 27, at + 4, curve.label, 'class="small"'),
  );
}

interface Scale {
  /** From a value to pixels from the origin. */
  at(value: number): number;
  readonly ticks: readonly number[];
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
  /** Distance of two ticks, linear. */
  readonly step: number;
}

function scaleOf(axis: Axis, values: readonly number[], length: number): Scale {
  const known = values.filter((value) => Number.isFinite(value) && (!axis.log || value > 0));
  const [least, most] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [1, 10];
  return axis.log
    ? logScale(Math.max(least, axis.from ?? 0), most, length)
    : linearScale(least, most, length);
}

/** Less than so many powers of ten have ticks at 2 and 5 too. */
const FINE = 2.5;

/** From tick to tick: powers of ten, at most eight, with their double and fivefold where there are few. */
function logScale(least: number, most: number, length: number): Scale {
  const fine = Math.log10(most / least) < FINE;
  const from = Math.floor(Math.log10(least) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(most) - 1e-9));
  const stride = Math.ceil((to - from) / 8);
  const all: number[] = [];
  for (let power = from; power <= to; power += stride)
    all.push(...(fine && power < to ? [1, 2, 5] : [1]).map((digit) => digit * 10 ** power));
  const first = all.findLastIndex((tick) => tick <= least * (1 + 1e-9));
  const last = all.findIndex((tick, k) => k > first && tick >= most * (1 - 1e-9));
  const ticks = all.slice(Math.max(0, first), last < 0 ? undefined : last + 1);
  const [low, high] = [ticks[0], Math.max(ticks.at(-1)!, fine ? 0 : 10 ** to)];
  const at = (value: number) => (length * Math.log10(value / low)) / Math.log10(high / low);
  return { at, ticks, low, high, log: true, step: 0 };
}

/** About five ticks, 1, 2 or 5 times a power of ten apart; from zero where the values come near it. */
function linearScale(least: number, most: number, length: number): Scale {
  const from = least > 0 && least < 0.3 * most ? 0 : least;
  const to = most > from ? most : from + 1;
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(from / step + 1e-9) * step;
  const low = from === 0 ? 0 : first;
  const high = Math.max(to, low + step);
  const ticks: number[] = [];
  for (let k = 0; low + k * step <= high * (1 + 1e-9) + 1e-12; k++) ticks.push(low + k * step);
  return { at: (value) => (length * (value - low)) / (high - low), ticks, low, high, log: false, step };
}

/** 17,000 as people write it; powers of ten with their exponent. */
function tickText(value: number, { log, step }: Scale): string {
  if (log) {
    const power = Math.floor(Math.log10(value) + 1e-9);
    const digit = Math.round(value / 10 ** power);
    return power >= -2 && power <= 3 ? String(Number(value.toPrecision(3))) : `${digit}e${power}`;
  }
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

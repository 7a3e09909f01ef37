/** The comparison in words and as a page with plots. */
import { type Panel, page, plotOf, short, table } from '../../lab/index.ts';
import type { Where } from '../report.ts';
import type { Compared, Finding } from './compare.ts';
import type { Placed } from './contest.ts';
import type { Facts } from './package.ts';

const percent = (share: number): string => short(100 * share);

const HEAD = [
  '',
  'CPU ms a frame',
  'wall ms',
  'strain % mean',
  'p99',
  'max',
  'bytes a particle',
  'ms to first frame',
  '',
];

function cellsOf(one: Placed): string[] {
  const { title, iterations, unit, isDefault, cpu, wall, strain, memory, first, notes } = one;
  return [
    `${title}: ${iterations} ${unit}${isDefault ? ' (default)' : ''}`,
    cpu ? `${short(cpu[0])} (${short(cpu[1])}–${short(cpu[2])})` : '',
    wall ? short(wall[0]) : '',
    ...(strain ? [percent(strain.mean), percent(strain.p99), percent(strain.max)] : ['', '', '']),
    memory === undefined ? '' : String(Math.round(memory)),
    first === undefined ? '' : String(Math.round(first)),
    notes.join('; '),
  ];
}

/** Columns for a terminal. */
function aligned(cells: readonly (readonly string[])[]): string {
  const widths = cells[0].map((_, k) => 2 + Math.max(...cells.map((row) => row[k].length)));
  const lines = cells.map((row) => row.map((cell, k) => cell.padEnd(widths[k])).join(''));
  return lines.map((line) => `  ${line.trimEnd()}\n`).join('');
}

/** Of one that is compared: `at equal strain jolt takes 8.1 to 9.2 times as long`. */
function findingOf({ ours, theirs, atEqualStrain, atEqualTime }: Finding): string[] {
  const lines: string[] = [];
  if (atEqualStrain) {
    const { above, atMost } = atEqualStrain;
    const from = above === undefined ? '' : `more than ${above.toFixed(1)}`;
    const to = atMost === undefined ? '' : `at most ${atMost.toFixed(1)}`;
    const range = [from, to].filter((part) => part !== '').join(', ');
    const never = atMost === undefined ? ' (not reached with any count tried)' : '';
    if (range !== '') lines.push(`${theirs} for the strain of ${ours}: ${range} times its time${never}`);
  }
  if (atEqualTime) {
    const { iterations, strain, time } = atEqualTime;
    const how = strain === undefined ? 'diverges' : `has ${strain.toFixed(2)} times its mean strain`;
    lines.push(
      `${theirs} in the time of ${ours}: ${how} (${iterations} iterations, ${time.toFixed(2)} times as long)`,
    );
  }
  return lines;
}

const wordsOf = ({ findings, absent }: Compared): string[] => [
  ...findings.flatMap(findingOf),
  ...absent.map(({ peer, reason }) => `${peer}: ${reason}`),
];

/** A scene as lines for a terminal. */
export function comparedLines(compared: Compared): string {
  const { scene, title, placed } = compared;
  const words = wordsOf(compared).map((line) => `  ${line}\n`);
  return `${scene}: ${title}\n${aligned([HEAD, ...placed.map(cellsOf)])}${words.join('')}\n`;
}

const FACTS_HEAD = ['', 'version', 'kB to fetch, gzip', 'ms to load and compile'];

const factCells = ({ title, version, kilobytes, load }: Facts): string[] => [
  title,
  version,
  kilobytes === undefined ? '' : String(Math.round(kilobytes)),
  load === undefined ? '' : String(Math.round(load)),
];

export const factLines = (facts: readonly Facts[]): string => aligned([FACTS_HEAD, ...facts.map(factCells)]);

export function peersReport(
  all: readonly Compared[],
  facts: readonly Facts[],
  where: Omit<Where, 'rounds'>,
): string {
  const surroundings = [
    ['Selvedge', where.version],
    ['machine', where.machine],
    ['Node', where.node],
    ['date', where.date],
    ['sizes', where.quick ? 'quick: a small cloth, one second' : 'full: five seconds, the last one timed'],
  ];
  const sections = all.map((compared) => {
    const words = wordsOf(compared).map((line) => [line]);
    return `<h2>${compared.scene}: ${compared.title}</h2>
<div class="wide">${table(compared.placed.map(cellsOf), HEAD)}</div>
${table(words)}
<div class="wide">${plotOf(compared.title, [panelOf(compared)])}</div>`;
  });
  return page(
    'Selvedge beside its peers',
    `${table(surroundings)}\n${table(facts.map(factCells), FACTS_HEAD)}\n${sections.join('\n')}`,
  );
}

const COLOURS = ['#d1495b', '#2e86ab', '#8f8f1f', '#6a4c93', '#3a7d44', '#c26a00'];

/** Mean strain against time, a curve for each engine; what diverges has no point. */
function panelOf({ scene, title, particles, placed }: Compared): Panel {
  const engines = [...new Set(placed.map((one) => one.title))];
  const curves = engines.map((engine, k) => ({
    solver: engine,
    label: engine,
    style: { colour: COLOURS[k % COLOURS.length] },
    points: placed
      .flatMap((one) =>
        one.title === engine && one.strain && one.cpu ? [[one.cpu[0], 100 * one.strain.mean] as const] : [],
      )
      .toSorted(([a], [b]) => a - b),
  }));
  return {
    id: scene,
    title: `${title}, ${particles} particles`,
    x: { label: 'CPU ms a frame', log: true },
    y: { label: 'mean strain, %', log: true },
    curves: curves.filter(({ points }) => points.length > 0),
  };
}

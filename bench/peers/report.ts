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

const FINDINGS_HEAD = ['ours', 'peer', 'its time at our strain', 'its mean strain in our time'];

function findingCells({ ours, theirs, atEqualStrain, atEqualTime }: Finding): string[] {
  return [ours, theirs, timeOf(atEqualStrain), strainIn(atEqualTime)];
}

function timeOf(at: Finding['atEqualStrain']): string {
  if (!at) return '';
  const { above, atMost } = at;
  if (atMost === undefined) return above === undefined ? '' : `> ${above.toFixed(1)}×, never as low`;
  return above === undefined ? `≤ ${atMost.toFixed(1)}×` : `${above.toFixed(1)}–${atMost.toFixed(1)}×`;
}

function strainIn(at: Finding['atEqualTime']): string {
  if (!at) return '';
  const { iterations, strain, time } = at;
  const how = strain === undefined ? 'diverges' : `${strain.toFixed(2)}×`;
  return `${how} (${iterations} iterations, ${time.toFixed(2)}× as long)`;
}

const absentCells = ({ absent }: Compared): string[][] => absent.map(({ peer, reason }) => [peer, reason]);

/** A scene as lines for a terminal. */
export function comparedLines(compared: Compared): string {
  const { scene, title, placed, findings } = compared;
  const parts = [
    aligned([HEAD, ...placed.map(cellsOf)]),
    aligned([FINDINGS_HEAD, ...findings.map(findingCells)]),
    ...absentCells(compared).map(([peer, reason]) => `  ${peer}: ${reason}\n`),
  ];
  return `${scene}: ${title}\n${parts.join('')}\n`;
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
  const sections = all.map(
    (compared) => `<h2>${compared.scene}: ${compared.title}</h2>
<div class="wide">${table(compared.placed.map(cellsOf), HEAD)}</div>
<div class="wide">${table(compared.findings.map(findingCells), FINDINGS_HEAD)}</div>
${table(absentCells(compared))}
<div class="wide">${plotOf(compared.title, [panelOf(compared)])}</div>`,
  );
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

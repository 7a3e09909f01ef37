/** The table in words and as a page with plots. */
import { type Panel, page, plotOf, short, table } from '../lab/index.ts';
import type { Row } from './case.ts';
import { aligned, spreadText } from './spread.ts';

export interface Where {
  readonly version: string;
  readonly machine: string;
  readonly node: string;
  readonly date: string;
  readonly rounds: number;
  readonly quick: boolean;
}

const wanted = ({ most, least }: Row): string => (most === undefined ? `≥ ${least}` : `≤ ${most}`);

const verdictOf = ({ wrong, met }: Row): string =>
  wrong ? 'WRONG' : met === undefined ? 'not compared' : met ? 'met' : 'not met';

/** Of the medians; in brackets the least and the most of a round. */
const ratioOf = ({ ratio, ratios }: Row): string =>
  `${ratio!.toFixed(2)} (${Math.min(...ratios!).toFixed(2)}–${Math.max(...ratios!).toFixed(2)})`;

/** Where numbers begin, below each other from row to row unless a name is longer. */
const COLUMN = 14;

/** A row as lines for a terminal. */
export function linesOf(row: Row): string {
  const width = Math.max(COLUMN, ...row.sides.map(({ name }) => name.length + 2));
  const ratio = row.ratio === undefined ? '' : `${ratioOf(row)}, wanted ${wanted(row)}: `;
  return [
    `${row.id.padEnd(COLUMN - 2)}  ${row.title}`,
    ...row.sides.map((side) => `  ${side.name.padEnd(width)}${spreadText(side)} ${row.unit}`),
    `  ${row.of}: ${ratio}${verdictOf(row)}`,
    ...row.notes.map((note) => `  ${note}`),
    ...(row.wrong ? [`  WRONG: ${row.wrong}`] : []),
    '',
  ].join('\n');
}

/** All rows again, a line each. */
export function summaryOf(rows: readonly Row[]): string {
  return aligned([
    ['', 'ours', 'beside', 'ratio', 'wanted', ''],
    ...rows.map((row) => [
      row.id,
      short(row.sides[0].median),
      row.at || row.sides.length < 2 ? '' : short(row.sides[1].median),
      row.ratio?.toFixed(2) ?? '',
      wanted(row),
      verdictOf(row),
    ]),
  ]);
}

export function reportOf(rows: readonly Row[], where: Where): string {
  const facts = [
    ['Selvedge', where.version],
    ['machine', where.machine],
    ['Node', where.node],
    ['date', where.date],
    [
      'rounds',
      `${where.rounds}, every side once a round, its quickest batch; medians, with the least and the most`,
    ],
    ['sizes', where.quick ? 'quick: small ones only' : 'full'],
  ];
  const head = ['', 'ours', 'beside', 'unit', 'ratio', 'wanted', '', 'notes'];
  const cells = rows.map((row) => [
    row.title,
    spreadText(row.sides[0]),
    row.sides
      .slice(1)
      .map((side) => `${side.name} ${spreadText(side)}`)
      .join('; '),
    row.unit,
    row.ratio === undefined ? '' : `${row.of}: ${ratioOf(row)}`,
    wanted(row),
    verdictOf(row),
    [...row.notes, ...(row.wrong ? [`wrong: ${row.wrong}`] : [])].join('; '),
  ]);
  const panels = panelsOf(rows);
  const plots = panels.length > 0 ? `<div class="wide">${plotOf('Selvedge on the CPU', panels)}</div>` : '';
  return page(
    'Selvedge on the CPU',
    `${table(facts)}\n<div class="wide">${table(cells, head)}</div>\n${plots}`,
  );
}

const COLOURS = ['#d1495b', '#2e86ab', '#8f8f1f', '#6a4c93'];

/** Every side over the rounds; where a row has sizes, its medians over them. */
function panelsOf(rows: readonly Row[]): Panel[] {
  return rows.map((row, k): Panel => {
    const { id, title, unit, sides, at } = row;
    const y = { label: unit };
    if (at) {
      const points = sides.map(({ median }, side) => [at[side], median] as const);
      const curve = { solver: 'ours', label: 'ours', style: { colour: COLOURS[0] }, points };
      return { id, title, beside: k % 2 === 1, x: { label: 'particles', log: true }, y, curves: [curve] };
    }
    const curves = sides.map(({ name, samples }, side) => ({
      solver: name,
      label: name,
      style: { colour: COLOURS[side % COLOURS.length] },
      points: samples.map((value, round) => [round + 1, value] as const),
    }));
    return { id, title, beside: k % 2 === 1, x: { label: 'round' }, y, curves };
  });
}

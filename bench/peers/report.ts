/** The comparison in words and as a page with plots. */
import { type Panel, page, plotOf, short, table } from '../../lab/index.ts';
import type { Where } from '../report.ts';
import { type Kept, keptFive } from '../results.ts';
import { aligned, spreadText } from '../spread.ts';
import { type Compared, type Finding, placeName } from './compare.ts';
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
    cpu ? spreadText(cpu) : '',
    wall ? spreadText(wall) : '',
    ...(strain ? [percent(strain.mean), percent(strain.p99), percent(strain.max)] : ['', '', '']),
    memory === undefined ? '' : String(Math.round(memory)),
    first === undefined ? '' : String(Math.round(first)),
    notes.join('; '),
  ];
}

const FINDINGS_HEAD = ['ours', 'peer', 'its time at our strain', 'wanted', 'its mean strain in our time'];

function findingCells({ ours, theirs, atEqualStrain, wanted, met, atEqualTime }: Finding): string[] {
  const verdict = wanted === undefined ? '' : `≥ ${wanted}×: ${met ? 'met' : 'not met'}`;
  return [ours, theirs, timeOf(atEqualStrain), verdict, strainIn(atEqualTime)];
}

/** One of the two was left out or diverges, which its notes say; or no count of the peer takes as long. */
const MISSING = 'not compared';

function timeOf(at: Finding['atEqualStrain']): string {
  if (!at) return MISSING;
  const { above, atMost } = at;
  if (atMost === undefined) return above === undefined ? MISSING : `> ${above.toFixed(1)}×, never as low`;
  return above === undefined ? `≤ ${atMost.toFixed(1)}×` : `${above.toFixed(1)}–${atMost.toFixed(1)}×`;
}

function strainIn(at: Finding['atEqualTime']): string {
  if (!at) return MISSING;
  const { iterations, strain, time } = at;
  const how = strain === undefined ? 'diverges' : `${strain.toFixed(2)}×`;
  return `${how} (${iterations} iterations, ${time.toFixed(2)}× as long)`;
}

const absentCells = ({ absent }: Compared): string[][] => absent.map(({ peer, reason }) => [peer, reason]);

/** A scene as lines for a terminal. */
export function comparedLines(compared: Compared): string {
  const { scene, title, placed, findings } = compared;
  const parts = [
    aligned([HEAD, ...placed.map(cellsOf)], '  '),
    aligned([FINDINGS_HEAD, ...findings.map(findingCells)], '  '),
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

export const factLines = (facts: readonly Facts[]): string =>
  aligned([FACTS_HEAD, ...facts.map(factCells)], '  ');

export function peersReport(all: readonly Compared[], facts: readonly Facts[], where: Where): string {
  const surroundings = [
    ['Selvedge', where.version],
    ['machine', where.machine],
    ['Node', where.node],
    ['date', where.date],
    ['sizes', where.quick ? 'quick: a small cloth, half a second' : 'full: five seconds, the last one timed'],
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

const COLOURS = [
  '#d1495b',
  '#2e86ab',
  '#8f8f1f',
  '#6a4c93',
  '#3a7d44',
  '#c26a00',
  '#1b9e9e',
  '#b0488f',
  '#5d5d5d',
  '#8b5a2b',
];

/** Mean strain against time, a curve for each engine; what diverges has no point. */
function panelOf({ scene, title, particles, placed }: Compared): Panel {
  const engines = [...new Set(placed.map((one) => one.title))];
  const curves = engines.map((engine, k) => ({
    solver: engine,
    label: engine,
    style: { colour: COLOURS[k % COLOURS.length] },
    points: placed
      .flatMap((one) =>
        one.title === engine && one.strain && one.cpu
          ? [[one.cpu.median, 100 * one.strain.mean] as const]
          : [],
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

/** What is kept of a scene: our default beside jolt-physics at its own; and what is wanted of ours at equal strain. */
export function keptOfPeers({ scene, placed, findings }: Compared): Kept[] {
  const [ours, theirs] = ['ours', 'jolt'].map((id) => placed.find((one) => one.peer === id && one.isDefault));
  const wanted = findings
    .filter((finding) => finding.wanted !== undefined)
    .flatMap((finding) => {
      const mine = placed.find((one) => placeName(one) === finding.ours);
      const { iterations } = finding.atEqualStrain ?? {};
      const rival = placed.find((one) => one.title === finding.theirs && one.iterations === iterations);
      return rival ? framesBeside(`${scene} ${mine?.peer} at equal strain`, mine, rival) : [];
    });
  return [...framesBeside(scene, ours, theirs), ...wanted];
}

/** Frame by frame. */
function framesBeside(id: string, ours: Placed | undefined, theirs: Placed | undefined): Kept[] {
  if (!ours?.cpu) return [];
  const { samples } = ours.cpu;
  const row = {
    id,
    unit: 'CPU ms a frame',
    ours: keptFive(samples),
    of: theirs ? `${placeName(theirs)} / ours` : '',
  };
  const ratios = theirs?.cpu && samples.map((ms, frame) => theirs.cpu!.samples[frame] / ms);
  return [{ ...row, ...(ratios ? { ratio: keptFive(ratios) } : {}), isSpeedup: true }];
}

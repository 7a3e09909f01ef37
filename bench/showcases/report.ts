/** The showcases in words and as a page with a plot. */

import { PHASES, type Phase } from '../../engine/program.ts';
import { countOf, type Panel, page, plotOf, short, table } from '../../lab/index.ts';
import type { Where } from '../report.ts';
import { aligned } from '../spread.ts';
import type { Figure } from './figures.ts';
import type { Shown } from './measure.ts';

const paperOf = ({ where, springs, ms, fps }: Figure): string =>
  [
    ...(ms === undefined ? [] : [`${ms} ms a step`]),
    ...(fps === undefined ? [] : [`${fps} fps`]),
    ...(springs === undefined ? [] : [`${springs} springs`]),
    where,
  ].join(', ');

const milliseconds = (value: number): string => value.toFixed(value < 0.1 ? 3 : 2);

/** The phases that took time in any of them, in the step's order. */
const phasesOf = (all: readonly Shown[]): Phase[] =>
  PHASES.filter((phase) => all.some(({ ms }) => ms.phases[phase] !== undefined));

function headOf(phases: readonly Phase[]): string[] {
  return [
    '',
    'particles',
    'springs',
    'steps a frame',
    'parts',
    'ms a step',
    ...phases,
    'fps',
    'papers, GTX 970',
  ];
}

function cellsOf(one: Shown, phases: readonly Phase[]): string[] {
  const { particles, springs, stepsPerFrame, parts, ms, fps, paper } = one;
  return [
    one.id,
    String(particles),
    String(springs),
    String(stepsPerFrame),
    String(parts),
    milliseconds(ms.perStep),
    ...phases.map((phase) => (ms.phases[phase] === undefined ? '' : milliseconds(ms.phases[phase]))),
    String(Math.round(fps)),
    paper ? paperOf(paper) : '',
  ];
}

/** One scene as lines for a terminal. */
export function shownLines({ id, title, ms, ...one }: Shown): string {
  const phases = PHASES.filter((phase) => ms.phases[phase] !== undefined);
  const threads = one.threads > 0 ? `, ${countOf(one.threads, 'thread')}` : '';
  const parts = one.parts > 1 ? `, each in ${one.parts} parts` : '';
  const rows = [
    title === '' ? id : `${id}: ${title}`,
    `${countOf(one.particles, 'particle')}, ${countOf(one.springs, 'spring')}, ${countOf(one.colliders, 'collider')}; ${one.solver}`,
    `${one.backend}${threads}, ${one.storage}`,
    `${countOf(one.steps, 'step')} of ${short(1000 * one.timestep)} ms, ${one.stepsPerFrame} a frame${parts}`,
    `${milliseconds(ms.perStep)} ms a step: ${phases.map((phase) => `${phase} ${milliseconds(ms.phases[phase]!)}`).join(', ')}`,
    `room for ${Math.round(one.fps)} frames a second`,
    ...(one.paper ? [`paper: ${paperOf(one.paper)}`] : []),
    ...(one.faults > 0 ? [`${countOf(one.faults, 'particle')} left the numbers`] : []),
    ...one.warnings.map((line) => `warning: ${line}`),
  ];
  return `${rows.join('\n  ')}\n\n`;
}

/** All of them again, a line each. */
export function shownSummary(all: readonly Shown[]): string {
  const phases = phasesOf(all);
  const cells = [headOf(phases), ...all.map((one) => cellsOf(one, phases))];
  return aligned(cells);
}

export function showcasesReport(all: readonly Shown[], where: Omit<Where, 'rounds'>): string {
  const phases = phasesOf(all);
  const facts = [
    ['Selvedge', where.version],
    ['machine', where.machine],
    ['Node', where.node],
    ['date', where.date],
    ['length', where.quick ? 'quick: the first tenth of a second' : "each scene's whole run"],
  ];
  const how = all.map(({ id, title, solver, backend, threads, storage, steps, torn, touching }) => [
    id,
    title,
    solver,
    `${backend}${threads > 0 ? `, ${countOf(threads, 'thread')}` : ''}`,
    storage,
    ...[steps, touching, torn].map(String),
  ]);
  const howHead = ['', '', 'solver', 'backend', 'storage', 'steps', 'touching at the end', 'torn'];
  return page(
    'Selvedge, showcases',
    `${table(facts)}
<div class="wide">${table(
      all.map((one) => cellsOf(one, phases)),
      headOf(phases),
    )}</div>
<p>Milliseconds a step, all its parts together, means over the run. fps is what these steps leave room for; the papers' are of drawn frames.</p>
<div class="wide">${table(how, howHead)}</div>
<div class="wide">${plotOf('Milliseconds a step', [panelOf(all)])}</div>`,
  );
}

/** Time against springs, ours and the papers'. */
function panelOf(all: readonly Shown[]): Panel {
  const bySprings = ([a]: readonly [number, number], [b]: readonly [number, number]) => a - b;
  const ours = all.map(({ springs, ms }) => [Math.max(1, springs), ms.perStep] as const).toSorted(bySprings);
  const theirs = all
    .flatMap(({ paper }) => (paper?.springs && paper.ms ? [[paper.springs, paper.ms] as const] : []))
    .toSorted(bySprings);
  const curves = [
    { solver: 'ours', label: 'here', style: { colour: '#d1495b', dots: true }, points: ours },
    { solver: 'PNF18', label: 'PNF18, GTX 970', style: { colour: '#2e86ab', dots: true }, points: theirs },
  ];
  return {
    id: 'showcases',
    title: 'A step of each showcase',
    x: { label: 'springs', log: true },
    y: { label: 'ms a step', log: true },
    curves: curves.filter(({ points }) => points.length > 0),
  };
}

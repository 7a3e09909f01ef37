/** The statistics over the picture. */
import { countsOf, findMethod, type Statistics, type World } from 'selvedge';
import { element } from './dom.ts';
import { count, digits, percent, quantity } from './format.ts';

export interface Frame {
  readonly world: World;
  readonly statistics: Statistics;
  readonly drawnBy: string;
  readonly framesPerSecond: number;
  /** Simulated seconds per second; undefined while paused. */
  readonly speed: number | undefined;
}

/** In short over the picture, in full in the panel. */
export class Overlay {
  constructor(
    readonly summary: HTMLElement,
    readonly table: HTMLElement,
  ) {}

  get isShown(): boolean {
    return !this.summary.hidden;
  }

  set isShown(isShown: boolean) {
    this.summary.hidden = !isShown;
    this.table.hidden = !isShown;
  }

  show(frame: Frame): void {
    this.summary.replaceChildren(...linesOf(frame).map((line) => element('p', line)));
    const list = document.createElement('dl');
    for (const [name, value] of rowsOf(frame)) list.append(element('dt', name), element('dd', value));
    this.table.replaceChildren(list);
  }

  clear(): void {
    this.summary.replaceChildren();
    this.table.replaceChildren();
  }
}

function linesOf({ world, statistics, framesPerSecond, speed }: Frame): string[] {
  const { backend, model } = world;
  const { particles, springs } = countsOf(model);
  const { ms } = statistics;
  const cost = ms.perStep > 0 ? `${digits(ms.perStep)} ms per step` : 'step not measured yet';
  const pace = speed === undefined ? 'paused' : `${digits(speed)} × real time`;
  return [
    `${backend.name}: ${backend.description}`,
    solverOf(world, statistics),
    ...(statistics.solver.why ? [statistics.solver.why] : []),
    `${count(particles)} particles, ${count(springs)} springs`,
    `${framesPerSecond.toFixed(0)} fps, ${cost}, ${pace}`,
    ...unseen(statistics.contact).map(([, what]) => what),
  ];
}

/** The method, with what it chose, and outer × inner iterations as far as there are such. */
function solverOf({ method }: World, { solver }: Statistics): string {
  const { outer, inner } = solver.parameters;
  const title = findMethod(solver.id).title;
  const counts = [outer, inner].filter((count) => count !== undefined).join(' × ');
  const chosen = method.id === solver.id ? title : `${method.id} → ${title}`;
  return counts ? `${chosen}, ${counts}` : chosen;
}

const capital = (name: string) => name[0].toUpperCase() + name.slice(1);

function rowsOf({ world, statistics, drawnBy }: Frame): [name: string, value: string][] {
  const { method, model } = world;
  const { error, strain, energy, ms, substeps, iterations, contact, faults } = statistics;
  const rows: [string, string][] = [
    ['Error, eq. (7)', `${digits(error)} m²`],
    ['Strain, mean', percent(strain.mean)],
    ['Strain, max', percent(strain.max)],
    ['Energy, kinetic', quantity(energy.kinetic, 'J')],
    ['Energy, spring', quantity(energy.spring, 'J')],
    ['Energy, potential', quantity(energy.potential, 'J')],
    ...(substeps === 1 ? [] : [['Substeps', count(substeps)] as [string, string]]),
    ...(method.budget === undefined ? [] : [['Outer', count(iterations)] as [string, string]]),
    ...Object.entries(statistics.method).map(([name, value]): [string, string] => [
      capital(name),
      Number.isInteger(value) ? count(value) : digits(value),
    ]),
    ...Object.entries(ms.phases).map(([phase, each]): [string, string] => [
      `Step, ${phase}`,
      `${digits(each)} ms`,
    ]),
    ...tornRows(world, statistics),
    ...contactRows(world, contact),
    ['Colours', count(model.colours.length)],
    ['Time', `${world.time.toFixed(2)} s, ${count(world.steps)} steps`],
    ['Drawn by', drawnBy],
  ];
  if (faults > 0) rows.push(['Faults', `${count(faults)} particles left the numbers and were put back`]);
  return rows;
}

/** Springs that are gone, and particles that became two: where cloth splits it is these that open it. */
function tornRows({ model }: World, { torn, split }: Statistics): [string, string][] {
  const rows: [string, string][] = [];
  if (model.strengths || torn > 0) rows.push(['Torn', `${count(torn)} springs`]);
  if (split > 0) rows.push(['Split', `${count(split)} particles`]);
  return rows;
}

/** How many particles touch something, and what contact may not have seen. */
function contactRows(world: World, contact: Statistics['contact']): [string, string][] {
  const rows: [string, string][] = [];
  if (world.colliders.length > 0) rows.push(['On colliders', `${count(contact.touching)} particles`]);
  return [...rows, ...unseen(contact)];
}

/** What contact may not have seen, since the beginning. */
function unseen({ missed, tooFast }: Statistics['contact']): [string, string][] {
  const rows: [string, string][] = [];
  if (missed > 0)
    rows.push(['Missed', `${count(missed)} contacts found no room: more than 16 a particle in the mean`]);
  if (tooFast) rows.push(['Too fast', 'particles may have passed each other unseen']);
  return rows;
}

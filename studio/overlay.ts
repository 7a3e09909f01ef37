/** The statistics over the picture. */
import { findMethod, type Statistics, type World } from 'selvedge';
import { count, digits, percent, quantity } from './format.ts';

export interface Frame {
  readonly world: World;
  readonly statistics: Statistics;
  readonly drawnBy: string;
  readonly framesPerSecond: number;
  /** Simulated seconds per second; undefined while paused. */
  readonly speed: number | undefined;
}

type Row = readonly [name: string, value: string, isDetail?: boolean];

export class Overlay {
  constructor(readonly element: HTMLElement) {}

  get isShown(): boolean {
    return !this.element.hidden;
  }

  show(frame: Frame): void {
    const list = document.createElement('dl');
    for (const [name, value, isDetail] of rowsOf(frame)) {
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      detail.textContent = value;
      for (const part of [term, detail]) part.classList.toggle('detail', isDetail === true);
      list.append(term, detail);
    }
    this.element.replaceChildren(list);
  }
}

function rowsOf({ world, statistics, drawnBy, framesPerSecond, speed }: Frame): Row[] {
  const { backend, method, model } = world;
  const { error, strain, energy, ms, iterations, faults } = statistics;
  const phases = Object.entries(ms.phases).map(([phase, each]) => `${phase} ${digits(each)}`);
  const pace = speed === undefined ? 'paused' : `${digits(speed)} × real time`;
  const rows: Row[] = [
    ['Backend', `${backend.name} · ${backend.description}`],
    ['Solver', findMethod(method.id).title],
    ['Drawn by', drawnBy, true],
    ['Particles', count(model.particles)],
    ['Springs', `${count(model.springs)} in ${model.colours.length} colours`],
    ['Frames', `${framesPerSecond.toFixed(0)} fps · ${pace}`],
    ['Step', ms.perStep > 0 ? `${digits(ms.perStep)} ms` : 'not measured yet'],
    ['Phases, ms', phases.join(' · ') || '–', true],
    ['Iterations', `${iterations} × ${method.inner}, ω ${method.omega}`],
    ['Error, eq. (7)', quantity(error, 'm²'), true],
    ['Strain', `mean ${percent(strain.mean)}, max ${percent(strain.max)}`],
    [
      'Energy',
      `kinetic ${quantity(energy.kinetic, 'J')} · spring ${quantity(energy.spring, 'J')} · potential ${quantity(energy.potential, 'J')}`,
      true,
    ],
    ['Time', `${world.time.toFixed(2)} s · ${count(world.steps)} steps`],
  ];
  if (faults > 0) rows.push(['Faults', `${count(faults)} particles left the numbers and were put back`]);
  return rows;
}

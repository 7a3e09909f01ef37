/**
 * Elements in the local step of projective dynamics. Links in the rows give −S y; what is left of a local step is S-free: every element
 * projects, leaves w c p at its corners, and each particle gathers.
 */
import type { Setting, Takes } from '../methods/method.ts';
import type { Model } from '../model.ts';
import { call, type MemoryPlan, type Phase, type Program } from '../program.ts';
import { type Incidence, incidenceOf } from './elements.ts';
import { type Elements, namesOf } from './force.ts';
import { gather } from './gather/gather.ts';
import { scaleRows } from './gather/scale-rows.ts';
import { FORCES } from './index.ts';

/** What a method takes that alternates local and global steps. */
export const PROJECTED: Takes = { forces: FORCES.map(({ id }) => id), constraints: ['targets'] };

export const PROJECTION_KERNELS = [gather, scaleRows, ...FORCES.map(({ kernels }) => kernels.pull)];

interface Projected {
  readonly sets: readonly Elements[];
  readonly incidence: Incidence;
  /** Slots of particles with elements, as ranges. */
  readonly slots: readonly (readonly [first: number, end: number])[];
}

const projected = new WeakMap<Model, Projected>();

/** The forces with an element that has something to project. */
function projectedOf(model: Model): Projected {
  const known = projected.get(model);
  if (known) return known;
  const sets = Object.values(model.forces).filter(({ force, count, numbers }) => {
    for (let e = 0; e < count; e++) if (force.projects(numbers, e * force.numbers)) return true;
    return false;
  });
  const incidence = incidenceOf(model.particles, sets);
  const made = { sets, incidence, slots: withElements(incidence) };
  projected.set(model, made);
  return made;
}

function withElements({ starts }: Incidence): [number, number][] {
  const slots: [number, number][] = [];
  for (let slot = 0; slot + 1 < starts.length; slot++) {
    if (starts[slot] === starts[slot + 1]) continue;
    const last = slots.at(-1);
    if (last?.[1] === slot) last[1]++;
    else slots.push([slot, slot + 1]);
  }
  return slots;
}

/** What `Setting.addedTo` is for elements. */
export const projectedSlots = (model: Model): Projected['slots'] => projectedOf(model).slots;

/** The elements of each force: buffers of every world that has some. */
export function elementMemory({ forces }: Pick<Model, 'forces'>): MemoryPlan {
  const constant = { role: 'constant' } as const;
  return Object.assign(
    {},
    ...Object.entries(forces).map(([id, { corners, numbers }]): MemoryPlan => {
      const names = namesOf(id);
      return {
        [names.corners]: {
          ...constant,
          element: 'u32',
          domain: names.corners,
          length: corners.length,
          initial: corners,
        },
        [names.numbers]: {
          ...constant,
          element: 'vec4',
          domain: names.numbers,
          length: numbers.length / 4,
          initial: numbers,
        },
      };
    }),
  );
}

/** What the local step of elements needs besides; nothing where there are none. */
export function projectionMemory(model: Model): MemoryPlan {
  const { sets, incidence } = projectedOf(model);
  if (sets.length === 0) return {};
  const { particles } = model;
  const constant = { role: 'constant', element: 'u32' } as const;
  const reals = { element: 'real', domain: 'particles', length: particles } as const;
  const { starts, list, corners } = incidence;
  return {
    scales: { ...reals, role: 'prepared' },
    ones: { ...reals, role: 'constant', initial: new Float64Array(particles).fill(1) },
    contributions: { role: 'scratch', element: 'vec4', domain: 'contributions', length: corners },
    incidentStarts: { ...constant, domain: 'particleBounds', length: particles + 1, initial: starts },
    incidents: { ...constant, domain: 'incidents', length: corners, initial: list },
  };
}

/** What `Setting.added` is for elements: after `local`, at y + the δ of this buffer. */
export function recordProjection(model: Model, delta: string, phase: Phase = 'local'): Program {
  return gathered(model, delta, phase, { rhs: 'rhs', scales: 'scales' });
}

/** The same in newtons, for pins too: what elements add to the residual force at the end of a step. */
export const recordPulls = (model: Model, delta: string, pulls: string): Program =>
  gathered(model, delta, 'finish', { rhs: pulls, scales: 'ones' });

function gathered(
  model: Model,
  delta: string,
  phase: Phase,
  bind: { readonly rhs: string; readonly scales: string },
): Program {
  const { sets, incidence } = projectedOf(model);
  if (sets.length === 0) return [];
  return [
    ...sets.map(({ force, count }, k) => {
      const { corners, numbers } = namesOf(force.id);
      return call(force.kernels.pull, {
        phase,
        range: [0, count],
        bind: { delta, corners, numbers },
        scalars: { base: incidence.bases[k], own: 0 },
      });
    }),
    call(gather, { phase, range: [0, model.particles], bind, scalars: {} }),
  ];
}

/**
 * What particles multiply by what they gather: ω over the diagonal of their row, or 1 where rows are not divided. Methods record it where
 * they make their rows.
 */
export function recordScales(
  setting: Pick<Setting, 'model' | 'inertia' | 'springs' | 'masses' | 'added'>,
  omega?: number,
): Program {
  const { model, inertia, springs, masses, added } = setting;
  if (added('delta').length === 0) return [];
  const scalars = {
    entries: model.neighbours.length,
    inertia,
    omega: omega ?? 1,
    divided: omega === undefined ? 0 : 1,
  };
  return [
    call(scaleRows, { phase: 'prepare', range: [0, model.particles], bind: { springs, masses }, scalars }),
  ];
}

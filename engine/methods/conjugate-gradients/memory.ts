/** The buffers of the solve. */
import { incidenceOf } from '../../forces/elements.ts';
import { elementsOf, exactMemory } from '../../forces/exact.ts';
import { blocksIn } from '../../kernel.ts';
import type { Model } from '../../model.ts';
import type { MemoryPlan } from '../../program.ts';
import { STATUS_LENGTH } from './status.ts';

/** The kernels' names for them. */
export const OWN = {
  correction: 'mcgCorrection',
  solution: 'mcgSolution',
  right: 'mcgRight',
  residue: 'mcgResidue',
  conditioned: 'mcgConditioned',
  direction: 'mcgDirection',
  product: 'mcgProduct',
  blocks: 'mcgBlocks',
  tangents: 'mcgTangents',
  sums: 'mcgSums',
  status: 'mcgStatus',
  ended: 'mcgEnded',
} as const;

/** Where no constraint filters: all free, nothing prescribed. */
export const FREE = { filters: 'mcgFilters', changes: 'mcgChanges' } as const;

/** Which corners of a force's elements are a particle's. */
export const incidentsOf = (id: string) =>
  ({ incidentStarts: `${id}IncidentStarts`, incidents: `${id}Incidents` }) as const;

export function mcgMemory(model: Model): MemoryPlan {
  const { particles, springs } = model;
  const numbers = (domain: string, length: number) =>
    ({ role: 'scratch', element: 'f64', domain, length }) as const;
  const vector = numbers('coordinates', 3 * particles);
  const constant = { role: 'constant', element: 'u32' } as const;
  const still = { role: 'constant', element: 'vec4', domain: 'particles', length: particles } as const;
  const { correction, solution, right, residue, conditioned, direction, product } = OWN;
  const vectors = [correction, solution, right, residue, conditioned, direction, product];
  const incidence = elementsOf(model).sets.map(({ elements }): MemoryPlan => {
    const { starts, list } = incidenceOf(particles, [elements]);
    const names = incidentsOf(elements.force.id);
    return {
      [names.incidentStarts]: {
        ...constant,
        domain: 'particleBounds',
        length: particles + 1,
        initial: starts,
      },
      [names.incidents]: { ...constant, domain: 'incidents', length: list.length, initial: list },
    };
  });
  return Object.assign(
    {
      ...Object.fromEntries(vectors.map((name) => [name, vector])),
      [OWN.blocks]: numbers('blocks', 6 * particles),
      [OWN.tangents]: numbers('springTangents', Math.max(1, 6 * springs)),
      [OWN.sums]: numbers('mcgSums', 2 * blocksIn(particles)),
      [OWN.status]: numbers('mcgStatus', STATUS_LENGTH),
      [OWN.ended]: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
      [FREE.filters]: still,
      [FREE.changes]: still,
    },
    elementsOf(model).elements > 0 ? exactMemory(model) : {},
    ...incidence,
  );
}

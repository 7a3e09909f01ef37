/** The buffers of the solve, and the symbolic analysis of the Hessian, which a model needs once. */
import { analyse, minimumDegree, patternOf } from '../../linear/compiled.ts';
import { factorMemory } from '../../linear/memory.ts';
import type { Symbolic } from '../../linear/symbolic.ts';
import type { Model } from '../../model.ts';
import type { MemoryPlan } from '../../program.ts';
import { STATUS_LENGTH } from './status.ts';

/** What both ways of solving need. */
export function newtonMemory({ particles, springs }: Model): MemoryPlan {
  const numbers = (domain: string, length: number) =>
    ({ role: 'scratch', element: 'f64', domain, length }) as const;
  const coordinates = numbers('coordinates', 3 * particles);
  return {
    newtonCorrection: coordinates,
    newtonGradient: coordinates,
    newtonDirection: coordinates,
    newtonScales: numbers('particles', particles),
    newtonDiagonal: numbers('particles', particles),
    newtonBlocks: numbers('blocks', 6 * particles),
    newtonTensors: numbers('tensors', 6 * springs),
    newtonStatus: numbers('newtonStatus', STATUS_LENGTH),
  };
}

/** What conjugate gradients need besides. */
export function conjugateMemory({ particles }: Model): MemoryPlan {
  const vector = { role: 'scratch', element: 'f64', domain: 'coordinates', length: 3 * particles } as const;
  return {
    newtonResidue: vector,
    newtonConditioned: vector,
    newtonSearch: vector,
    newtonProduct: vector,
  };
}

/** What the factorisation needs besides. */
export function directMemory(model: Model): MemoryPlan {
  const { symbolic, tensorPlaces, blockPlaces } = hessianStructure(model);
  const places = (domain: string, initial: Uint32Array) =>
    ({ role: 'constant', element: 'u32', domain, length: initial.length, initial }) as const;
  return {
    ...factorMemory(symbolic, HESSIAN),
    newtonTensorPlaces: places('tensorPlaces', tensorPlaces),
    newtonBlockPlaces: places('blocks', blockPlaces),
  };
}

/** Begins the names of the factor's buffers. */
export const HESSIAN = 'newtonHessian';

export interface HessianStructure {
  readonly symbolic: Symbolic;
  /** Where in the panels each spring's nine numbers go: row of its first end by column of its second. */
  readonly tensorPlaces: Uint32Array;
  /** Where each particle's six go: xx, yx, zx, yy, zy, zz. */
  readonly blockPlaces: Uint32Array;
}

const structures = new WeakMap<Model, HessianStructure>();

/**
 * The particles are ordered by minimum degree, by their ids as in `springAnalysis`, and each stands for its three
 * coordinates: these have the same neighbours, so that ordering the 3n columns themselves would only take longer.
 */
export function hessianStructure(model: Model): HessianStructure {
  const known = structures.get(model);
  if (known) return known;
  const { particles, springs, ends, idOf, slotOf } = model;
  const byId = patternOf(
    particles,
    ends.map((slot) => idOf[slot]),
  );
  const order = new Int32Array(3 * particles);
  minimumDegree(byId.pattern).forEach((id, k) => {
    for (let c = 0; c < 3; c++) order[3 * k + c] = 3 * slotOf[id] + c;
  });
  const pairs = new Uint32Array(18 * springs + 12 * particles);
  let at = 0;
  for (let s = 0; s < springs; s++)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++) {
        pairs[at++] = 3 * ends[2 * s] + row;
        pairs[at++] = 3 * ends[2 * s + 1] + column;
      }
  for (let i = 0; i < particles; i++)
    for (let row = 0; row < 3; row++)
      for (let column = row; column < 3; column++) {
        pairs[at++] = 3 * i + column;
        pairs[at++] = 3 * i + row;
      }
  const { pattern, places } = patternOf(3 * particles, pairs);
  const symbolic = analyse(pattern, order);
  const panelPlaces = Uint32Array.from(places, (entry) => symbolic.places[entry]);
  const structure = {
    symbolic,
    tensorPlaces: panelPlaces.slice(0, 9 * springs),
    blockPlaces: panelPlaces.slice(9 * springs),
  };
  structures.set(model, structure);
  return structure;
}

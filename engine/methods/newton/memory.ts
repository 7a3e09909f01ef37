/** The buffers of the solve. */
import { exactMemory } from '../../forces/exact.ts';
import { factorMemory } from '../../linear/memory.ts';
import type { Model } from '../../model.ts';
import type { MemoryPlan } from '../../program.ts';
import { hessianOf } from './hessian.ts';
import { STATUS_LENGTH } from './status.ts';

/** What both ways of solving need. */
export function newtonMemory(model: Model): MemoryPlan {
  const { particles, springs } = model;
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
    newtonLengths: numbers('lengths', 1),
    newtonSearched: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
    newtonEnded: { role: 'scratch', element: 'u32', domain: 'one', length: 1 },
    ...exactMemory(model),
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
  const { symbolic, tensorPlaces, couplePlaces, blockPlaces } = hessianOf(model);
  const places = (domain: string, initial: Uint32Array) =>
    ({ role: 'constant', element: 'u32', domain, length: initial.length, initial }) as const;
  return {
    ...factorMemory(symbolic, HESSIAN),
    newtonTensorPlaces: places('tensorPlaces', tensorPlaces),
    ...(couplePlaces.length > 0 && { newtonCouplePlaces: places('couplePlaces', couplePlaces) }),
    newtonBlockPlaces: places('blocks', blockPlaces),
  };
}

/** Begins the names of the factor's buffers. */
export const HESSIAN = 'newtonHessian';

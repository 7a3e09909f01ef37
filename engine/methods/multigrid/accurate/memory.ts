import { blocksIn } from '../../../kernel.ts';
import type { Model } from '../../../model.ts';
import type { MemoryPlan } from '../../../program.ts';
import { STATUS_LENGTH } from './status.ts';

/** Names of buffers, by their names in the kernels. */
export const ACCURATE = {
  /** The current δ; `delta` belongs to the cycle. */
  iterate: 'accurateDelta',
  force: 'accurateForce',
  before: 'accurateBefore',
  direction: 'accurateDirection',
  sums: 'accurateSums',
  status: 'accurateStatus',
} as const;

export function accurateMemory({ particles, springs }: Model): MemoryPlan {
  const vectors = { role: 'scratch', element: 'vec4', domain: 'particles', length: particles } as const;
  const blocks = Math.max(blocksIn(particles), blocksIn(springs));
  return {
    [ACCURATE.iterate]: vectors,
    [ACCURATE.force]: vectors,
    [ACCURATE.before]: vectors,
    [ACCURATE.direction]: vectors,
    [ACCURATE.sums]: { ...vectors, domain: 'blocks', length: blocks },
    [ACCURATE.status]: { role: 'scratch', element: 'real', domain: 'status', length: STATUS_LENGTH },
  };
}

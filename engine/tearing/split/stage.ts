/** Splitting as a stage of the step: before springs tear. */
import type { Stage } from '../../stage.ts';
import { openSeams } from './open-seams.ts';
import { partParticles } from './part-particles.ts';
import { partQuads } from './part-quads.ts';
import { canSplit, recordSplit, splitMemory } from './plan.ts';
import { sewSprings } from './sew-springs.ts';
import { sideQuads } from './side-quads.ts';
import { splitOf, tornOf } from './torn.ts';
import { unpin } from './unpin.ts';
import { worstSpring } from './worst-spring.ts';

export const splitting: Stage = {
  id: 'split',
  changes: 'tearing',
  kernels: [worstSpring, openSeams, sewSprings, partParticles, partQuads, sideQuads, unpin],
  memory: ({ model }) => splitMemory(model),
  record: ({ model }) => (model.strengths ? recordSplit(model) : []),
  // With four versions of every spring, the number of live ones does not show how many are torn.
  report: ({ model }) =>
    canSplit(model)
      ? {
          buffers: ['springs', 'masses'],
          of: ([springs, masses]) => ({
            torn: countOf(tornOf(model, springs)),
            split: countOf(splitOf(model, masses)),
          }),
        }
      : undefined,
};

const countOf = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

/** Implicit Euler, linearised, by conjugate gradients: [HAN15] Alg. 1. */
import { EXACT_KERNELS } from '../../forces/exact.ts';
import { FORCES } from '../../forces/index.ts';
import { springTangents } from '../../forces/springs/spring-tangents.ts';
import { defineMethod } from '../method.ts';
import { newtonFinish } from '../newton/newton-finish.ts';
import { ITERATIONS, TOLERANCE } from '../parameters.ts';
import { coupleProduct } from './couple-product.ts';
import { mcgAdvance } from './mcg-advance.ts';
import { mcgBegin } from './mcg-begin.ts';
import { mcgDirection } from './mcg-direction.ts';
import { mcgProduct } from './mcg-product.ts';
import { mcgRight } from './mcg-right.ts';
import { mcgStart } from './mcg-start.ts';
import { mcgSums } from './mcg-sums.ts';
import { mcgTurn } from './mcg-turn.ts';
import { mcgMemory } from './memory.ts';
import { mcgProgram } from './solve.ts';
import { REPORT } from './status.ts';

export const mcg = defineMethod({
  id: 'mcg',
  aliases: [],
  title: 'Implicit Euler by conjugate gradients',
  citation: '[HAN15] Alg. 1',
  when: 'To compare with the paper and with engines that linearise each step: one system in float64, without a factorisation, for springs, triangles and hinges.',
  takes: { forces: FORCES.map(({ id }) => id), constraints: ['projection'] },
  parameters: {
    iterations: { ...ITERATIONS, default: 500 },
    tolerance: { ...TOLERANCE, default: 1e-4 },
    compression: {
      choices: ['projected', 'plain'],
      default: 'projected',
      label: 'Compression',
      help: 'Whether pressed springs push across themselves in the matrix: projected drops that, as [HAN15] Eq. (6) does; plain keeps it.',
    },
    preconditioner: {
      choices: ['block', 'none'],
      default: 'block',
      label: 'Preconditioner',
      help: 'What conjugate gradients are preconditioned with: the 3×3 block of each particle, or nothing, as the paper has it.',
    },
  },
  isLinearised: true,
  dampsForces: true,
  enough: { iterations: 2000, tolerance: 1e-10 },
  report: () => ({ buffer: 'mcgStatus', labels: REPORT }),
  kernels: [
    ...EXACT_KERNELS,
    springTangents,
    ...[mcgBegin, mcgRight, coupleProduct, mcgProduct, mcgStart, mcgSums, mcgTurn, mcgAdvance, mcgDirection],
    newtonFinish,
  ],
  scratch: ({ model }) => mcgMemory(model),
  prepare: () => [],
  record: (setting) => ({ program: mcgProgram(setting, setting.values), correction: 'delta' }),
});

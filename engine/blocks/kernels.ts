/** The kernels on blocks. */
import type { Kernel } from '../kernel.ts';
import { blockAdvance } from './block-advance.ts';
import { blockBring } from './block-bring.ts';
import { blockEnter } from './block-enter.ts';
import { blockFinish } from './block-finish.ts';
import { blockGive } from './block-give.ts';
import { blockLeave } from './block-leave.ts';
import { blockLocal } from './block-local.ts';
import { blockPredict } from './block-predict.ts';
import { blockRests } from './block-rests.ts';
import { blockShow } from './block-show.ts';
import { blockSweeps } from './block-sweeps.ts';
import { blockTake } from './block-take.ts';
import { blockWeigh } from './block-weigh.ts';
import { LEVEL_KERNELS } from './levels/levels.ts';

export const BLOCK_KERNELS: readonly Kernel[] = [
  blockWeigh,
  blockRests,
  blockTake,
  blockAdvance,
  blockPredict,
  blockEnter,
  blockLocal,
  blockShow,
  blockBring,
  blockSweeps,
  blockLeave,
  blockFinish,
  blockGive,
  ...LEVEL_KERNELS,
];

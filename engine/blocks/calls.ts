/** Calls on the particles of a cloth in blocks, its finest level. */
import type { Kernel } from '../kernel.ts';
import type { Finish, Prediction } from '../meaning.ts';
import { type Call, call, type Phase, type Program, repeat } from '../program.ts';
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
import { over } from './blocks.ts';
import { foursOf, threesOf } from './geometry.ts';
import type { Blocks } from './grids.ts';

/**
 * Bytes between the first and the last half-sweep of a pass, at most. Ten sweeps, a particle, block by block (EPYC, 512 KiB of
 * second cache, Node 20): at 1000 × 1000 11.4 ns in one pass of 1.1 MB, 11.7 in two, 13.1 in five; at 400 × 400 10.3 in one of 0.4 MB, 9.5 in two.
 */
const IN_HAND = 2 ** 21;

/** A kernel over all of a cloth, with these scalars besides its geometry. */
function overAll(kernel: Kernel, grid: Blocks, phase: Phase, more: Call['scalars'] = {}): Call {
  const { range, bind, scalars } = over(grid);
  return call(kernel, { phase, range, bind, scalars: { ...more, ...scalars } });
}

export const weightsOf = (grid: Blocks): Call => overAll(blockWeigh, grid, 'prepare');

/** Rest lengths of the springs in this buffer. */
export function restsOf(grid: Blocks, springs: string): Call {
  const { bind, ...rest } = over(grid);
  return call(blockRests, { phase: 'prepare', ...rest, bind: { ...bind, springs } });
}

/** y and δ into blocks, and δ out of them. */
export const enterOf = (grid: Blocks): Call => overAll(blockEnter, grid, 'local');
export const leaveOf = (grid: Blocks): Call => overAll(blockLeave, grid, 'finish');

/** δ and right-hand sides out of the blocks for what adds to them, and the right-hand sides back. */
export const showOf = (grid: Blocks): Call => overAll(blockShow, grid, 'local');
export const bringOf = (grid: Blocks): Call => overAll(blockBring, grid, 'local');

/** The prediction with the way into blocks, and the end of a step with the way out. */
export const predictOf = (grid: Blocks, { scalars }: Prediction): Call =>
  overAll(blockPredict, grid, 'predict', scalars);
export const finishOf = (grid: Blocks, { scalars }: Finish): Call =>
  overAll(blockFinish, grid, 'finish', scalars);

/** The same where what moves stays in blocks for several steps: before the first, between two, after the last. */
export const takeOf = (grid: Blocks, { scalars }: Prediction): Call =>
  overAll(blockTake, grid, 'predict', scalars);
export const advanceOf = (grid: Blocks, { scalars: { damping } }: Prediction, { scalars }: Finish): Call =>
  overAll(blockAdvance, grid, 'finish', { ...scalars, damping });
export const giveOf = (grid: Blocks, { scalars }: Finish): Call =>
  overAll(blockGive, grid, 'finish', scalars);

/** `isFresh`: δ is 0 before it. */
export const localOf = (grid: Blocks, isFresh: boolean): Call =>
  overAll(blockLocal, grid, 'local', { isFresh: Number(isFresh) });

/** Sweeps in passes over memory, as even as can be, each of so many that what it has in hand stays in a cache. */
export function sweepsOf(
  grid: Blocks,
  sweeps: number,
  keep: number,
  threads: number,
  isFresh: boolean,
): Program {
  const { range } = over(grid);
  const bytesOfPair = (16 * (threesOf(grid) + foursOf(grid))) / range[1];
  const most = Math.max(1, Math.floor(IN_HAND / bytesOfPair / 2));
  const passes = Math.ceil(sweeps / most);
  const share = Math.ceil(range[1] / threads); // as execute.as.ts cuts it
  const pass = (count: number, fresh: boolean) =>
    overAll(blockSweeps, grid, 'global', { keep, share, sweeps: count, isFresh: Number(fresh) });
  const [less, more] = [Math.floor(sweeps / passes), sweeps % passes];
  const first = more > 0 ? less + 1 : less;
  // After the first one.
  const [longer, shorter] = more > 0 ? [more - 1, passes - more] : [0, passes - 1];
  return [
    pass(first, isFresh),
    ...(longer > 0 ? [repeat(longer, pass(less + 1, false))] : []),
    ...(shorter > 0 ? [repeat(shorter, pass(less, false))] : []),
  ];
}

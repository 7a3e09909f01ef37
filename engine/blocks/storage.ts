/**
 * How sweeps are stored where a backend computes four numbers at once: cloths of structural springs in blocks, all else in rows of
 * neighbours. A method records its program as ever; here the part that is recognised,
 *   repeat(outer, local, repeat(inner, relax colour 0, relax colour 1, …))
 * or, with a V-cycle,
 *   repeat(outer, local, residuals, restriction, …, relaxJacobi, …, prolongation, repeat(sweeps, relax colour 0, …))
 * is put in other words. Before and after it all buffers are as other kernels expect them; where a step is nothing else, before and after a run.
 */
import type { Kernel } from '../kernel.ts';
import { HIERARCHY } from '../methods/multigrid/hierarchy.ts';
import { restriction } from '../methods/multigrid/restriction.ts';
import { local } from '../methods/projective/local.ts';
import { relax } from '../methods/projective/relax.ts';
import { weigh } from '../methods/projective/weigh.ts';
import type { Model } from '../model.ts';
import { dampen } from '../motion/dampen.ts';
import { finish } from '../motion/finish.ts';
import { predict } from '../motion/predict.ts';
import {
  type Call,
  call,
  type Item,
  joinPlans,
  type Loop,
  type MemoryPlan,
  only,
  type Program,
  repeat,
  replaceCalls,
} from '../program.ts';
import type { Structure } from '../structure.ts';
import { blockAdvance } from './block-advance.ts';
import { blockEnter } from './block-enter.ts';
import { blockFinish } from './block-finish.ts';
import { blockGive } from './block-give.ts';
import { blockLeave } from './block-leave.ts';
import { blockLocal } from './block-local.ts';
import { blockPredict } from './block-predict.ts';
import { blockRests } from './block-rests.ts';
import { blockSweeps } from './block-sweeps.ts';
import { blockTake } from './block-take.ts';
import { blockWeigh } from './block-weigh.ts';
import { buffersOf, memoryOf, over } from './blocks.ts';
import { foursOf, KIND, threesOf } from './geometry.ts';
import { type Blocks, GRIDS } from './grids.ts';
import { CLOTHS } from './levels/cloths.ts';
import { imbalanceOf, joined, LEVEL_KERNELS, Levels } from './levels/levels.ts';
import { type Range, within, without } from './ranges.ts';

export const BLOCK_KERNELS = [
  blockWeigh,
  blockRests,
  blockTake,
  blockAdvance,
  blockPredict,
  blockEnter,
  blockLocal,
  blockSweeps,
  blockLeave,
  blockFinish,
  blockGive,
  ...LEVEL_KERNELS,
] as const;

/**
 * Bytes between the first and the last half-sweep of a pass, at most. Ten sweeps, a particle, block by block (EPYC, 512 KiB of
 * second cache, Node 20): at 1000 × 1000 11.4 ns in one pass of 1.1 MB, 11.7 in two, 13.1 in five; at 400 × 400 10.3 in one of 0.4 MB, 9.5 in two.
 */
const IN_HAND = 2 ** 21;

/** In words: how programs as methods record them hold what they sweep over. */
export const IN_ROWS = 'rows of neighbours';
const IN_BLOCKS = 'grid in blocks of four';

/** What the last step swept over. */
export interface StorageReport {
  /** In words. */
  readonly description: string;
  /** Of cloths in blocks: pairs of rows in which all springs of each particle weigh the same. */
  readonly uniform: number;
  /** And those with a weight per spring: some tore, or are of another stiffness. */
  readonly mixed: number;
}

/** The report of steps that do not use blocks. */
export const ALL_IN_ROWS: StorageReport = { description: IN_ROWS, uniform: 0, mixed: 0 };

export interface Programs {
  readonly prepare: Program;
  readonly step: Program;
}

/** Structures that the storage needs besides those of the method. */
export const structuresBeside = (wanted: readonly Structure[]): readonly Structure[] =>
  wanted.includes(HIERARCHY) ? [GRIDS, CLOTHS] : [GRIDS];

export class Storage {
  readonly #model: Model;
  readonly #grids: readonly Blocks[];
  #levels: Levels | undefined;

  constructor(model: Model) {
    this.#model = model;
    this.#grids = GRIDS.of(model);
  }

  /** The same in blocks, for so many threads; undefined where there is nothing to put into them. */
  inBlocks(recorded: Programs, threads: number): InBlocks | undefined {
    const solve = recorded.step.findIndex((item) => isSolve(item, this.#model));
    if (solve < 0 || this.#grids.length === 0) return undefined;
    const { body } = recorded.step[solve] as Loop;
    const isCycle = body.some((item) => isCall(item) && item.kernel === restriction);
    if (isCycle) this.#levels ??= new Levels(this.#model);
    const levels = isCycle ? this.#levels : undefined;
    const grids = levels?.grids ?? this.#grids;
    const known = body
      .slice(1)
      .every((item) => isSweeps(item, this.#model) || (isCall(item) && levels?.inBlocks(item)));
    if (grids.length === 0 || !known) return undefined;
    return new InBlocks(this.#model, recorded, solve, grids, levels, threads);
  }
}

/** Programs in blocks. */
export class InBlocks implements Programs {
  readonly prepare: Program;
  readonly step: Program;
  /** The buffers they need besides those of the method. */
  readonly memory: MemoryPlan;
  /** In words: how they hold what they sweep over, whatever tears. */
  readonly description: string;
  /** Where there are other things besides, in words. */
  readonly #beside: string;
  readonly #grids: readonly Blocks[];
  readonly #levels: Levels | undefined;

  constructor(
    model: Model,
    { prepare, step }: Programs,
    solve: number,
    grids: readonly Blocks[],
    levels: Levels | undefined,
    threads: number,
  ) {
    this.#grids = grids;
    this.#levels = levels;
    const { times: sweeps } = (step[solve] as Loop).body.at(-1) as Loop;
    this.memory = joinPlans(
      ...grids.map((grid) => memoryOf(grid, threads)),
      levels?.memory(sweeps, threads) ?? {},
    );
    this.prepare = this.followed(prepare);
    const [before, after] = [step.slice(0, solve), step.slice(solve + 1)];
    const [last, next] = [before.at(-1), after[0]];
    const solved = this.#solve(step[solve] as Loop, threads, isOfAll(last, predict, model));
    const stays = step.length === 3 && isOfAll(last, predict, model) && isOfAll(next, finish, model);
    this.step = stays
      ? this.#staying(last, solved, next)
      : [...this.#begin(before, model), ...solved, ...this.#end(after, model)];
    this.#beside = this.#outside([0, model.particles]).length > 0 ? `, the rest in ${IN_ROWS}` : '';
    this.description = `${IN_BLOCKS}${this.#beside}`;
  }

  /** What `reportOf` reads. */
  get reported(): readonly string[] {
    return this.#grids.map((grid) => buffersOf(grid).blockKinds);
  }

  /** What the last step swept over, from what the buffers that were `reported` hold. */
  reportOf(buffers: readonly ArrayLike<number>[]): StorageReport {
    let [uniform, mixed] = [0, 0];
    for (const kinds of buffers) {
      for (let pair = 0; 2 * pair < kinds.length; pair++) {
        if (kinds[2 * pair] === KIND.springs || kinds[2 * pair + 1] === KIND.springs) mixed++;
        else uniform++;
      }
    }
    const kinds = [
      ...(uniform > 0 ? [`one weight in ${pairsInWords(uniform)}`] : []),
      ...(mixed > 0 ? [`a weight per spring in ${pairsInWords(mixed)}`] : []),
    ];
    return { description: `${[IN_BLOCKS, ...kinds].join(', ')}${this.#beside}`, uniform, mixed };
  }

  /**
   * A program with blocks made anew wherever weights, rest lengths or coarse operators are: `weigh`, `dampen` and `coarsen` are the only
   * kernels that write them.
   */
  followed(program: Program): Program {
    return replaceCalls(program, (item) => {
      if (item.kernel === dampen)
        return [item, ...this.#grids.map((grid) => restsOf(grid, item.buffers.damped))];
      if (item.kernel !== weigh) return [item, ...(this.#levels?.after(item) ?? [])];
      return [item, ...this.#grids.flatMap((grid) => [weightsOf(grid), restsOf(grid, item.buffers.springs)])];
    });
  }

  /** Steps that run nothing outside the blocks: moving particles stay in blocks from the first to the last step of one call. */
  #staying(predicting: Call, solved: Program, finishing: Call): Program {
    const { gx, gy, gz, h, damping } = predicting.scalars;
    const { rate } = finishing.scalars;
    const each = (kernel: Kernel, { phase }: Call, scalars: Call['scalars'] = {}): Program =>
      this.#grids.map((grid) => {
        const { scalars: geometry, ...rest } = over(grid);
        return call(kernel, { phase, ...rest, scalars: { ...scalars, ...geometry } });
      });
    return [
      only('alone', ...this.#grids.map((grid) => predictOf(grid, predicting))),
      only('first', ...each(blockTake, predicting, { h, gx, gy, gz, damping })),
      ...this.#besides(predicting),
      ...solved,
      only('earlier', ...each(blockAdvance, finishing, { h, rate, damping })),
      only('last', ...each(blockGive, finishing, { h, rate })),
      only('alone', ...this.#grids.map((grid) => finishOf(grid, finishing))),
      ...this.#besides(finishing),
    ];
  }

  /** What comes before the solve, and into blocks: at once with the prediction where that comes last. */
  #begin(before: Program, model: Model): Program {
    const last = before.at(-1);
    if (!isOfAll(last, predict, model)) return [...this.followed(before), ...this.#grids.map(enterOf)];
    return [
      ...this.followed(before.slice(0, -1)),
      ...this.#grids.map((grid) => predictOf(grid, last)),
      ...this.#besides(last),
    ];
  }

  /** Out of blocks, and what comes after the solve: at once with the end of the step where that comes first. */
  #end(after: Program, model: Model): Program {
    const first = after[0];
    if (!isOfAll(first, finish, model)) return [...this.#grids.map(leaveOf), ...this.followed(after)];
    return [
      ...this.#grids.map((grid) => finishOf(grid, first)),
      ...this.#besides(first),
      ...this.followed(after.slice(1)),
    ];
  }

  /** `isFresh`: δ is 0 before it, so that the first local step and what sweeps first need not read it. */
  #solve({ times: outer, body: [first, ...rest] }: Loop, threads: number, isFresh: boolean): Program {
    const locals = first as Call;
    const begins = rest.findIndex((item) => !isCall(item));
    const iteration = (fresh: boolean): Program => [
      ...this.#grids.map((grid) => (this.#levels ? imbalanceOf : localOf)(grid, fresh)),
      ...this.#besides(locals),
      ...joined(
        rest.flatMap((item, k) =>
          isCall(item)
            ? this.#levels!.inBlocks(item)!
            : this.#sweeps(item as Loop, threads, fresh && k === begins),
        ),
      ),
    ];
    if (!isFresh) return [repeat(outer, ...iteration(false))];
    return [...iteration(true), ...(outer > 1 ? [repeat(outer - 1, ...iteration(false))] : [])];
  }

  /** After a cycle what is in blocks has its sweeps with all else that ends it. */
  #sweeps({ times: count, body }: Loop, threads: number, isFresh: boolean): Program {
    const calls = body as readonly Call[];
    const outside = calls.flatMap((item) => this.#besides(item));
    return [
      ...(this.#levels?.settling(count, threads, isFresh) ??
        this.#grids.flatMap((grid) => sweepsOf(grid, count, calls[0].scalars.keep, threads, isFresh))),
      ...(outside.length > 0 ? [repeat(count, ...outside)] : []),
    ];
  }

  /** A call over what of its range is in no block. */
  #besides(item: Call): Call[] {
    return this.#outside([item.first, item.end]).map((range) => within(item, range));
  }

  /** What of a range of slots is in no block. */
  #outside(range: Range): Range[] {
    return without(
      range,
      this.#grids.flatMap(({ taken }) => taken),
    );
  }
}

const pairsInWords = (count: number): string => (count === 1 ? 'a pair of rows' : `${count} pairs of rows`);

const isCall = (item: Item | undefined): item is Call => item?.kind === 'call';

/** Whether a call is on the world's own buffers of these names. */
const isPlain = ({ kernel, buffers }: Call) =>
  Object.keys(kernel.buffers).every((name) => name === 'springs' || buffers[name] === name);

/** Whether an item is this kernel, over all particles, on the world's own buffers. */
const isOfAll = (item: Item | undefined, kernel: Kernel, { particles }: Model): item is Call =>
  isCall(item) && item.kernel === kernel && isPlain(item) && item.end - item.first === particles;

/** `predict` or `finish` of a grid, and its way into blocks or out of them, at once. */
function predictOf(grid: Blocks, { phase, scalars: { h, gx, gy, gz, damping } }: Call): Call {
  const { scalars, ...rest } = over(grid);
  return call(blockPredict, { phase, ...rest, scalars: { h, gx, gy, gz, damping, ...scalars } });
}
function finishOf(grid: Blocks, { phase, scalars: { h, rate } }: Call): Call {
  const { scalars, ...rest } = over(grid);
  return call(blockFinish, { phase, ...rest, scalars: { h, rate, ...scalars } });
}

/** Whether an item is the solve: it begins with all particles' local step. */
function isSolve(item: Item, { particles }: Model): boolean {
  if (item.kind !== 'loop') return false;
  const [first] = item.body;
  return isCall(first) && first.kernel === local && isPlain(first) && first.end - first.first === particles;
}

/** Whether an item is sweeps over all colours of the finest level. */
const isSweeps = (item: Item, { colours }: Model): boolean =>
  item.kind === 'loop' &&
  item.body.length === colours.length &&
  item.body.every(
    (sweep, c) =>
      isCall(sweep) &&
      sweep.kernel === relax &&
      isPlain(sweep) &&
      sweep.first === colours[c][0] &&
      sweep.end === colours[c][1],
  );

const weightsOf = (grid: Blocks): Call => call(blockWeigh, { phase: 'prepare', ...over(grid) });

function restsOf(grid: Blocks, springs: string): Call {
  const { bind, ...rest } = over(grid);
  return call(blockRests, { phase: 'prepare', ...rest, bind: { ...bind, springs } });
}

const enterOf = (grid: Blocks): Call => call(blockEnter, { phase: 'local', ...over(grid) });
/** `isFresh`: δ is 0 before it. */
function localOf(grid: Blocks, isFresh: boolean): Call {
  const { scalars, ...rest } = over(grid);
  return call(blockLocal, { phase: 'local', ...rest, scalars: { ...scalars, isFresh: Number(isFresh) } });
}
const leaveOf = (grid: Blocks): Call => call(blockLeave, { phase: 'finish', ...over(grid) });

/** Sweeps in passes over memory, as even as can be, each of so many that what it has in hand stays in a cache. */
function sweepsOf(grid: Blocks, sweeps: number, keep: number, threads: number, isFresh: boolean): Program {
  const { range, bind, scalars } = over(grid);
  const bytesOfPair = (16 * (threesOf(grid) + foursOf(grid))) / range[1];
  const most = Math.max(1, Math.floor(IN_HAND / bytesOfPair / 2));
  const passes = Math.ceil(sweeps / most);
  const share = Math.ceil(range[1] / threads); // as execute.as.ts cuts it
  const pass = (count: number, fresh: boolean) =>
    call(blockSweeps, {
      phase: 'global',
      range,
      bind,
      scalars: { ...scalars, keep, share, sweeps: count, isFresh: Number(fresh) },
    });
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

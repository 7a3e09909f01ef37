/**
 * A recorded step for cloths in blocks. What operations of the program mean (engine/meaning.ts) is computed by kernels on blocks for these cloths,
 * and by the operations' own calls for all other particles. Before and after the solve all buffers are as other kernels expect them;
 * where a step is nothing else but prediction, solve and finish, before and after a run.
 */
import type { Finish, Meaning, Prediction } from '../meaning.ts';
import type { Model } from '../model.ts';
import {
  type Call,
  type Item,
  joinPlans,
  type Loop,
  type MemoryPlan,
  type Operation,
  only,
  type Program,
  repeat,
} from '../program.ts';
import { buffersOf, memoryOf } from './blocks.ts';
import {
  advanceOf,
  bringOf,
  enterOf,
  finishOf,
  giveOf,
  leaveOf,
  localOf,
  predictOf,
  restsOf,
  showOf,
  sweepsOf,
  takeOf,
  weightsOf,
} from './calls.ts';
import type { Blocks } from './grids.ts';
import { imbalanceOf, type Levels, residualsOf } from './levels/levels.ts';
import { overlap, type Range, withinRanges, without } from './ranges.ts';

export interface Programs {
  readonly prepare: Program;
  readonly step: Program;
}

/** Whether an item is an operation that means this. */
const means = <W extends Meaning['what']>(
  item: Item | undefined,
  what: W,
): item is Operation<Extract<Meaning, { what: W }>> => item?.kind === 'operation' && item.means.what === what;

/** The solve of a step, where it says what it does. */
export const iterationsIn = (step: Program): Operation | undefined =>
  step.find((item) => means(item, 'iterations')) as Operation | undefined;

/** What each iteration of a solve does. */
const eachOf = (solve: Operation): readonly Operation[] =>
  (solve.body[0] as Loop).body as readonly Operation[];

export class InBlocks implements Programs {
  readonly prepare: Program;
  readonly step: Program;
  /** The buffers they need besides those of the method. */
  readonly memory: MemoryPlan;
  readonly #levels: Levels | undefined;
  /** Slots that are in no block. */
  readonly #outside: readonly Range[];

  /** `solve` is one of the items of the step. */
  constructor(
    model: Model,
    { prepare, step }: Programs,
    solve: Operation,
    readonly grids: readonly Blocks[],
    levels: Levels | undefined,
    readonly threads: number,
  ) {
    this.#levels = levels;
    this.#outside = without(
      [0, model.particles],
      grids.flatMap(({ taken }) => taken),
    );
    const sweeps = eachOf(solve).find((item) => means(item, 'sweeps'))!;
    this.memory = joinPlans(
      ...grids.map((grid) => memoryOf(grid, threads)),
      levels?.memory(sweeps.means.times, threads) ?? {},
    );
    this.prepare = this.followed(prepare);
    const at = step.indexOf(solve);
    const [before, after] = [step.slice(0, at), step.slice(at + 1)];
    const [last, next] = [before.at(-1), after[0]];
    // What is added to cloth in blocks reads δ in rows from the beginning.
    const canFuse = !eachOf(solve).some((item) => this.#addedTo(item).length > 0);
    const solved = this.#solve(solve, means(last, 'prediction'));
    this.step =
      canFuse && step.length === 3 && means(last, 'prediction') && means(next, 'finish')
        ? this.#staying(last, solved, next)
        : [...this.#begin(before, canFuse), ...solved, ...this.#end(after)];
  }

  /** Whether there are particles besides those in blocks. */
  get hasRows(): boolean {
    return this.#outside.length > 0;
  }

  /** For each cloth a buffer that the statistics read: how finely weights are stored (`KIND`). */
  get kinds(): readonly string[] {
    return this.grids.map((grid) => buffersOf(grid).blockKinds);
  }

  /** A program with blocks made anew wherever weights, rest lengths or coarse rows are. */
  followed(program: Program): Program {
    return program.flatMap((item): Program => {
      if (item.kind === 'call') return [item];
      if (item.kind !== 'operation') return [{ ...item, body: this.followed(item.body) }];
      return [item, ...this.#after(item.means)];
    });
  }

  #after(done: Meaning): Program {
    switch (done.what) {
      case 'weights':
        return this.grids.flatMap((grid) => [weightsOf(grid), restsOf(grid, done.springs)]);
      case 'rest lengths':
        return this.grids.map((grid) => restsOf(grid, done.springs));
      case 'coarse rows':
        return this.#levels?.after(done.level) ?? [];
      default:
        return [];
    }
  }

  /** Steps that run nothing outside the blocks: moving particles stay in blocks from the first to the last step of one call. */
  #staying(prediction: Operation<Prediction>, solved: Program, finish: Operation<Finish>): Program {
    const each = (made: (grid: Blocks) => Call): Program => this.grids.map(made);
    const [begin, end] = [prediction.means, finish.means];
    return [
      only('alone', ...each((grid) => predictOf(grid, begin))),
      only('first', ...each((grid) => takeOf(grid, begin))),
      ...this.#besides(prediction),
      ...solved,
      only('earlier', ...each((grid) => advanceOf(grid, begin, end))),
      only('last', ...each((grid) => giveOf(grid, end))),
      only('alone', ...each((grid) => finishOf(grid, end))),
      ...this.#besides(finish),
    ];
  }

  /** What comes before the solve, and into blocks: at once with the prediction where that comes last. */
  #begin(before: Program, canFuse: boolean): Program {
    const last = before.at(-1);
    if (!canFuse || !means(last, 'prediction')) return [...this.followed(before), ...this.grids.map(enterOf)];
    return [
      ...this.followed(before.slice(0, -1)),
      ...this.grids.map((grid) => predictOf(grid, last.means)),
      ...this.#besides(last),
    ];
  }

  /** Out of blocks, and what comes after the solve: at once with the end of the step where that comes first. */
  #end(after: Program): Program {
    const first = after[0];
    if (!means(first, 'finish')) return [...this.grids.map(leaveOf), ...this.followed(after)];
    return [
      ...this.grids.map((grid) => finishOf(grid, first.means)),
      ...this.#besides(first),
      ...this.followed(after.slice(1)),
    ];
  }

  /** `isFresh`: δ is 0 before it, so that the first local step and what sweeps first need not read it. */
  #solve(solve: Operation, isFresh: boolean): Program {
    const { times } = solve.body[0] as Loop;
    const iteration = (fresh: boolean): Program =>
      eachOf(solve).flatMap((item) => this.#inBlocks(item, fresh));
    if (!isFresh) return [repeat(times, ...iteration(false))];
    return [...iteration(true), ...(times > 1 ? [repeat(times - 1, ...iteration(false))] : [])];
  }

  #inBlocks(item: Operation, isFresh: boolean): Program {
    const levels = this.#levels;
    const { means: done } = item;
    switch (done.what) {
      case 'local':
        return [
          ...this.grids.map((grid) => (levels ? imbalanceOf : localOf)(grid, isFresh)),
          ...this.#besides(item),
        ];
      case 'added':
        return this.#added(item);
      case 'sweeps':
        // After a cycle what is in blocks has its sweeps with all else that ends it.
        return [
          ...(levels?.settling(done.times, this.threads, isFresh) ??
            this.grids.flatMap((grid) => sweepsOf(grid, done.times, done.keep, this.threads, isFresh))),
          ...this.#besides(item),
        ];
      default:
        return levels!.inBlocks(item);
    }
  }

  /** The cloths in blocks that an operation adds right-hand sides to. */
  #addedTo(item: Operation): readonly Blocks[] {
    if (!means(item, 'added')) return [];
    const { slots } = item.means;
    return this.grids.filter(({ taken }) => slots === undefined || overlap(taken, slots));
  }

  /** What is added is added in rows: to what the local step left in blocks too. */
  #added(item: Operation): Program {
    const concerned = this.#addedTo(item);
    return [
      ...concerned.map(showOf),
      item,
      ...concerned.flatMap((grid) => [bringOf(grid), ...(this.#levels ? [residualsOf(grid)] : [])]),
    ];
  }

  /** The calls of an operation over what is in no block. */
  #besides({ body }: Operation): Program {
    return withinRanges(body, this.#outside);
  }
}

/** Operations that can be put in blocks: sweeps alone, and those of a cycle too. */
const SWEPT: readonly Meaning['what'][] = ['local', 'added', 'sweeps'];
const CYCLED: readonly Meaning['what'][] = [
  ...SWEPT,
  ...(['residual', 'restriction', 'coarsest', 'prolongation', 'smoothing'] as const),
];

/** Whether a solve ends its iterations with a cycle; undefined where it has something that blocks have no kernels for. */
export function isCycle(solve: Operation): boolean | undefined {
  const found = eachOf(solve).map((item) => item.means.what);
  const known = found.includes('restriction') ? CYCLED : SWEPT;
  return found.every((what) => known.includes(what)) ? known === CYCLED : undefined;
}

/**
 * How sweeps are stored where a backend computes four numbers at once: cloths of structural springs in blocks, all else in rows of
 * neighbours. A method records its program as ever; here the part that is recognised,
 *   repeat(outer, local, repeat(inner, relax colour 0, relax colour 1, …))
 * is put in other words. Before and after it all buffers are as other kernels expect them.
 */
import { local } from '../methods/projective/local.ts';
import { relax } from '../methods/projective/relax.ts';
import { weigh } from '../methods/projective/weigh.ts';
import type { BodyRange, Model } from '../model.ts';
import { dampen } from '../motion/dampen.ts';
import { type Call, call, type MemoryPlan, type Program, type Repeat, repeat } from '../program.ts';
import {
  columnOf,
  eachParticle,
  fourAt,
  foursOf,
  type Geometry,
  neighboursOf,
  pairsOf,
  slotAt,
  threesOf,
} from './geometry.ts';
import { gridEnter } from './grid-enter.ts';
import { gridLeave } from './grid-leave.ts';
import { gridLocal } from './grid-local.ts';
import { gridRelax } from './grid-relax.ts';
import { gridRests } from './grid-rests.ts';
import { gridSweeps } from './grid-sweeps.ts';
import { gridWeigh, NO_ENTRY } from './grid-weigh.ts';

export const GRID_KERNELS = [
  gridWeigh,
  gridRests,
  gridEnter,
  gridLocal,
  gridRelax,
  gridSweeps,
  gridLeave,
] as const;

/** From how many particles on several sweeps go in one pass over memory: with fewer, caches hold δ and right-hand sides. */
const WAVE_FROM = 50_000;
/** Bytes that the pass should have in a cache at once. */
const WAVE_BYTES = 2 ** 20;

/** A cloth in blocks. */
interface Blocks extends Geometry {
  /** Before the names of its buffers. */
  readonly name: string;
  readonly entries: Uint32Array;
  /** Whether all its springs have one stiffness. */
  readonly isUniform: boolean;
}

/** In words: how programs as methods record them hold what they sweep over. */
export const IN_ROWS = 'rows of neighbours';

export interface Programs {
  readonly prepare: Program;
  readonly step: Program;
}

export class Storage {
  readonly #model: Model;
  readonly #grids: readonly Blocks[];

  readonly #waveFrom: number;

  /** `waveFrom` is for tests, whose cloths are small. */
  constructor(model: Model, waveFrom = WAVE_FROM) {
    this.#model = model;
    this.#waveFrom = waveFrom;
    this.#grids = model.bodies.flatMap((body, b) => blocksOf(model, body, `grid${b}`) ?? []);
  }

  /** The buffers that the programs of `inBlocks` need besides those of the method. */
  get memory(): MemoryPlan {
    return Object.assign({}, ...this.#grids.map(memoryOf));
  }

  /** The same in blocks, for so many threads; undefined where there is nothing to put into them. */
  inBlocks({ prepare, step }: Programs, threads: number): Programs | undefined {
    if (this.#grids.length === 0) return undefined;
    const solve = step.findIndex((item) => isSolve(item, this.#model));
    if (solve < 0) return undefined;
    return {
      prepare: this.followed(prepare),
      step: [
        ...this.followed(step.slice(0, solve)),
        ...this.#solve(step[solve] as Repeat, threads),
        ...this.followed(step.slice(solve + 1)),
      ],
    };
  }

  /**
   * A program with blocks made anew wherever weights or rest lengths are: `weigh` and `dampen` are the only kernels that write
   * them.
   */
  followed(program: Program): Program {
    return program.flatMap((item): Program => {
      if (!isCall(item)) return [{ ...item, body: this.followed(item.body) }];
      if (item.kernel === dampen)
        return [item, ...this.#grids.map((grid) => restsOf(grid, item.buffers.damped))];
      if (item.kernel !== weigh) return [item];
      return [item, ...this.#grids.flatMap((grid) => [weightsOf(grid), restsOf(grid, item.buffers.springs)])];
    });
  }

  /** In words: how the programs of `inBlocks` hold what they sweep over. */
  get description(): string {
    const kinds = new Set(
      this.#grids.map(({ isUniform }) => (isUniform ? 'one weight' : 'a weight per spring')),
    );
    const rest = this.#outside([0, this.#model.particles]).length > 0 ? `, the rest in ${IN_ROWS}` : '';
    return `grid in blocks of four, ${[...kinds].join(' and ')}${rest}`;
  }

  #solve({ repeat: outer, body: [first, second] }: Repeat, threads: number): Program {
    const [locals, sweeps] = [first as Call, second as Repeat];
    const { keep } = (sweeps.body[0] as Call).scalars;
    const isWave = ({ columns, rows }: Geometry) => columns * rows >= this.#waveFrom;
    const small = this.#grids.filter((grid) => !isWave(grid));
    const sweep = (sweeps.body as readonly Call[]).flatMap((item, colour) => [
      ...(colour < 2 ? small.map((grid) => relaxOf(grid, colour, keep)) : []),
      ...this.#outside([item.first, item.end]).map((range) => within(item, range)),
    ]);
    return [
      ...this.#grids.map(enterOf),
      repeat(
        outer,
        ...this.#grids.map(localOf),
        ...this.#outside([0, this.#model.particles]).map((range) => within(locals, range)),
        ...(sweep.length > 0 ? [repeat(sweeps.repeat, ...sweep)] : []),
        ...this.#grids.filter(isWave).flatMap((grid) => waveOf(grid, sweeps.repeat, keep, threads)),
      ),
      ...this.#grids.map(leaveOf),
    ];
  }

  /** What of a range of slots is in no block. */
  #outside(range: readonly [number, number]): (readonly [number, number])[] {
    const taken = this.#grids.flatMap((grid) => {
      const reds = slotAt(grid, 0, grid.rows, 0);
      const blacks = slotAt(grid, 1, grid.rows, 0);
      return [[grid.red, reds] as const, [grid.black, blacks] as const];
    });
    return taken.reduce<(readonly [number, number])[]>(
      (left, [from, to]) =>
        left.flatMap(([first, end]) =>
          (
            [
              [first, Math.min(end, from)],
              [Math.max(first, to), end],
            ] as const
          ).filter(([a, b]) => a < b),
        ),
      [range],
    );
  }
}

const isCall = (item: Call | Repeat | undefined): item is Call => item !== undefined && 'kernel' in item;

/** Whether an item is the solve: all particles' local step and sweeps over all colours, in the buffers of their names. */
function isSolve(item: Call | Repeat, { particles, colours }: Model): boolean {
  if (isCall(item) || item.body.length !== 2) return false;
  const [first, second] = item.body;
  if (!isCall(first) || first.kernel !== local || isCall(second)) return false;
  const plain = ({ kernel, buffers }: Call) =>
    Object.keys(kernel.buffers).every((name) => name === 'springs' || buffers[name] === name);
  return (
    plain(first) &&
    first.end - first.first === particles &&
    second.body.length === colours.length &&
    second.body.every(
      (sweep, c) =>
        isCall(sweep) &&
        sweep.kernel === relax &&
        plain(sweep) &&
        sweep.first === colours[c][0] &&
        sweep.end === colours[c][1],
    )
  );
}

const within = (item: Call, [first, end]: readonly [number, number]): Call => ({ ...item, first, end });

/** The cloth as a grid, where each particle has exactly the springs to its four neighbours, and red and black alternate. */
function blocksOf(model: Model, { grid, first, springs }: BodyRange, name: string): Blocks | undefined {
  if (!grid) return undefined;
  const { columns, rows } = grid;
  const { slotOf, neighbours, width, stiffness } = model;
  const structural = rows * (columns - 1) + columns * (rows - 1);
  const geometry = { columns, rows, red: slotOf[first], black: slotOf[first + 1] };
  const entries = new Uint32Array(4 * foursOf(geometry)).fill(NO_ENTRY);
  let isGrid = springs[1] - springs[0] === structural;
  eachParticle(geometry, 0, isGrid ? pairsOf(geometry) : 0, (colour, row, half) => {
    const slot = slotAt(geometry, colour, row, half);
    isGrid &&= slotOf[first + row * columns + columnOf(colour, row, half)] === slot;
    neighboursOf(colour, row, half).forEach(([otherRow, otherHalf], d) => {
      const otherColumn = columnOf(1 - colour, otherRow, otherHalf);
      if (otherRow < 0 || otherRow >= rows || otherColumn < 0 || otherColumn >= columns) return;
      const other = slotAt(geometry, 1 - colour, otherRow, otherHalf);
      const entry = neighbours.subarray(slot * width, (slot + 1) * width).indexOf(other);
      isGrid &&= entry >= 0;
      entries[fourAt(geometry, colour, row, half) + 4 * d] = slot * width + entry;
    });
  });
  const isUniform = stiffness.subarray(...springs).every((one) => one === stiffness[springs[0]]);
  return isGrid ? { ...geometry, name, entries, isUniform } : undefined;
}

const buffersOf = ({ name }: Blocks) => ({
  gridX: `${name}X`,
  gridDelta: `${name}Delta`,
  gridRhs: `${name}Rhs`,
  gridWeights: `${name}Weights`,
  gridLengths: `${name}Lengths`,
  gridMixed: `${name}Mixed`,
  gridEntries: `${name}Entries`,
});

function memoryOf(grid: Blocks): MemoryPlan {
  const bound = buffersOf(grid);
  const threes = { role: 'scratch', element: 'vec4', domain: 'gridThrees', length: threesOf(grid) } as const;
  const fours = { role: 'scratch', element: 'vec4', domain: 'gridFours', length: foursOf(grid) } as const;
  return {
    [bound.gridX]: threes,
    [bound.gridDelta]: threes,
    [bound.gridRhs]: fours,
    [bound.gridWeights]: fours,
    [bound.gridLengths]: fours,
    [bound.gridMixed]: { role: 'scratch', element: 'uvec2', domain: 'gridPairs', length: pairsOf(grid) },
    [bound.gridEntries]: {
      role: 'constant',
      element: 'u32',
      domain: 'gridDirections',
      length: grid.entries.length,
      initial: grid.entries,
    },
  };
}

/** All pairs of rows of a grid, its buffers, and what kernels are told of it. */
const over = (grid: Blocks) => {
  const { columns, rows, red, black } = grid;
  return {
    range: [0, pairsOf(grid)] as const,
    bind: buffersOf(grid),
    scalars: { columns, rows, red, black },
  };
};

const weightsOf = (grid: Blocks): Call => call(gridWeigh, { phase: 'prepare', ...over(grid) });

function restsOf(grid: Blocks, springs: string): Call {
  const { bind, ...rest } = over(grid);
  return call(gridRests, { phase: 'prepare', ...rest, bind: { ...bind, springs } });
}

const enterOf = (grid: Blocks): Call => call(gridEnter, { phase: 'local', ...over(grid) });
const localOf = (grid: Blocks): Call => call(gridLocal, { phase: 'local', ...over(grid) });
const leaveOf = (grid: Blocks): Call => call(gridLeave, { phase: 'global', ...over(grid) });

function relaxOf(grid: Blocks, colour: number, keep: number): Call {
  const { scalars, ...rest } = over(grid);
  return call(gridRelax, { phase: 'global', ...rest, scalars: { ...scalars, colour, keep } });
}

/** Sweeps in passes over memory, as even as can be, each of so many that what it has in hand stays in a cache. */
function waveOf(grid: Blocks, sweeps: number, keep: number, threads: number): Program {
  const pairs = pairsOf(grid);
  const bytesOfPair = (16 * (threesOf(grid) + foursOf(grid))) / pairs;
  const most = Math.max(1, Math.floor(WAVE_BYTES / bytesOfPair / 2));
  const passes = Math.ceil(sweeps / most);
  const pass = (count: number): Program => {
    const bands = Math.max(1, Math.min(threads, Math.floor(pairs / (4 * count))));
    const bandPairs = Math.ceil(pairs / bands);
    const { scalars, range: _, ...rest } = over(grid);
    const part = (seams: number, items: number) =>
      call(gridSweeps, {
        phase: 'global',
        ...rest,
        range: [0, items],
        scalars: { ...scalars, keep, sweeps: count, bandPairs, seams },
      });
    return [part(0, bands), ...(bands > 1 ? [part(1, bands - 1)] : [])];
  };
  const [less, more] = [Math.floor(sweeps / passes), sweeps % passes];
  return [...(more > 0 ? [repeat(more, ...pass(less + 1))] : []), repeat(passes - more, ...pass(less))];
}

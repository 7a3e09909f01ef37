/** How a world holds what its method sweeps over, body by body: in blocks of four particles or in rows of neighbours, and why. */
import type { Method, Recording, Setting } from '../methods/method.ts';
import { HIERARCHY } from '../methods/multigrid/hierarchy.ts';
import type { Model } from '../model.ts';
import { boundBy, type MemoryPlan } from '../program.ts';
import type { Structure } from '../structure.ts';
import type { InTiles } from '../tiles/rewrite.ts';
import { KIND } from './geometry.ts';
import { GRIDS, whyNoGrid } from './grids.ts';
import { CLOTHS } from './levels/cloths.ts';
import { Levels } from './levels/levels.ts';
import { InBlocks, isCycle, iterationsIn, type Programs } from './rewrite.ts';

/** In words. */
const IN_ROWS = 'rows of neighbours';
const IN_BLOCKS = 'grid in blocks of four';

/** Particles from which on it is worth saying that a cloth could be faster. */
const WORTH_SAYING = 1000;

/** What the last step swept over. */
export interface StorageReport {
  /** In words. */
  readonly description: string;
  /** Of cloths in blocks: pairs of rows in which all springs of each particle weigh the same. */
  readonly uniform: number;
  /** And those with a weight per spring: some tore, or are of another stiffness. */
  readonly mixed: number;
}

/** How a body is held, and why not in blocks. */
interface BodyStorage {
  readonly name: string;
  readonly particles: number;
  /** Why it is in rows. */
  readonly why?: string;
  /** What would let it be in blocks, where a parameter of the method would. */
  readonly instead?: string;
}

/** Structures that the storage needs besides those of the method. */
export const structuresBeside = (wanted: readonly Structure[]): readonly Structure[] =>
  wanted.includes(HIERARCHY) ? [GRIDS, CLOTHS] : [GRIDS];

/** The programs in blocks, for so many threads; undefined where nothing of the model can be in blocks, or nothing of what they do. */
export function putInBlocks(model: Model, recorded: Programs, threads: number): InBlocks | undefined {
  const solve = iterationsIn(recorded.step);
  const cycles = solve && isCycle(solve);
  if (!solve || cycles === undefined || GRIDS.of(model).length === 0) return undefined;
  const levels = cycles ? new Levels(model) : undefined;
  const grids = levels?.grids ?? GRIDS.of(model);
  return grids.length > 0 ? new InBlocks(model, recorded, solve, grids, levels, threads) : undefined;
}

/** Of the buffers of a method those that its programs bind where cloth is in blocks: levels in blocks need none in rows. */
export function neededInBlocks(
  { method, setting }: { readonly method: Method; readonly setting: Setting },
  plan: MemoryPlan,
): MemoryPlan {
  const recorded = { prepare: method.prepare(setting), step: method.record(setting).program };
  const inBlocks = putInBlocks(setting.model, recorded, 1);
  return inBlocks ? boundBy(plan, inBlocks.prepare, inBlocks.step) : plan;
}

export class Storage {
  readonly #model: Model;
  /** Whether the backend computes four numbers at once. */
  readonly hasBlocks: boolean;
  /** Whether threads share fast memory. */
  readonly hasTiles: boolean;
  /** On a GPU, how the recorded step sweeps, where tiles make it faster. */
  inTiles: InTiles | undefined;
  #inBlocks: InBlocks | undefined;
  #bodies: readonly BodyStorage[] = [];

  constructor(model: Model, hasBlocks: boolean, hasTiles: boolean) {
    this.#model = model;
    this.hasBlocks = hasBlocks;
    this.hasTiles = hasTiles;
  }

  /** The programs last put in blocks; undefined where all bodies are in rows. */
  get inBlocks(): InBlocks | undefined {
    return this.#inBlocks;
  }

  /** The recorded programs in blocks for so many threads, or as they are; `method` is the id of the one that recorded the solve. */
  take(recorded: Programs, { inRows }: Pick<Recording, 'inRows'>, method: string, threads: number): Programs {
    const { hasBlocks } = this;
    const model = this.#model;
    this.#inBlocks = hasBlocks ? putInBlocks(model, recorded, threads) : undefined;
    const solve = iterationsIn(recorded.step);
    const hasKernels = solve !== undefined && isCycle(solve) !== undefined;
    const why = (b: number): Pick<BodyStorage, 'why' | 'instead'> => {
      if (!hasBlocks) return { why: 'the backend computes one particle at a time' };
      const noGrid = whyNoGrid(model, b);
      if (noGrid) return { why: noGrid };
      if (!hasKernels) return inRows ?? { why: `${method} has kernels for rows only` };
      if (!GRIDS.of(model).some(({ body }) => body === b))
        return { why: 'its springs do not join each particle to its neighbours in the grid' };
      if (this.#inBlocks?.grids.some(({ body }) => body === b)) return {};
      return { why: 'cycles are in blocks from 14 particles a side on' };
    };
    this.#bodies = model.bodies.map(({ name, count }, b) => ({ name, particles: count, ...why(b) }));
    return this.#inBlocks ?? recorded;
  }

  /** In words: how the recorded steps hold each body, whatever tears, and why not in blocks. */
  get description(): string {
    const rows = this.#bodies.filter(({ why }) => why !== undefined);
    if (rows.length === 0) return this.#inBlocks ? IN_BLOCKS : IN_ROWS;
    const reasons = [...new Set(rows.map(({ why }) => why!))].map((reason) => {
      const names = rows.filter(({ why }) => why === reason).map((body) => this.#nameOf(body));
      return names.length === this.#bodies.length ? reason : `${names.join(', ')}: ${reason}`;
    });
    return `${this.#plain} (${reasons.join('; ')})`;
  }

  #nameOf(body: BodyStorage): string {
    const isOnly = this.#bodies.filter(({ name }) => name === body.name).length === 1;
    return isOnly ? `"${body.name}"` : `"${body.name}" (bodies[${this.#bodies.indexOf(body)}])`;
  }

  /** Without the reasons. */
  get #plain(): string {
    if (!this.#inBlocks) return this.#rows;
    return `${IN_BLOCKS}${this.#beside}`;
  }

  get #rows(): string {
    return this.inTiles ? `${IN_ROWS}, in ${this.inTiles.description}` : IN_ROWS;
  }

  /** Where there are other things besides what is in blocks. */
  get #beside(): string {
    return this.#inBlocks?.hasRows ? `, the rest in ${IN_ROWS}` : '';
  }

  /** What to say to people about cloths that other values of the method's parameters would make faster. */
  get warnings(): readonly string[] {
    return this.#bodies.flatMap((body) => {
      const { particles, why, instead } = body;
      return instead !== undefined && particles >= WORTH_SAYING
        ? [
            `${this.#nameOf(body)} is swept in ${IN_ROWS}, which takes about twice as long as in blocks of four: ${why}; in blocks with ${instead}`,
          ]
        : [];
    });
  }

  /** What `reportOf` reads. */
  get reported(): readonly string[] {
    return this.#inBlocks?.kinds ?? [];
  }

  /** What the last step swept over, from what the buffers that were `reported` hold. */
  reportOf(buffers: readonly ArrayLike<number>[]): StorageReport {
    if (!this.#inBlocks) return { description: this.#rows, uniform: 0, mixed: 0 };
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
}

const pairsInWords = (count: number): string => (count === 1 ? 'a pair of rows' : `${count} pairs of rows`);

/**
 * A recorded step for a GPU: sweeps over the finest level (engine/meaning.ts) go tile by tile, several of them a dispatch, because a
 * dispatch that waits for the one before costs more than the arithmetic in it. The same iterates, within rounding.
 */
import type { Sweeps } from '../meaning.ts';
import type { Model } from '../model.ts';
import { type Call, call, callsOf, type Item, type MemoryPlan, type Program } from '../program.ts';
import { sweepTiles } from './sweep-tiles.ts';
import { ROOM, type Tiles, tilesOf } from './tiles.ts';

export interface InTiles {
  readonly step: Program;
  /** The buffers it needs besides those of the method. */
  readonly memory: MemoryPlan;
  /** In words. */
  readonly description: string;
}

/** Half-sweeps in one dispatch at most: the halo is as many particles wide. */
const MOST_HALVES = 10;
/** Particles of a tile, from small tiles, which more of a GPU's cores share, to large ones, whose halo is a smaller part. */
const OWN = [128, 256, 64, 32];
/** Particles from which on tiles are of the second size. */
const LARGE = 32_000;
/**
 * Particles from which on sweeps stay as they are: where their buffers no longer fit a GPU's cache, reading tiles takes longer than
 * the dispatches that they spare. `selvedge bench gpu` on an H200, microseconds a sweep in tiles and without: 1.8 and 6.6 at 10,000,
 * 3.1 and 7.4 at 100,000; at 1,000,000 tiles took four times as long.
 */
const TOO_MANY = 250_000;

const SWEPT = 'swept';

/** Undefined where it has no sweeps that tiles are faster for. */
export function putInTiles(model: Model, step: Program): InTiles | undefined {
  const found = new Found(model);
  const replaced = step.map((item) => found.replace(item));
  return found.memory && { step: replaced, memory: found.memory, description: found.description };
}

/** How sweeps come in dispatches: an even number of these, since each goes from one buffer to the other. */
function passesOf(times: number, most: number): readonly number[] {
  if (times < 2 || most < 1) return [];
  const enough = Math.ceil(times / most);
  const passes = Math.max(2, enough + (enough % 2));
  if (passes > times) return passesOf(times - 1, most);
  return Array.from({ length: passes }, (_, k) => Math.floor((times + k) / passes));
}

class Found {
  memory: MemoryPlan | undefined;
  description = '';

  constructor(readonly model: Model) {}

  replace(item: Item): Item {
    if (item.kind === 'call') return item;
    if (item.kind === 'operation' && item.means.what === 'sweeps')
      return { ...item, body: this.#inTiles(item.means, item.body) ?? item.body };
    return { ...item, body: item.body.map((one) => this.replace(one)) };
  }

  #inTiles({ times, keep }: Sweeps, body: Program): Program | undefined {
    const { model } = this;
    const colours = model.colours.length;
    const { buffers } = callsOf(body).next().value as Call;
    // A method may sweep over another buffer than `delta`, as where the next iterate is accelerated.
    if (buffers.delta !== 'delta' || buffers.rhs !== 'rhs' || model.particles > TOO_MANY) return undefined;
    // One tile has no halo, however many sweeps.
    const most = model.particles <= ROOM ? times : Math.max(1, Math.floor(MOST_HALVES / colours));
    const passes = passesOf(times, most);
    const swept = passes.reduce((sum, sweeps) => sum + sweeps, 0);
    // A pass costs about two dispatches, with what it loads.
    if (passes.length === 0 || 2 * passes.length + (times - swept) * colours >= times * colours)
      return undefined;
    const tiles = knownTiles(model, Math.max(...passes));
    if (!tiles) return undefined;
    this.#remember(tiles, passes.length, times);
    const scalars = {
      keep,
      stride: tiles.stride,
      colours,
      halves: tiles.halves,
      longest: longestRow(model),
    };
    const calls = passes.map((sweeps, k) =>
      call(sweepTiles, {
        phase: 'global',
        range: [0, tiles.tiles],
        bind: {
          source: k % 2 === 0 ? 'delta' : SWEPT,
          delta: k % 2 === 0 ? SWEPT : 'delta',
          ...namesOf(tiles),
        },
        scalars: { ...scalars, begin: tiles.halves - sweeps * colours },
      }),
    );
    const [one] = body;
    const sweep = one.kind === 'loop' ? one.body : body.slice(0, colours);
    return [...calls, ...Array.from({ length: times - swept }, () => sweep).flat()];
  }

  #remember(found: Tiles, passes: number, times: number): void {
    const { particles } = this.model;
    const { tiles, table, records } = found;
    const names = namesOf(found);
    const constant = { role: 'constant', element: 'u32' } as const;
    this.memory = {
      [SWEPT]: { role: 'scratch', element: 'vec4', domain: 'particles', length: particles },
      [names.table]: { ...constant, domain: 'tileTable', length: table.length, initial: table },
      [names.records]: {
        ...constant,
        element: 'uvec2',
        domain: 'tileRecords',
        length: records.length / 2,
        initial: records,
      },
    };
    this.description = `${tiles === 1 ? 'one tile' : `${tiles} tiles`}, ${times} sweeps in ${passes} dispatches`;
  }
}

/** Tiles for other sweeps are other buffers. */
const namesOf = ({ halves }: Tiles) =>
  ({ table: `tileTable${halves}`, records: `tileRecords${halves}` }) as const;

const longestRow = ({ rowStarts, particles }: Model): number => {
  let longest = 0;
  for (let i = 0; i < particles; i++) longest = Math.max(longest, rowStarts[i + 1] - rowStarts[i]);
  return longest;
};

const known = new WeakMap<Model, Map<number, Tiles | undefined>>();

/** Tiles for so many sweeps a dispatch, found once for a model. */
function knownTiles(model: Model, sweeps: number): Tiles | undefined {
  const of = known.get(model) ?? new Map<number, Tiles | undefined>();
  known.set(model, of);
  if (!of.has(sweeps)) of.set(sweeps, findTiles(model, sweeps));
  return of.get(sweeps);
}

function findTiles(model: Model, sweeps: number): Tiles | undefined {
  const { particles } = model;
  if (particles <= ROOM) return tilesOf(model, sweeps, ROOM);
  for (const own of OWN.slice(particles > LARGE ? 1 : 0)) {
    const tiles = tilesOf(model, sweeps, own);
    if (tiles) return tiles;
  }
  return undefined;
}

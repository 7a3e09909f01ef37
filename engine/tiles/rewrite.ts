/**
 * A recorded step for a GPU: sweeps over the finest level (engine/meaning.ts) go tile by tile, several of them a dispatch, because a
 * dispatch that waits for the one before costs more than the arithmetic in it. The same iterates, within rounding.
 */
import type { Smoothing, Sweeps } from '../meaning.ts';
import type { Model } from '../model.ts';
import { type Call, call, callsOf, type Item, type MemoryPlan, type Program } from '../program.ts';
import { sweepTiles, sweepWhole } from './sweep-tiles.ts';
import { ROOM, type Swept, sweepsOver, type Tiles, tilesOf } from './tiles.ts';

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
 * Particles from which on sweeps stay as they are. On an H200 a sweep took, in tiles and without (`webgpu({ tiles: false })`), 1.8 and 6.6 µs
 * at 10,000 particles, 3.1 and 7.4 at 100,000; at 1,000,000, measured once outside the engine, tiles took four times as long.
 */
const TOO_MANY = 250_000;

const SWEPT = 'swept';

/** Undefined where it has no sweeps that tiles are faster for. `levels` are those of multigrid, where it has cycles. */
export function putInTiles(
  model: Model,
  step: Program,
  levels: () => readonly Omit<Swept, 'places'>[],
): InTiles | undefined {
  const found = new Found(model, levels);
  const replaced = step.map((item) => found.replace(item));
  return found.hasTiles
    ? { step: replaced, memory: found.memory, description: found.description }
    : undefined;
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
  memory: MemoryPlan = {};
  description = '';

  constructor(
    readonly model: Model,
    readonly levels: () => readonly Omit<Swept, 'places'>[],
  ) {}

  get hasTiles(): boolean {
    return Object.keys(this.memory).length > 0;
  }

  replace(item: Item): Item {
    if (item.kind === 'call') return item;
    const means = item.kind === 'operation' ? item.means : undefined;
    const body =
      means?.what === 'sweeps'
        ? this.#sweeps(means, item.body)
        : means?.what === 'smoothing'
          ? this.#smoothing(means, item.body)
          : undefined;
    return { ...item, body: body ?? item.body.map((one) => this.replace(one)) };
  }

  #sweeps({ times, keep }: Sweeps, body: Program): Program | undefined {
    const { model } = this;
    const colours = model.colours.length;
    const { buffers } = firstOf(body);
    // A method may sweep over another buffer than `delta`, as where the next iterate is accelerated.
    if (buffers.delta !== 'delta' || buffers.rhs !== 'rhs' || model.particles > TOO_MANY) return undefined;
    if (model.particles <= ROOM) {
      const tiles = knownTiles(model, colours * times, () =>
        wholeOf(finestOf(model), sweepsOver(colours, times)),
      );
      return this.#whole(tiles, finestOf(model), body, keep);
    }
    const passes = passesOf(times, Math.max(1, Math.floor(MOST_HALVES / colours)));
    const swept = passes.reduce((sum, sweeps) => sum + sweeps, 0);
    // A pass costs about two dispatches, with what it loads.
    if (passes.length === 0 || 2 * passes.length + (times - swept) * colours >= times * colours)
      return undefined;
    const most = Math.max(...passes);
    const tiles = knownTiles(model, colours * most, () => findTiles(model, most));
    if (!tiles) return undefined;
    this.memory = { ...this.memory, [SWEPT]: { ...SCRATCH, length: model.particles } };
    this.#take(tiles, namesOf(tiles));
    this.description = `${tiles.tiles} tiles, ${times} sweeps in ${passes.length} dispatches`;
    const calls = passes.map((sweeps, k) => {
      const [source, delta] = k % 2 === 0 ? ['delta', SWEPT] : [SWEPT, 'delta'];
      return call(sweepTiles, {
        phase: 'global',
        range: [0, tiles.tiles],
        bind: { source, delta, ...namesOf(tiles) },
        scalars: { ...scalarsOf(tiles, finestOf(model), keep), begin: tiles.halves - sweeps * colours },
      });
    });
    const [one] = body;
    const sweep = one.kind === 'loop' ? one.body : body.slice(0, colours);
    return [...calls, ...Array.from({ length: times - swept }, () => sweep).flat()];
  }

  /** A coarse level that is a single tile. */
  #smoothing({ level, colours }: Smoothing, body: Program): Program | undefined {
    const swept = this.levels()[level];
    if (swept.points > ROOM || body.length < 2) return undefined;
    const tiles = knownTiles(swept, colours.length, () => wholeOf(swept, colours));
    this.description ||= 'one tile for each small level';
    return this.#whole(tiles, swept, body, 0, level);
  }

  #whole(
    tiles: Tiles | undefined,
    swept: Omit<Swept, 'places'>,
    body: Program,
    keep: number,
    level?: number,
  ): Program | undefined {
    if (!tiles) return undefined;
    const { delta, rhs, weights } = firstOf(body).buffers;
    const names = namesOf(tiles, level);
    this.#take(tiles, names);
    this.description ||= 'one tile';
    return [
      call(sweepWhole, {
        phase: 'global',
        range: [0, 1],
        bind: { delta, rhs, weights, ...names },
        scalars: { ...scalarsOf(tiles, swept, keep), begin: 0 },
      }),
    ];
  }

  #take({ table, records }: Tiles, names: ReturnType<typeof namesOf>): void {
    const constant = { role: 'constant', element: 'u32' } as const;
    const length = records.length / 2;
    this.memory = {
      ...this.memory,
      [names.table]: { ...constant, domain: 'tileTable', length: table.length, initial: table },
      [names.records]: { ...constant, element: 'uvec2', domain: 'tileRecords', length, initial: records },
    };
  }
}

const SCRATCH = { role: 'scratch', element: 'vec4', domain: 'particles' } as const;

const firstOf = (body: Program): Call => callsOf(body).next().value as Call;

const scalarsOf = ({ stride, halves }: Tiles, swept: Omit<Swept, 'places'>, keep: number) => ({
  keep,
  stride,
  colours: swept.colours.length,
  halves,
  longest: longestRow(swept),
});

/** Tiles for other sweeps are other buffers. */
const namesOf = ({ halves }: Tiles, level = 0) =>
  ({ table: `tileTable${level}By${halves}`, records: `tileRecords${level}By${halves}` }) as const;

const longestRow = ({ rowStarts, points }: Omit<Swept, 'places'>): number => {
  let longest = 0;
  for (let i = 0; i < points; i++) longest = Math.max(longest, rowStarts[i + 1] - rowStarts[i]);
  return longest;
};

const known = new WeakMap<object, Map<number, Tiles | undefined>>();

/** Tiles for so many half-sweeps, found once for a model or a level. */
function knownTiles(of: object, halves: number, find: () => Tiles | undefined): Tiles | undefined {
  const found = known.get(of) ?? new Map<number, Tiles | undefined>();
  known.set(of, found);
  if (!found.has(halves)) found.set(halves, find());
  return found.get(halves);
}

const finestOf = ({ particles, colours, neighbours, rowStarts }: Model) => ({
  points: particles,
  colours,
  neighbours,
  rowStarts,
});

const wholeOf = (swept: Omit<Swept, 'places'>, order: readonly number[]): Tiles | undefined =>
  tilesOf(swept, order, swept.points);

function findTiles(model: Model, sweeps: number): Tiles | undefined {
  const { particles, slotOf, positions, colours } = model;
  const places = new Float32Array(3 * particles);
  for (let id = 0; id < particles; id++)
    for (let c = 0; c < 3; c++) places[3 * slotOf[id] + c] = positions[3 * id + c];
  for (const own of OWN.slice(particles > LARGE ? 1 : 0)) {
    const tiles = tilesOf({ ...finestOf(model), places }, sweepsOver(colours.length, sweeps), own);
    if (tiles) return tiles;
  }
  return undefined;
}

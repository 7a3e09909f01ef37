/**
 * Tiles: pieces of the particles that a workgroup sweeps several times without looking at memory. Around its own particles a tile
 * holds a halo: those whose values reach its own within that many half-sweeps. Both are relaxed; of the halo, less and less is
 * right, and in the end only the tile's own particles are written.
 */
import type { SpringRows } from '../rows.ts';
import { partitionOf } from './partition.ts';

/** Particles that a workgroup has room for: three numbers each in the 16,384 bytes that every GPU gives. */
export const ROOM = 1280;
/** Pairs of numbers of a particle of a tile: [slot, first entry], [two neighbours, two more], [entries, further neighbours]. */
export const RECORD = 3;
/** Neighbours that are in a record; further ones of a longer row are behind the heads. */
export const NEAR = 4;

export interface Tiles {
  readonly tiles: number;
  /**
   * Numbers of a tile's head: its first record; where each colour begins and the last ends; how many of each colour are its own; of
   * each half-sweep how many it relaxes and, 16 bits up, which colour.
   */
  readonly stride: number;
  /** The heads, and behind them neighbours, two to a number, of rows longer than four. */
  readonly table: Uint32Array;
  /** By tile, by colour, its own particles first, and then those that matter for the longest. Neighbours are places in the tile. */
  readonly records: Uint32Array;
  /** Half-sweeps: relaxations of one colour. */
  readonly halves: number;
}

/** What is swept: the particles, or the points of a coarse level. */
export interface Swept extends Pick<SpringRows, 'neighbours' | 'rowStarts'> {
  readonly points: number;
  /** Points [first, end) of each colour. */
  readonly colours: readonly (readonly [first: number, end: number])[];
  /** Three numbers each: where they are at first. Not needed where one tile holds all. */
  readonly places?: Float32Array;
}

/** The colours of so many sweeps, half-sweep by half-sweep. */
export const sweepsOver = (colours: number, sweeps: number): readonly number[] =>
  Array.from({ length: sweeps * colours }, (_, half) => half % colours);

/**
 * Tiles of `own` particles for half-sweeps over these colours; undefined where the neighbourhood of some tile is too large for a
 * workgroup.
 */
export function tilesOf(swept: Swept, order: readonly number[], own: number): Tiles | undefined {
  const { points: particles, colours, neighbours, rowStarts } = swept;
  const halves = order.length;
  const colourOf = new Uint8Array(particles);
  colours.forEach(([first, end], c) => {
    colourOf.fill(c, first, end);
  });
  const count = Math.max(1, Math.ceil(particles / own));
  const { slots, starts } = partitionOf(swept.places ?? new Float32Array(3 * particles), count);

  const stride = 1 + (colours.length + 1) + colours.length + halves;
  const heads = new Uint32Array(stride * count);
  const records = new Growing();
  const further = new Growing();
  /** By slot, where in the tile under way it is: valid where `seen` is that tile's number. */
  const seen = new Int32Array(particles).fill(-1);
  const place = new Uint16Array(particles);
  /** By colour, the members of the tile under way: -until × particles + slot, so that sorting brings them in the order of records. */
  const members = colours.map(() => new Float64Array(ROOM));
  const sizes = new Uint32Array(colours.length);
  const add = (slot: number, until: number, tile: number): void => {
    const c = colourOf[slot];
    seen[slot] = tile;
    members[c][sizes[c]++] = (halves - until) * particles + slot;
  };

  for (let tile = 0; tile < count; tile++) {
    if (!grow(slots.subarray(starts[tile], starts[tile + 1]), tile)) return undefined;
    write(tile);
  }
  const table = new Uint32Array(heads.length + further.length);
  table.set(heads);
  table.set(further.values, heads.length);
  return { tiles: count, stride, table, records: records.values.slice(), halves };

  /**
   * Finds the members of a tile and, of each, the last half-sweep that needs it; 0: only what it is at first. Going backwards: what
   * the half-sweep s relaxes, and is needed behind it, needs its neighbours before it. Whether there is room for them.
   */
  function grow(core: Uint32Array, tile: number): boolean {
    sizes.fill(0);
    let total = core.length;
    if (total > ROOM) return false;
    for (const slot of core) add(slot, halves, tile);
    const expanded = colours.map(() => 0);
    for (let s = halves; s >= 1; s--) {
      const colour = order[s - 1];
      for (const stop = sizes[colour]; expanded[colour] < stop; expanded[colour]++) {
        const slot = members[colour][expanded[colour]] % particles;
        for (let e = rowStarts[slot]; e < rowStarts[slot + 1]; e++) {
          if (seen[neighbours[e]] === tile) continue;
          if (++total > ROOM) return false;
          add(neighbours[e], s - 1, tile);
        }
      }
    }
    return true;
  }

  function write(tile: number): void {
    const head = stride * tile;
    const own = head + 2 + colours.length;
    const active = own + colours.length;
    heads[head] = records.length / 2 / RECORD;
    let at = 0;
    members.forEach((all, c) => {
      heads[head + 1 + c] = at;
      const sorted = all.subarray(0, sizes[c]).sort();
      for (const key of sorted) {
        const until = halves - Math.floor(key / particles);
        place[key % particles] = at++;
        if (until === halves) heads[own + c]++;
        for (let s = 0; s < until; s++) if (order[s] === c) heads[active + s]++;
      }
    });
    for (let s = 0; s < halves; s++) heads[active + s] |= order[s] << 16;
    heads[head + 1 + colours.length] = at;
    members.forEach((all, c) => {
      for (let k = 0; k < sizes[c]; k++) {
        const slot = all[k] % particles;
        const [first, end] = [rowStarts[slot], rowStarts[slot + 1]];
        records.push(slot, first);
        for (let e = first; e < first + NEAR; e += 2) records.push(pairOf(slot, e, end));
        records.push(end - first, heads.length + further.length);
        for (let e = first + NEAR; e < end; e += 2) further.push(pairOf(slot, e, end));
      }
    });

    /** Two neighbours of a row that ends at `end`. One that is not in the tile has no say: the particle itself is in its place. */
    function pairOf(slot: number, e: number, end: number): number {
      const placeOf = (entry: number) =>
        entry < end && seen[neighbours[entry]] === tile ? place[neighbours[entry]] : place[slot];
      return placeOf(e) | (placeOf(e + 1) << 16);
    }
  }
}

/** Numbers without end. */
class Growing {
  #values = new Uint32Array(1024);
  length = 0;

  push(one: number, other?: number): void {
    if (this.length + 2 > this.#values.length) {
      const larger = new Uint32Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = one;
    if (other !== undefined) this.#values[this.length++] = other;
  }

  get values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}

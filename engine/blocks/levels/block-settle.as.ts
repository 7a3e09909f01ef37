import { Nothing, relaxRows } from '../block-relax.as';
import { foursAt, rowOfFours, rowOfThrees, threesAt } from '../grid.as';
import { prolongBottom, prolongTop } from './block-prolong.as';

@unmanaged
export class BlockSettle {
  coarseDelta: usize;
  blockShares: usize;
  blockChange: usize;
  blockRhs: usize;
  blockWeights: usize;
  blockKinds: usize;
  blockDelta: usize;
  fineColumns: u32;
  fineRows: u32;
  columns: u32;
  rows: u32;
  sweeps: u32;
  bandPairs: u32;
  isFresh: u32;
}

/**
 * All stages move down a band together, each one pair of rows behind the stage before it. The pairs of ε between the first and the last stage are
 * kept in a ring buffer. Pairs above and below the cloth are zeros.
 */
// [BHM00] Ch. 3: the coarse-grid correction v ← v + P e; [NP17] Alg. 7: the sweeps
export function blockSettle(a: BlockSettle, first: u32, end: u32): void {
  const pairs: i32 = (a.fineRows + 1) >> 1;
  const last: i32 = 2 * a.sweeps;
  for (let band = first; band < end; band++) {
    const ring = a.blockChange + <usize>band * ringOf(a);
    const top: i32 = band * a.bandPairs;
    const bottom = min<i32>(pairs, top + a.bandPairs);
    for (let front = max<i32>(-1, top - last); front < bottom + last; front++) {
      for (let s: i32 = 0; s <= last; s++) {
        const pair = front - s;
        if (pair < top - last + s || pair >= bottom + last - s) continue;
        if (s == 0) prolongInto(a, ring, pair, pairs);
        else if (pair >= 0 && pair < pairs) sweepPair(a, ring, s, pair);
      }
    }
  }
}

/** Bytes of a ring buffer: a block of zeros, then a pair of rows for each stage and one more. */
function ringOf(a: BlockSettle): usize {
  return 48 + <usize>(2 * a.sweeps + 2) * 4 * rowOfThrees(a.fineColumns);
}

/** The address of a pair's red rows in the ring buffer; its black rows follow. */
function placeOf(a: BlockSettle, ring: usize, pair: i32): usize {
  return ring + 48 + <usize>(<u32>(pair + 1) % (2 * a.sweeps + 2)) * 4 * rowOfThrees(a.fineColumns);
}

/** Interpolates the black particles of a pair from the coarser level. Red ones are swept first and need no interpolation. */
function prolongInto(a: BlockSettle, ring: usize, pair: i32, pairs: i32): void {
  if (pair > pairs) return;
  const three = rowOfThrees(a.fineColumns);
  const black = placeOf(a, ring, pair) + 2 * three;
  if (pair < 0 || pair == pairs) {
    memory.fill(black - 2 * three, 0, 4 * three);
    return;
  }
  prolongTop<BlockSettle>(a, pair, black, 0);
  if (2 * pair + 1 < <i32>a.fineRows) prolongBottom<BlockSettle>(a, pair, black + three);
  else memory.fill(black + three, 0, three);
}

function sweepPair(a: BlockSettle, ring: usize, s: i32, pair: i32): void {
  const three = rowOfThrees(a.fineColumns);
  const colour: u32 = (s - 1) & 1;
  let red = placeOf(a, ring, pair);
  const own = red + (colour ? 2 * three : 0);
  const toOthers: usize = colour ? 0 : 2 * three;
  const q = foursAt(a.fineColumns, a.fineRows, colour, 2 * pair);
  relaxRows<Nothing>(
    own,
    red + toOthers,
    placeOf(a, ring, pair - 1) + toOthers + three,
    placeOf(a, ring, pair + 1) + toOthers,
    a.blockRhs + q,
    a.blockWeights + q,
    load<u32>(a.blockKinds + ((<usize>(2 * pair + colour)) << 2)),
    a.fineColumns,
    three,
    rowOfFours(a.fineColumns),
    colour,
    0,
  );
  if (s < 2 * a.sweeps) return;
  for (let colour: u32 = 0; colour < 2; colour++, red += 2 * three) {
    const delta = a.blockDelta + threesAt(a.fineColumns, a.fineRows, colour, 2 * pair);
    if (a.isFresh) memory.copy(delta, red, 2 * three);
    else addRows(delta, red, 2 * three);
  }
}

function addRows(d: usize, e: usize, bytes: usize): void {
  for (let stop = d + bytes; d < stop; d += 48, e += 48) {
    v128.store(d, f32x4.add(v128.load(d), v128.load(e)));
    v128.store(d, f32x4.add(v128.load(d, 16), v128.load(e, 16)), 16);
    v128.store(d, f32x4.add(v128.load(d, 32), v128.load(e, 32)), 32);
  }
}

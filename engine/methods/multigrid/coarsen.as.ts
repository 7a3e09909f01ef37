import { rowStart } from '../../rows.as';
import { firstChild, share, shares } from './share.as';

@unmanaged
export class Coarsen {
  children: usize;
  neighbours: usize;
  weights: usize;
  diagonal: usize;
  parents: usize;
  places: usize;
  coarseWeights: usize;
  coarseDiagonal: usize;
  entries: u32;
  pairs: u32;
  tables: u32;
}

function diagonalOf(args: Coarsen, i: u32): f32 {
  return load<f32>(args.diagonal + ((<usize>i) << 2));
}

/** The entry of `other` in the row of the point whose table this is. */
function entryOf(table: usize, mask: u32, other: u32): u32 {
  let at = other & mask;
  while (load<u32>(table + ((<usize>at) << 3)) != other) at = (at + 1) & mask;
  return load<u32>(table + ((<usize>at) << 3), 4);
}

/** Adds the shares of a_ij for the four parents of j to the row of `point`; returns the share of `point` itself. */
function spread(args: Coarsen, point: u32, table: usize, mask: u32, j: u32, a: f32): f32 {
  const pairs = args.parents + ((<usize>j) << 5);
  const two = v128.load(pairs);
  const others = v128.load(pairs, 16);
  const amounts = f32x4.mul(f32x4.splat(a), shares(two, others));
  let own: f32 = 0;
  own += give(args, point, table, mask, i64x2.extract_lane(two, 0), f32x4.extract_lane(amounts, 0));
  own += give(args, point, table, mask, i64x2.extract_lane(two, 1), f32x4.extract_lane(amounts, 1));
  own += give(args, point, table, mask, i64x2.extract_lane(others, 0), f32x4.extract_lane(amounts, 2));
  own += give(args, point, table, mask, i64x2.extract_lane(others, 1), f32x4.extract_lane(amounts, 3));
  return own;
}

/** Only a pair with a share has an entry in the table, so a share of 0 is skipped. */
function give(args: Coarsen, point: u32, table: usize, mask: u32, pair: u64, amount: f32): f32 {
  if (pair >> 32 == 0) return 0;
  const parent = <u32>pair;
  if (parent == point) return amount;
  const weight = args.coarseWeights + ((<usize>entryOf(table, mask, parent)) << 2);
  store<f32>(weight, load<f32>(weight) + amount);
  return 0;
}

/** Rows are a multiple of four long. */
export function coarsen(args: Coarsen, first: u32, end: u32): void {
  const none = f32x4.splat(0);
  for (let point = first; point < end; point++) {
    if (load<f32>(args.coarseDiagonal + ((<usize>point) << 2)) != -1) continue;
    // Beginning and end of its table and of its row.
    const starts = args.places + ((<usize>args.tables + <usize>point) << 3);
    const table = args.places + ((<usize>load<u32>(starts)) << 3);
    const mask = load<u32>(starts, 8) - load<u32>(starts) - 1;
    const row = args.coarseWeights + ((<usize>load<u32>(starts, 4)) << 2);
    const rowEnd = args.coarseWeights + ((<usize>load<u32>(starts, 12)) << 2);
    for (let e = row; e < rowEnd; e += 16) v128.store(e, none);
    let own: f32 = 0;
    let size: f32 = 0;
    const stop = args.children + firstChild(args.children, args.pairs, point + 1);
    for (let k = args.children + firstChild(args.children, args.pairs, point); k < stop; k += 8) {
      const i = load<u32>(k);
      const part = share(k);
      const a: f32 = part * diagonalOf(args, i);
      if (part == 0 || a == 0) continue;
      size = size + part * a;
      // [BHM00] Ch. 8: Galerkin's coarse operator Pᵀ A P
      own += spread(args, point, table, mask, i, a);
      const last = rowStart(args.neighbours, args.entries, i + 1);
      for (let e = rowStart(args.neighbours, args.entries, i); e < last; e += 16) {
        const weights = v128.load(args.weights + e);
        for (let left = i32x4.bitmask(f32x4.ne(weights, none)); left != 0; left &= left - 1) {
          const at = e + ((<usize>ctz(left)) << 2);
          const j = load<u32>(args.neighbours + at);
          if (diagonalOf(args, j) != 0)
            own += spread(args, point, table, mask, j, -a * load<f32>(args.weights + at));
        }
      }
    }
    const isNothing = own <= <f32>1e-5 * size;
    store<f32>(args.coarseDiagonal + ((<usize>point) << 2), isNothing ? 0 : own);
    const all = f32x4.splat(own);
    const isThere = i32x4.splat(isNothing ? 0 : -1);
    for (let e = row; e < rowEnd; e += 16)
      v128.store(e, v128.and(f32x4.div(f32x4.neg(v128.load(e)), all), isThere));
  }
}

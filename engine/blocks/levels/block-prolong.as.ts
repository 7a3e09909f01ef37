import { blocksOf, rowOfThrees, threesAt } from '../grid.as';

@unmanaged
export class BlockProlong {
  coarseDelta: usize;
  blockShares: usize;
  blockDelta: usize;
  fineColumns: u32;
  fineRows: u32;
  columns: u32;
  rows: u32;
}

// [BHM00] Ch. 3: the coarse-grid correction v ← v + P e
export function blockProlong(a: BlockProlong, first: u32, end: u32): void {
  const columns = a.fineColumns;
  const rows = a.fineRows;
  for (let pair = first; pair < end; pair++) {
    const even = a.blockDelta + threesAt(columns, rows, 0, 2 * pair);
    const odd = a.blockDelta + threesAt(columns, rows, 1, 2 * pair);
    prolongTop<BlockProlong>(a, pair, odd, even);
    if ((pair << 1) + 1 < rows) prolongBottom<BlockProlong>(a, pair, even + rowOfThrees(columns));
  }
}

/**
 * The upper row of a pair of fine rows, which coincides with coarse row `pair`. Two coarse blocks, one of even and one of odd columns, hold eight
 * neighbouring coarse columns. A fine even column coincides with one of them; a fine odd column lies between two. Odd columns are written to
 * `to`, even ones to `even`, unless that is 0.
 */
export function prolongTop<A>(a: A, pair: u32, to: usize, even: usize): void {
  const blocks = blocksOf(a.fineColumns);
  let share = a.blockShares + <usize>(pair * blocks) * 80;
  let from = a.coarseDelta + threesAt(a.columns, a.rows, 0, pair);
  const fromOdd = threesAt(a.columns, a.rows, 1, pair) - threesAt(a.columns, a.rows, 0, pair);
  const toEven = even - to;
  for (let b: u32 = 0; b < blocks; b += 2, share += 160, from += 48, to += 96) {
    const isWhole = b + 1 < blocks;
    for (let c: usize = 0; c < 48; c += 16) {
      const e = v128.load(from + c);
      const o = v128.load(from + fromOdd + c);
      const d = to + c;
      let one = v128.shuffle<f32>(e, o, 0, 4, 1, 5);
      let next = v128.shuffle<f32>(o, e, 0, 5, 1, 6);
      let sum = f32x4.add(f32x4.mul(v128.load(share), one), f32x4.mul(v128.load(share, 16), next));
      v128.store(d, sum);
      if (even) v128.store(d + toEven, f32x4.mul(v128.load(share, 64), one));
      if (isWhole) {
        one = v128.shuffle<f32>(e, o, 2, 6, 3, 7);
        next = v128.shuffle<f32>(v128.shuffle<f32>(o, e, 2, 7, 3, 3), v128.load(from + c, 48), 0, 1, 2, 4);
        sum = f32x4.add(f32x4.mul(v128.load(share, 80), one), f32x4.mul(v128.load(share, 96), next));
        v128.store(d, sum, 48);
        if (even) v128.store(d + toEven, f32x4.mul(v128.load(share, 144), one), 48);
      }
    }
  }
}

/** The even columns of the lower row of a pair, which lies between two coarse rows, written to `to`. */
export function prolongBottom<A>(a: A, pair: u32, to: usize): void {
  const blocks = blocksOf(a.fineColumns);
  let share = a.blockShares + <usize>(pair * blocks) * 80;
  let from = a.coarseDelta + threesAt(a.columns, a.rows, 0, pair);
  const fromOdd = threesAt(a.columns, a.rows, 1, pair) - threesAt(a.columns, a.rows, 0, pair);
  const next = rowOfThrees(a.columns);
  for (let b: u32 = 0; b < blocks; b += 2, share += 160, from += 48, to += 96) {
    const isWhole = b + 1 < blocks;
    for (let c: usize = 0; c < 48; c += 16) {
      const e = v128.load(from + c);
      const o = v128.load(from + fromOdd + c);
      const eNext = v128.load(from + next + c);
      const oNext = v128.load(from + next + fromOdd + c);
      const d = to + c;
      let sum = f32x4.add(
        f32x4.mul(v128.load(share, 32), v128.shuffle<f32>(e, o, 0, 4, 1, 5)),
        f32x4.mul(v128.load(share, 48), v128.shuffle<f32>(eNext, oNext, 0, 4, 1, 5)),
      );
      v128.store(d, sum);
      if (isWhole) {
        sum = f32x4.add(
          f32x4.mul(v128.load(share, 112), v128.shuffle<f32>(e, o, 2, 6, 3, 7)),
          f32x4.mul(v128.load(share, 128), v128.shuffle<f32>(eNext, oNext, 2, 6, 3, 7)),
        );
        v128.store(d, sum, 48);
      }
    }
  }
}

import { foursAt, isNothing, numbersAt, PARTICLES, ROWS, rowOfFours, SPRINGS } from './grid.as';

@unmanaged
export class BlockWeigh {
  blockEntries: usize;
  weights: usize;
  blockWeights: usize;
  blockRhs: usize;
  blockKinds: usize;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

export function blockWeigh(a: BlockWeigh, first: u32, end: u32): void {
  const row = rowOfFours(a.columns);
  for (let pair = first; pair < end; pair++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = foursAt(a.columns, a.rows, colour, 2 * pair);
      const stop = start + 2 * row;
      let mixed = i32x4.splat(0);
      for (let block = start; block < stop; block += 64) mixed = v128.or(mixed, weighBlock(a, block));
      const weights = a.blockRhs + start;
      const isEven = isOne(weights, row) && isOne(weights + row, row);
      const kind = v128.any_true(mixed) ? SPRINGS : isEven ? ROWS : PARTICLES;
      store<u32>(a.blockKinds + ((<usize>(2 * pair + colour)) << 2), kind);
    }
  }
}

/** Whether a row has one weight, but for its first and last block. */
function isOne(row: usize, bytes: usize): bool {
  if (bytes < 192) return true;
  const one = v128.load32_splat(row, 112);
  let others = i32x4.splat(0);
  for (let block = row + 64; block + 64 < row + bytes; block += 64) {
    others = v128.or(others, f32x4.ne(v128.load(block, 48), one));
  }
  return !v128.any_true(others);
}

/** The weights of four particles, a direction after the other, and the greatest of each; other than 0 where there are others. */
function weighBlock(a: BlockWeigh, block: usize): v128 {
  const e0 = v128.load(a.blockEntries + block);
  const e1 = v128.load(a.blockEntries + block, 16);
  const e2 = v128.load(a.blockEntries + block, 32);
  const e3 = v128.load(a.blockEntries + block, 48);
  const w0 = numbersAt(a.weights, e0);
  const w1 = numbersAt(a.weights, e1);
  const w2 = numbersAt(a.weights, e2);
  const w3 = numbersAt(a.weights, e3);
  v128.store(a.blockWeights + block, w0);
  v128.store(a.blockWeights + block, w1, 16);
  v128.store(a.blockWeights + block, w2, 32);
  v128.store(a.blockWeights + block, w3, 48);
  let most = f32x4.max(f32x4.splat(0), w0);
  most = f32x4.max(most, w1);
  most = f32x4.max(most, w2);
  most = f32x4.max(most, w3);
  v128.store(a.blockRhs + block, most, 48);
  const along = v128.or(others(e0, w0, most), others(e1, w1, most));
  return v128.or(along, v128.or(others(e2, w2, most), others(e3, w3, most)));
}

/** Where there are springs, and not of this weight. */
function others(entries: v128, weights: v128, one: v128): v128 {
  return v128.andnot(f32x4.ne(weights, one), isNothing(entries));
}

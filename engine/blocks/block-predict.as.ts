import { predictRange } from '../motion/predict.as';
import { enterRow } from './block-enter.as';
import { before, blocksOf, threesAt } from './grid.as';

@unmanaged
export class BlockPredict {
  x: usize;
  v: usize;
  force: usize;
  masses: usize;
  blockX: usize;
  h: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
  columns: u32;
  rows: u32;
  red: u32;
  black: u32;
}

// [NP17] Alg. 2, [PNF18] Alg. 2
export function blockPredict(a: BlockPredict, first: u32, end: u32): void {
  const blocks = blocksOf(a.columns);
  for (let row: u32 = 2 * first, stop = min<u32>(a.rows, 2 * end); row < stop; row++) {
    for (let colour: u32 = 0; colour < 2; colour++) {
      const start = before(a.columns, colour, row);
      const count = before(a.columns, colour, row + 1) - start;
      const slot = start + (colour == 0 ? a.red : a.black);
      const to = threesAt(a.columns, a.rows, colour, row);
      predictRange<BlockPredict>(a, slot, slot + count);
      enterRow(a.x + ((<usize>slot) << 4), count, a.blockX + to, 48, blocks);
    }
  }
}

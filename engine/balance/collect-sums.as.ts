import { addTo } from './ledger.as';

@unmanaged
export class CollectSums {
  totals: usize;
  ledger: usize;
  blocks: u32;
  column: u32;
  row: u32;
  against: u32;
}

/** The sum over the blocks is in float64. */
export function collectSums(a: CollectSums, first: u32, end: u32): void {
  if (first >= end) return;
  let sum: f64 = 0;
  for (let block: u32 = 0; block < a.blocks; block++)
    sum += <f64>load<f32>(a.totals + ((<usize>block) << 4) + ((<usize>a.column) << 2));
  if (!(abs(sum) <= 3e38)) return;
  addTo(a.ledger, a.row, <f32>sum);
  if (a.against != a.row) addTo(a.ledger, a.against, <f32>-sum);
}

import { binAt, cellAt } from './bin-of.as';

@unmanaged
export class Bin {
  moves: usize;
  rest: usize;
  cell: usize;
  counts: usize;
  binOf: usize;
  since: usize;
  bins: u32;
}

// [NP17] 3.4: a uniform grid of cells
export function bin(a: Bin, first: u32, end: u32): void {
  const size = v128.load(a.cell);
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const out = a.binOf + ((<usize>i) << 3);
    const begin = v128.load(a.moves + 2 * o);
    v128.store(a.since + o, begin);
    const body = load<f32>(a.rest + o, 12);
    if (body < 0) {
      store<u32>(out, a.bins);
      store<u32>(out, <u32>(-body - 1), 4);
      continue;
    }
    const found = binAt(cellAt(begin, size), a.bins);
    store<u32>(out, found);
    store<u32>(out, count(a.counts + ((<usize>found) << 2)), 4);
  }
}

/** Adds one, and returns the previous count. */
function count(address: usize): u32 {
  if (ASC_FEATURE_THREADS) return atomic.add<u32>(address, 1);
  const before = load<u32>(address);
  store<u32>(address, before + 1);
  return before;
}

import { defineKernel, type RealArray, read, write } from '../kernel.ts';
import addToWgsl from './add-to.wgsl?raw';
import wgsl from './collect-sums.wgsl?raw';

/** Beyond float32, or NaN: a sum that says nothing, and is left out. */
const MOST = 3e38;

/**
 * Adds up a column of blocks' sums, in order, and adds it to a row of the ledger; where `against` is another row, it is taken from that one. Rows are
 * [sum, what rounding left over, 0, 0]: with it many small sums add up to what they are worth (Kahan's summation).
 * No paper: README.md derives it.
 */
export const collectSums = defineKernel({
  name: 'collectSums',
  over: 'one',
  buffers: { totals: read('vec4', 'totals', { anyDomain: true }), ledger: write('vec4', 'ledger') },
  scalars: { blocks: 'u32', column: 'u32', row: 'u32', against: 'u32' },
  reference: ({ totals, ledger, blocks, column, row, against }) => {
    let sum = 0;
    for (let block = 0; block < blocks; block++) sum += totals[4 * block + column];
    if (!(Math.abs(sum) <= MOST)) return;
    addTo(ledger, row, sum);
    if (against !== row) addTo(ledger, against, -sum);
  },
  wgsl: addToWgsl + wgsl,
});

/** For this kernel and `bookEnergy`. */
export function addTo(ledger: RealArray, row: number, value: number): void {
  const y = value - ledger[4 * row + 1];
  const sum = ledger[4 * row] + y;
  ledger[4 * row + 1] = sum - ledger[4 * row] - y;
  ledger[4 * row] = sum;
}

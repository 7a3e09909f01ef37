import { defineKernel, write } from '../kernel.ts';
import addToWgsl from './add-to.wgsl?raw';
import wgsl from './book-energy.wgsl?raw';
import { addTo } from './collect-sums.ts';
import { FIRST, IS_OPEN, LAST, NOW } from './rows.ts';

/**
 * Adds what energy has changed by since the last time to a row of the ledger. The energies that were just collected become the last ones;
 * the first time they also are those that the balance begins with.
 * No paper: README.md derives it.
 */
export const bookEnergy = defineKernel({
  name: 'bookEnergy',
  over: 'one',
  buffers: { ledger: write('vec4', 'ledger') },
  scalars: { row: 'u32' },
  reference: ({ ledger, row }) => {
    const isOpen = ledger[4 * IS_OPEN] !== 0;
    let change = 0;
    for (let c = 0; c < 4; c++) {
      const now = ledger[4 * (NOW + c)];
      change += now - ledger[4 * (LAST + c)];
      if (!isOpen) ledger[4 * (FIRST + c)] = now;
      ledger[4 * (LAST + c)] = now;
      ledger[4 * (NOW + c)] = ledger[4 * (NOW + c) + 1] = 0;
    }
    if (isOpen) addTo(ledger, row, change);
    ledger[4 * IS_OPEN] = 1;
  },
  wgsl: addToWgsl + wgsl,
});

import { defineKernel, read, write } from '../kernel.ts';

/**
 * The factor, rounded for the solve of three vectors at once: float32 on WebAssembly, where a row of right-hand sides is one
 * register and half the memory is read; the same numbers on the reference. The layout stays: the panels of a run of
 * supernodes are a run of numbers, so are their reciprocals.
 */
export const narrow = defineKernel({
  name: 'narrow',
  over: 'supernodes',
  buffers: {
    columns: read('u32', 'supernodeBounds'),
    panelStarts: read('u32', 'supernodeBounds'),
    panels: read('f64', 'panel'),
    reciprocals: read('f64', 'columns'),
    narrowPanels: write('real', 'panel'),
    narrowReciprocals: write('real', 'columns'),
  },
  scalars: {},
  reference: (args, first, end) => {
    const { columns, panelStarts, panels, reciprocals, narrowPanels, narrowReciprocals } = args;
    for (let k = panelStarts[first]; k < panelStarts[end]; k++) narrowPanels[k] = panels[k];
    for (let j = columns[first]; j < columns[end]; j++) narrowReciprocals[j] = reciprocals[j];
  },
});

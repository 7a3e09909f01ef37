import { defineKernel, read, write } from '../kernel.ts';
import { GEOMETRY, pairsOf } from './geometry.ts';
import { relaxPairs } from './grid-relax.ts';

/**
 * Several sweeps in one pass over memory, for grids that no cache holds. Half-sweep s (red, black, red, …) of a pair of rows needs
 * half-sweep s - 1 of the pairs around it; so it follows one pair behind, and all half-sweeps move down the cloth together. The bits
 * are those of sweep after sweep.
 *
 * So that threads can share the work, the pairs are cut into bands. With `seams` 0 each band is swept alone, half-sweep s
 * keeping s pairs away from its neighbours; with `seams` 1 what is left around the end of band i, 2 s pairs, is done.
 */
export const gridSweeps = defineKernel({
  name: 'gridSweeps',
  over: 'gridBands',
  buffers: {
    gridDelta: write('vec4', 'gridThrees'),
    gridRhs: read('vec4', 'gridFours'),
    gridWeights: read('vec4', 'gridFours'),
    gridMixed: read('uvec2', 'gridPairs'),
  },
  scalars: { ...GEOMETRY, keep: 'real', sweeps: 'u32', bandPairs: 'u32', seams: 'u32' },
  reference: (
    { gridDelta, gridRhs, gridWeights, gridMixed: _, keep, sweeps, bandPairs, seams, ...grid },
    first,
    end,
  ) => {
    const pairs = pairsOf(grid);
    const halfSweep = (s: number, from: number, to: number) =>
      relaxPairs(grid, gridDelta, gridRhs, gridWeights, s & 1, keep, from, to);
    for (let band = first; band < end; band++) {
      const [top, bottom] = [band * bandPairs, Math.min(pairs, (band + 1) * bandPairs)];
      for (let s = 0; s < 2 * sweeps; s++) {
        if (seams === 1) halfSweep(s, bottom - s, bottom + s);
        else halfSweep(s, top === 0 ? 0 : top + s, bottom === pairs ? pairs : bottom - s);
      }
    }
  },
});

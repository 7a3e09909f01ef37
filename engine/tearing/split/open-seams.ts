import { defineKernel, read, tally, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import wgsl from './open-seams.wgsl?raw';

/**
 * Decides which particles split now, and which of their quads go to the spare: those on the other end's side of the plane across the
 * spring; `towards` has one mask for each end. A particle splits along a spring that is the worst of both its ends, and only one end
 * splits: the one with more split neighbours, so that a tear continues from its tip; otherwise the first. An end with
 * all quads on one side of the plane cannot split. `opening` counts the splits.
 * No paper: README.md says why.
 */
export const openSeams = defineKernel({
  name: 'openSeams',
  over: 'particles',
  buffers: {
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    towards: read('uvec2', 'springs'),
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    worst: read('u32', 'particles', { indexes: 'springs' }),
    opened: write('u32', 'particles'),
    opening: tally('one'),
  },
  scalars: { entries: 'u32' },
  reference: (
    { neighbours, ends, towards, spares, sectors, worst, opened, opening, entries },
    first,
    end,
  ) => {
    const tips = (i: number): number => {
      let count = 0;
      for (let entry = neighbours[entries + i]; entry < neighbours[entries + i + 1]; entry++) {
        const j = neighbours[entry];
        if (spares[2 * j] !== j && sectors[j] !== 0) count++;
      }
      return count;
    };
    for (let i = first; i < end; i++) {
      opened[i] = 0;
      const s = worst[i];
      if (s === NO_SPRING) continue;
      const own = ends[2 * s] === i ? 0 : 1;
      const other = ends[2 * s + 1 - own];
      const mask = towards[2 * s + own];
      if (worst[other] !== s || mask === 0) continue;
      const [here, there] = [tips(i), tips(other)];
      if (towards[2 * s + 1 - own] !== 0 && (there > here || (there === here && own === 1))) continue;
      opened[i] = mask;
      opening[0]++;
    }
  },
  wgsl,
});

import { defineKernel, read, tally, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import wgsl from './part-quads.wgsl?raw';

/**
 * Decides which particles a stroke or a blade splits: whole particles that it has reached and that have quads on both sides of it, once the
 * sides of all their quads are known. `sides` comes from `sideQuads` or `flankQuads`. Quads on side 2 go to the spare. A particle that is
 * already split has no second spare: if one of its halves has quads on both sides, those on side 2 are detached (four bits higher in
 * `opened`), so that the pieces separate there too. `quadsAt` has the first triangle of the quad whose c-th corner the particle is.
 * `opening` counts the splits.
 * No paper: README.md says why.
 */
export const partQuads = defineKernel({
  name: 'partQuads',
  over: 'particles',
  buffers: {
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    quadsAt: read('u32', 'quadsAt', { indexes: 'triangles' }),
    sides: read('u32', 'triangles'),
    opened: write('u32', 'particles'),
    opening: tally('one'),
  },
  scalars: {},
  reference: ({ spares, sectors, quadsAt, sides, opened, opening }, first, end) => {
    for (let i = first; i < end; i++) {
      opened[i] = 0;
      if (spares[2 * i] === i) continue;
      const masks = [0, 0, 0];
      let isReached = false;
      for (let c = 0; c < 4; c++) {
        const t = quadsAt[4 * i + c];
        if (t === NO_SPRING) continue;
        masks[sides[t] & 3] |= 1 << c;
        isReached ||= ((sides[t] >> (2 + c)) & 1) === 1;
      }
      if (!isReached || masks[0] !== 0 || masks[1] === 0 || masks[2] === 0) continue;
      opened[i] = sectors[i] === 0 ? masks[2] : comingOff(sectors[i], masks[1], masks[2]) << 4;
      if (opened[i] !== 0) opening[0]++;
    }
  },
  wgsl,
});

/** The quads to detach: those in `there` that belong to a half of the particle which has quads in `here` too. */
function comingOff(sectors: number, here: number, there: number): number {
  const still = 15 & ~(sectors >> 4);
  const halves = [sectors & still, ~sectors & still];
  return halves.reduce((off, half) => ((half & here) === 0 ? off : off | (half & there)), 0);
}

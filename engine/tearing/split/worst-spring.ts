import { defineKernel, read, write } from '../../kernel.ts';
import { NO_SPRING } from '../../surface/edges.ts';
import wgsl from './worst-spring.wgsl?raw';

/**
 * The spring of a particle that may split which exceeds the opening threshold most,
 * max |e|² / (½ (σ + 1) L)² > 1, where σ is the strength at which the spring itself tears: cloth opens at half of that stretch. Ties go to
 * the lower number. Only springs between whole particles count. `spares` has the slot of a particle's spare,
 * or its own slot if it has none, and a bit for each of its quads.
 * No paper: README.md says why.
 */
export const worstSpring = defineKernel({
  name: 'worstSpring',
  over: 'particles',
  buffers: {
    x: read('vec4', 'particles'),
    neighbours: read('u32', 'rows', { indexes: 'particles' }),
    springOf: read('u32', 'entries', { indexes: 'springs' }),
    springs: read('vec2', 'springs'),
    strengths: read('real', 'springs'),
    spares: read('uvec2', 'particles', { indexes: 'particles' }),
    sectors: read('u32', 'particles'),
    worst: write('u32', 'particles'),
  },
  scalars: { entries: 'u32' },
  reference: (
    { x, neighbours, springOf, springs, strengths, spares, sectors, worst, entries },
    first,
    end,
  ) => {
    const isWhole = (i: number) => spares[2 * i] !== i && sectors[i] === 0;
    for (let i = first; i < end; i++) {
      let [most, which] = [1, NO_SPRING];
      const end = isWhole(i) ? neighbours[entries + i + 1] : 0;
      for (let entry = neighbours[entries + i]; entry < end; entry++) {
        const [j, s] = [neighbours[entry], springOf[entry]];
        if (j === i || springs[2 * s + 1] === 0 || strengths[s] === 0 || !isWhole(j)) continue;
        const longest = 0.5 * (strengths[s] + 1) * springs[2 * s];
        const e = [0, 1, 2].map((c) => x[4 * i + c] - x[4 * j + c]);
        const stretch = (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) / (longest * longest);
        if (stretch > most || (stretch === most && s < which)) [most, which] = [stretch, s];
      }
      worst[i] = which;
    }
  },
  wgsl,
});

import { defineKernel, read, write } from '../../kernel.ts';
import { STATUS } from './status.ts';

/** Six numbers of a symmetric 3×3 tensor: which one stands in row a, column b. */
export const TENSOR_AT = [0, 1, 2, 1, 3, 4, 2, 4, 5] as const;

/**
 * The Hessian as one sparse matrix of 3n rows from the tensors: −K_s between the ends of a spring, their sum and a_i on the
 * diagonal, the lower triangle in the panels that the factorisation will overwrite (engine/linear). The rows and columns
 * of a pin are those of the identity. `tensorPlaces` says where the nine numbers of a spring go (row of the first end by
 * column of the second), `blockPlaces` the six of a particle.
 * The Hessian of g, [LBOK13] Eq. (8).
 */
export const assembleHessian = defineKernel({
  name: 'assembleHessian',
  over: 'springs',
  serial: true,
  buffers: {
    masses: read('vec4', 'particles'),
    ends: read('uvec2', 'springs', { indexes: 'particles' }),
    tensors: read('f64', 'tensors'),
    diagonal: read('f64', 'particles'),
    tensorPlaces: read('u32', 'tensorPlaces', { indexes: 'panel' }),
    blockPlaces: read('u32', 'blocks', { indexes: 'panel' }),
    status: read('f64', 'newtonStatus'),
    panels: write('f64', 'panel'),
  },
  scalars: { particles: 'u32', panelEntries: 'u32' },
  reference: (args, first, end) => {
    const { masses, ends, tensors, diagonal, tensorPlaces, blockPlaces, status, panels } = args;
    const { particles, panelEntries } = args;
    if (status[STATUS.due] === 0) return;
    const isPinned = (i: number) => masses[4 * i + 1] === 0;
    panels.fill(0, 0, panelEntries);
    for (let i = 0; i < particles; i++)
      for (const t of [0, 3, 5]) panels[blockPlaces[6 * i + t]] = isPinned(i) ? 1 : diagonal[i];
    for (let s = first; s < end; s++) {
      const [i, j] = [ends[2 * s], ends[2 * s + 1]];
      for (const free of [i, j])
        if (!isPinned(free))
          for (let t = 0; t < 6; t++) panels[blockPlaces[6 * free + t]] += tensors[6 * s + t];
      if (isPinned(i) || isPinned(j)) continue;
      for (let ab = 0; ab < 9; ab++) panels[tensorPlaces[9 * s + ab]] -= tensors[6 * s + TENSOR_AT[ab]];
    }
  },
});

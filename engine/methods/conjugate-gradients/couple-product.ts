import { defineKernel, read, write } from '../../kernel.ts';
import { filter } from './filter.ts';

/**
 * What the elements of one force add to a product, [HAN15] Alg. 1 line 6, or to the right-hand side: scale Σ T_ab (p_a − p_b) over the corners a that are
 * particle i, T_ab as in forces/exact.ts, filtered. `incidents` has these corners, `size` to an element, as incidentStarts says, so
 * that a particle adds them up in fixed order. With `pulls` 1 the force of its elements is added too, −∂E/∂x, and their tensors to `blocks`.
 */
export const coupleProduct = defineKernel({
  name: 'coupleProduct',
  over: 'particles',
  buffers: {
    masses: read('vec4', 'particles'),
    filters: read('vec4', 'particles'),
    incidentStarts: read('u32', 'particleBounds'),
    incidents: read('u32', 'incidents'),
    elementCorners: read('u32', 'elementCorners', { indexes: 'particles' }),
    elementTensors: read('f64', 'elementTensors'),
    elementPulls: read('f64', 'elementPulls'),
    direction: read('f64', 'coordinates'),
    product: write('f64', 'coordinates'),
    blocks: write('f64', 'blocks'),
  },
  scalars: { size: 'u32', corner: 'u32', couple: 'u32', pulls: 'u32', scale: 'real' },
  reference: (args, first, end) => {
    const { masses, filters, incidentStarts, incidents, elementCorners, elementTensors } = args;
    const { elementPulls, direction, product, blocks, size, corner, couple, pulls, scale } = args;
    const couples = (size * (size - 1)) / 2;
    for (let i = first; i < end; i++) {
      const sum = [0, 0, 0];
      for (let k = incidentStarts[i]; k < incidentStarts[i + 1]; k++) {
        const element = Math.floor(incidents[k] / size);
        const a = incidents[k] % size;
        for (let b = 0; b < size; b++) {
          if (a === b) continue;
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          // Couples stand in the order (0, 1), (0, 2), … (1, 2), …
          const pair = couple + element * couples + low * size - (low * (low + 1)) / 2 + high - low - 1;
          const [down, across] = a < b ? [3, 1] : [1, 3];
          const j = elementCorners[corner + element * size + b];
          const T = (row: number, column: number) =>
            scale * elementTensors[9 * pair + down * row + across * column];
          for (let row = 0; row < 3; row++)
            for (let column = 0; column < 3; column++)
              sum[row] += T(row, column) * (direction[3 * i + column] - direction[3 * j + column]);
          if (pulls)
            for (let row = 0, t = 0; row < 3; row++)
              for (let column = row; column < 3; column++, t++) blocks[6 * i + t] += T(row, column);
        }
        if (pulls) for (let c = 0; c < 3; c++) sum[c] -= elementPulls[4 * (corner + incidents[k]) + c];
      }
      for (let c = 0; c < 3; c++) product[3 * i + c] += sum[c];
      filter(masses, filters, product, i);
    }
  },
});

import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './pivot.wgsl?raw';

/** A pivot below this counts as 0. Rows are divided by their diagonal, so pivots begin at 1. */
const NOTHING = 1e-5;

/**
 * One step of Gauss-Jordan inversion, for all pieces at once, each with its own pivot: member number `step`. After a step for every
 * member the rows are those of the inverse. Every row reads the pivot's row of the step before, so the matrix alternates between two
 * buffers. In a piece without pins and inertia the last pivot is 0 and the matrix singular: the correction of that point is then 0.
 * No paper: Gauss-Jordan elimination, as in any textbook of linear algebra.
 */
export const pivot = defineKernel({
  name: 'pivot',
  over: 'particles',
  buffers: {
    members: read('u32', 'rows', { indexes: 'particles' }),
    memberCount: read('u32', 'particles'),
    before: read('real', 'entries'),
    after: write('real', 'entries'),
  },
  scalars: { denseWidth: 'u32', step: 'u32' },
  reference: ({ members, memberCount, before, after, denseWidth, step }, first, end) => {
    for (let i = first; i < end; i++) {
      const row = i * denseWidth;
      const k = members[row + step];
      const d = before[k * denseWidth + step];
      for (let c = 0; c < denseWidth; c++) {
        const above = before[k * denseWidth + c];
        let value = before[row + c];
        if (step < memberCount[i]) {
          if (d <= NOTHING) value = k === i || c === step ? 0 : value;
          else if (k === i) value = (c === step ? 1 : above) / d;
          else if (c === step) value = -value / d;
          else value -= (before[row + step] / d) * above;
        }
        after[row + c] = value;
      }
    }
  },
  wgsl,
});

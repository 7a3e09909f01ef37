import { defineKernel, read, write } from '../../kernel.ts';
import wgsl from './adopt.wgsl?raw';
import { PARENTS } from './pattern.ts';

/** The columns of P from its rows, which `attach` wrote: for each possible child of a point, its share. No paper: a transpose. */
export const adopt = defineKernel({
  name: 'adopt',
  over: 'particles',
  buffers: {
    parents: read('uvec2', 'parents'),
    children: write('uvec2', 'children'),
  },
  scalars: { pairs: 'u32' },
  reference: ({ parents, children, pairs }, first, end) => {
    for (let point = first; point < end; point++) {
      for (let e = children[2 * (pairs + point)]; e < children[2 * (pairs + point + 1)]; e++) {
        const child = children[2 * e];
        let share = 0;
        for (let k = PARENTS * child; k < PARENTS * (child + 1); k++)
          if (parents[2 * k] === point) share += parents[2 * k + 1];
        children[2 * e + 1] = share;
      }
    }
  },
  wgsl,
});

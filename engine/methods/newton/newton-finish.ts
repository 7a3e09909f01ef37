import { defineKernel, read, write } from '../../kernel.ts';

/** The end of a solve: the correction, rounded to what the rest of the step works in. No paper: it rounds. */
export const newtonFinish = defineKernel({
  name: 'newtonFinish',
  over: 'particles',
  serial: true,
  buffers: {
    correction: read('f64', 'coordinates'),
    delta: write('vec4', 'particles'),
  },
  scalars: {},
  reference: ({ correction, delta }, first, end) => {
    for (let i = first; i < end; i++) {
      for (let c = 0; c < 3; c++) delta[4 * i + c] = correction[3 * i + c];
      delta[4 * i + 3] = 0;
    }
  },
});

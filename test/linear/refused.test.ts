/** A page may forbid to compile WebAssembly at once: the analysis of matrices is TypeScript there. */
import { cloth } from 'selvedge';
import { afterEach, expect, it, vi } from 'vitest';
import { minimumDegree } from '../../engine/linear/order.ts';
import { patternOf } from '../../engine/linear/sparse.ts';
import { springAnalysis } from '../../engine/linear/springs.ts';
import { analyse } from '../../engine/linear/symbolic.ts';
import { buildModel } from '../../engine/model.ts';
import { randomMatrix } from './matrices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('makes the same in TypeScript', async () => {
  class Module {
    constructor() {
      throw new RangeError('too large to compile here');
    }
  }
  vi.stubGlobal('WebAssembly', { Module });
  vi.resetModules();
  const refused = await import('../../engine/linear/compiled.ts');
  expect(refused.isCompiled()).toBe(false);
  const pattern = randomMatrix('sparse', 50, 1);
  expect(refused.analyse(pattern)).toEqual(analyse(pattern));
  expect(refused.minimumDegree(pattern)).toEqual(minimumDegree(pattern));
  expect(refused.patternOf(3, [0, 2])).toEqual(patternOf(3, [0, 2]));
  const model = buildModel([cloth({ particles: [12, 9] })]);
  expect(refused.springAnalysis(model)).toEqual(springAnalysis(model));
});

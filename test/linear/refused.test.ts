/** A page may forbid compiling WebAssembly: the analysis of matrices then throws, and the rest of the engine loads. */
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('names WebAssembly as what is missing, and the cause', async () => {
  const cause = new RangeError('too large to compile here');
  class Module {
    constructor() {
      throw cause;
    }
  }
  vi.stubGlobal('WebAssembly', { Module });
  vi.resetModules();
  const { patternOf } = await import('../../engine/linear/analysis.ts');
  expect(() => patternOf(3, [0, 2])).toThrow(
    expect.objectContaining({ message: expect.stringContaining('needs WebAssembly'), cause }),
  );
});

/** Every kernel on every backend against the reference, on random inputs made from its declaration. */

import type { Backend } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { supportsOnWasm } from '../../engine/backends/wasm.ts';
import { BLOCK_KERNELS } from '../../engine/blocks/kernels.ts';
import type { Kernel } from '../../engine/kernel.ts';
import { KERNELS } from '../../engine/kernels.ts';
import { FAST_BACKENDS } from './backends.ts';
import { discrepancies } from './compare.ts';
import { TOLERANCE } from './tolerance.ts';

const SEEDS = [1, 2, 3];

describe('test/conformance/tolerance.ts', () => {
  const names = KERNELS.map(({ name }) => name);

  test('has a derived tolerance for every kernel', () => {
    const missing = names.filter((name) => !Object.hasOwn(TOLERANCE, name));
    expect(missing, 'kernels without a line in TOLERANCE: derive one each').toEqual([]);
  });

  test('has none left over', () => {
    const left = Object.keys(TOLERANCE).filter((name) => !names.includes(name));
    expect(left, 'lines of TOLERANCE without a kernel: remove them').toEqual([]);
  });
});

test('only serial kernels, those in float64 and those in blocks for SIMD lack a WGSL version', () => {
  const inFloat64 = ({ buffers }: Kernel) => Object.values(buffers).some(({ element }) => element === 'f64');
  const inBlocks = (kernel: Kernel) => (BLOCK_KERNELS as readonly Kernel[]).includes(kernel);
  const missing = KERNELS.filter(({ wgsl }) => wgsl === undefined);
  const expected = KERNELS.filter((kernel) => kernel.serial || inFloat64(kernel) || inBlocks(kernel));
  const names = missing.map(({ name }) => name);
  console.info(`not on webgpu, serial, in float64 or in blocks: ${names.join(', ')}`);
  expect(names).toEqual(expected.map(({ name }) => name));
});

test('only kernels of tiles, which are for the memory of a workgroup, lack a WebAssembly version', () => {
  expect(KERNELS.filter((kernel) => !supportsOnWasm(kernel)).map(({ name }) => name)).toEqual([
    'sweepTiles',
    'sweepWhole',
  ]);
});

describe.each(FAST_BACKENDS)('$name', ({ name, open }) => {
  let backend: Promise<Backend>;
  const shared = () => {
    backend ??= open();
    return backend;
  };
  const here = KERNELS.filter((kernel) =>
    name === 'webgpu' ? kernel.wgsl !== undefined : supportsOnWasm(kernel),
  );

  test.each(here.map((kernel) => ({ kernel, title: kernel.name })))('$title', async ({ kernel }) => {
    const found = await discrepancies(await shared(), kernel, SEEDS);
    for (const [k, { worst, where, changed }] of found.entries()) {
      expect(changed, 'numbers that the kernel changed in its sample').toBeGreaterThan(0);
      expect(worst, `seed ${SEEDS[k]}, ${where}`).toBeLessThanOrEqual(1);
    }
  });
});

/** The argument block of each AssemblyScript kernel has the size its declaration says, in both builds. */
import { expect, test } from 'vitest';
import { argumentBytes } from '../../engine/backends/wasm/layout.ts';
import { KERNELS } from '../../engine/kernels.ts';
import { inlinedKernels } from '../../scripts/plugin.js';

test.each(['plain', 'shared'] as const)('%s', async (build) => {
  const compiled = await inlinedKernels();
  const module = await WebAssembly.compile(Buffer.from(compiled[build], 'base64'));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: build === 'shared' });
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = { ...imports[from], [name]: name === 'memory' ? memory : () => 0 };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const bytesOf = exports.argumentBytes as (kernel: number) => number;

  expect(compiled.kernelNames.toSorted()).toEqual(KERNELS.map(({ name }) => name).sort());
  for (const kernel of KERNELS) {
    expect(bytesOf(compiled.kernelNames.indexOf(kernel.name)), kernel.name).toBe(argumentBytes(kernel));
  }
});

/** `wasm({ deterministic: false })`: kernels with relaxed SIMD are as near to the reference as the others, and say that they run. */
import { type Backend, cloth, createWorld, reference, wasm } from 'selvedge';
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { hasRelaxedSimd } from '../../engine/backends/wasm/host.ts';
import { BLOCK_KERNELS } from '../../engine/blocks/kernels.ts';
import { settle } from '../../engine/contact/settling/settle.ts';
import type { Kernel } from '../../engine/kernel.ts';
import { relax } from '../../engine/methods/projective/relax.ts';
import { discrepancies } from './compare.ts';

interface V8 {
  setFlagsFromString(flag: string): void;
}

/** Node 20 has relaxed SIMD behind a flag, which may be set before anything is compiled with it. */
beforeAll(() => {
  const v8 = typeof process === 'object' ? (process.getBuiltinModule?.('node:v8') as V8) : undefined;
  if (!hasRelaxedSimd()) v8?.setFlagsFromString('--experimental-wasm-relaxed-simd');
  expect(hasRelaxedSimd()).toBe(true);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const bodies = [
  cloth({ particles: [19, 14], stiffness: { structural: 100, shear: 0, bend: 0 }, rotation: [-60, 0, 0] }),
];

it('is asked for, and says so', async () => {
  expect(wasm({ threads: 1 }).description).toBe('WebAssembly SIMD, 1 thread');
  expect(wasm({ threads: 1, deterministic: true }).description).toBe('WebAssembly SIMD, 1 thread');
  const backend = wasm({ threads: 1, deterministic: false });
  const world = await createWorld({ bodies, backend });
  expect(world.backend.description).toBe('WebAssembly relaxed SIMD, 1 thread');
  expect(world.warnings).toEqual([]);
  world.dispose();
});

it('warns where the runtime does not have it, and computes the bits of the others', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  const positions = async (deterministic: boolean) => {
    const world = await createWorld({ bodies, backend: wasm({ threads: 1, deterministic }) });
    world.step(3);
    const read = await world.read();
    const { description } = world.backend;
    world.dispose();
    return { positions: read.positions, warnings: world.warnings, description };
  };
  const refused = await positions(false);
  expect(refused.description).toBe('WebAssembly SIMD, 1 thread');
  expect(refused.warnings).toEqual([expect.stringContaining('wasm runs without relaxed SIMD: this runtime')]);
  expect(refused.positions).toEqual((await positions(true)).positions);
});

it('leaves a module that was handed in as it is, and asks a function for the relaxed one', async () => {
  const given = new ArrayBuffer(8);
  expect(wasm({ threads: 1, deterministic: false, module: given }).warnings).toEqual([
    'wasm runs without relaxed SIMD: the module given decides',
  ]);
  const asked: boolean[][] = [];
  const backend = wasm({
    threads: 1,
    deterministic: false,
    module: (...which) => {
      asked.push(which);
      return given;
    },
  });
  await expect(createWorld({ bodies, backend })).rejects.toThrow('not the kernels');
  expect(asked).toEqual([[false, true]]);
});

// The others have no product that is added to something by `madd`.
test.each([...BLOCK_KERNELS, relax, settle].map((kernel) => ({ kernel, title: kernel.name })))(
  '$title',
  async ({ kernel }) => {
    const backend = wasm({ threads: 1, deterministic: false });
    const [{ worst, where, changed }] = await discrepancies(backend, kernel as Kernel, [1]);
    expect(changed).toBeGreaterThan(0);
    expect(worst, where).toBeLessThanOrEqual(1);
  },
);

describe.each([1, 2])('%d threads', (threads) => {
  it.each([
    { id: 'pd-rbgs', outer: 2, inner: 10, omega: 1.7 },
    { id: 'pd-multigrid', outer: 2 },
  ])('steps as the reference does, to rounding: $id', async (method) => {
    const positionsOn = async (backend: Backend) => {
      const world = await createWorld({ bodies, method, backend });
      world.step(20);
      const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
      world.dispose();
      return positions;
    };
    const exact = await positionsOn(reference());
    const rounded = await positionsOn(wasm({ threads, deterministic: false }));
    const off = rounded.reduce((most, value, k) => Math.max(most, Math.abs(value - exact[k])), 0);
    expect(off).toBeLessThan(1e-5);
    // It is another computation.
    expect(rounded).not.toEqual(await positionsOn(wasm({ threads })));
  });
});

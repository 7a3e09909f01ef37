/** Who opens, chooses and closes a backend. */
import { type Backend, BackendUnavailable, cloth, createWorld, reference, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { call, checkProgram, type MemoryPlan, repeat } from '../../engine/program.ts';
import { normals } from '../../engine/surface/normals.ts';

const bodies = [cloth({ particles: [4, 4] })];

describe('a list of backends', () => {
  it('goes on where opening one fails, and says why', async () => {
    const broken = wasm({
      worker: () => {
        throw new BackendUnavailable('wasm: no workers today');
      },
    });
    const world = await createWorld({ bodies, backend: [broken, 'reference'] });
    expect(world.backend.name).toBe('reference');
    expect(world.warnings).toEqual(['wasm: no workers today']);
    world.dispose();
  });

  it('ends with the last one’s reason', async () => {
    const backend = [wasm({ module: new Uint8Array([1, 2, 3]) })];
    await expect(createWorld({ bodies, backend })).rejects.toThrow(
      "module is not the kernels' WebAssembly file",
    );
  });
});

it('a backend handed in outlives its worlds', async () => {
  const backend = await openWebGpu();
  const [one, two] = await Promise.all([createWorld({ bodies, backend }), createWorld({ bodies, backend })]);
  one.step();
  one.dispose();
  two.step(2);
  expect((await two.read()).positions.every(Number.isFinite)).toBe(true);
  expect(two.warnings.filter((line) => line.includes('lost'))).toEqual([]);
  two.dispose();
  backend.dispose();
});

it('and is disposed of by who made it', async () => {
  let disposed = 0;
  const counted: Backend = { ...reference(), dispose: () => disposed++ };
  const world = await createWorld({ bodies, backend: counted });
  world.dispose();
  expect(disposed).toBe(0);
});

describe('a program that reaches where it must not is refused', () => {
  const memory: MemoryPlan = {
    x: { role: 'state', element: 'vec4', domain: 'particles', length: 10 },
    corners: { role: 'constant', element: 'uvec2', domain: 'corners', length: 80 },
    normal: { role: 'scratch', element: 'vec4', domain: 'particles', length: 10 },
  };
  const options = { phase: 'surface', range: [0, 10], scalars: { width: 8 } } as const;
  const check = (bind: object, range: readonly [number, number] = [0, 10]) =>
    checkProgram('test', [repeat(2, call(normals, { ...options, range, bind }))], memory);

  it.each([
    [{ x: 'nowhere' }, 'there is no buffer "nowhere"'],
    [{ x: 'corners' }, '"x" is vec4 over particles, "corners" is uvec2 over corners'],
    [{ normal: 'x' }, '"x" is bound twice, and written'],
  ])('%o', (bind, message) => {
    expect(() => check(bind)).toThrow(`program test, kernel normals: ${message}`);
  });

  it('past the end', () => {
    expect(() => check({}, [0, 11])).toThrow('item 10 is past the end of "x"');
    expect(() => check({})).not.toThrow();
  });

  it('that does nothing', () => {
    expect(() => repeat(0)).toThrow('repeat: 0 is not allowed');
  });
});

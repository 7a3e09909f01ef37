/** Worlds whose sweeps go in tiles, against the reference and against the same world without tiles. */
import { type Backend, cloth, createWorld, reference, triangles, webgpu } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { sheet } from '../forces/sheets.ts';

/** A SwiftShader device has tiles only where they are asked for. */
const opened = openWebGpu();
const inTiles = async (tiles: boolean): Promise<Backend> => webgpu({ device: (await opened).device, tiles });

const BODIES = {
  'a cloth in one tile': () => [cloth({ particles: [20, 15], pins: ['top-left'] })],
  'a cloth in several': () => [
    cloth({ particles: [40, 36], stiffness: { structural: 500, shear: 0, bend: 0 }, pins: ['top-left'] }),
  ],
  'triangles with stretch and bending': () => [triangles({ ...sheet(9, 0.5), pins: ['borders'] })],
} as const;

type Method = NonNullable<Parameters<typeof createWorld>[0]['method']>;
const sweeps = (inner: number): Method => ({ id: 'pd-rbgs', outer: 2, inner, omega: 1.4 });

async function swept(backend: Backend, body: keyof typeof BODIES, method: Method) {
  const world = await createWorld({ bodies: BODIES[body](), backend, method, timestep: 1 / 120 });
  world.step(2);
  const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
  const executed = await world.executed();
  const { storage } = world;
  world.dispose();
  return { positions, executed, storage };
}

const apart = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

const run = async (body: keyof typeof BODIES, method: Method) => ({
  expected: await swept(reference(), body, method),
  rows: await swept(await inTiles(false), body, method),
  tiles: await swept(await inTiles(true), body, method),
});

/** As near the reference as rows are: a hundredth of a millimetre at most. */
function expectAsNear({ expected, rows, tiles }: Awaited<ReturnType<typeof run>>): void {
  const off = apart(rows.positions, expected.positions);
  expect(off).toBeLessThan(1e-5);
  expect(apart(tiles.positions, expected.positions)).toBeLessThan(1e-7 + 2 * off);
  expect(rows.storage).not.toContain('tile');
  expect(tiles.executed.get('relax') ?? 0).toBeLessThan(rows.executed.get('relax')!);
}

describe.each(Object.keys(BODIES) as (keyof typeof BODIES)[])('%s', (body) => {
  // Sweeps that come in passes of one length, and of two.
  it.each([10, 7])('%i sweeps in tiles end where those of the reference do', async (inner) => {
    const all = await run(body, sweeps(inner));
    expectAsNear(all);
    expect(all.tiles.executed.get('sweepTiles') ?? all.tiles.executed.get('sweepWhole')).toBeGreaterThan(0);
    expect(all.tiles.storage).toMatch(/in (one tile|\d+ tiles, \d+ sweeps in \d+ dispatches)/);
  });
});

it('cycles take a small level in one dispatch, and end where those of the reference do', async () => {
  const all = await run('a cloth in several', { id: 'pd-multigrid', outer: 2 });
  expectAsNear(all);
  expect(all.tiles.executed.get('sweepWhole')).toBeGreaterThan(0);
  expect(all.tiles.storage).toContain('one tile for each small level');
});

it('is left out where a device runs in software, unless asked for', async () => {
  expect(/swiftshader|llvmpipe/i.test((await opened).description)).toBe(true);
  expect((await opened).tiles).toBe(false);
  expect((await inTiles(true)).tiles).toBe(true);
});

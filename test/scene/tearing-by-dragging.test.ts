/** The showcase of a cloth torn by hands, smaller: they tear it, nothing else does, and it comes out the same again. */
import { readFileSync } from 'node:fs';
import type { World } from 'selvedge';
import { createSceneWorld } from 'selvedge/scene';
import { afterEach, describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../scenes/tearing-by-dragging.json', import.meta.url), 'utf8');
const SIDE = 30;
/** The same places of a cloth with fewer particles. */
const SMALLER = [
  `bodies[0].particles=[${SIDE},${SIDE}]`,
  `drags[0].particle=${12 * SIDE + 15}`,
  `drags[1].particle=${6 * SIDE + 29}`,
  'solver.outer=4',
];

const opened: World[] = [];
afterEach(() => {
  for (const world of opened.splice(0)) world.dispose();
});
async function play(seconds: number, ...set: string[]): Promise<World> {
  const world = await createSceneWorld(text, { backend: 'wasm', set: [...SMALLER, ...set] });
  opened.push(world);
  world.step(Math.round(seconds / world.timestep));
  return world;
}

const tornBy = async (world: World) => (await world.statistics()).torn;

describe('tearing by dragging', () => {
  it('begins with the first hand, goes on with the second, and ends with both', async () => {
    expect(await tornBy(await play(0.25))).toBe(0);
    const first = await tornBy(await play(2.5));
    expect(first).toBeGreaterThan(40);
    const world = await play(4.7);
    const both = await tornBy(world);
    expect(both).toBeGreaterThan(first + 20);
    // The hand has let go, nothing flew apart, and the rest hangs.
    const { faults, strain } = await world.statistics();
    expect(faults).toBe(0);
    expect(strain.mean).toBeLessThan(0.1);
    const { buffers } = await world.snapshot();
    expect(new Set(buffers.masses.filter((_, k) => k % 4 === 0)).size).toBe(1);
    const { positions } = await world.read();
    expect(positions.filter((_, k) => k % 3 === 1).reduce((sum, y) => sum + y, 0)).toBeGreaterThan(
      0.3 * SIDE ** 2,
    );
  });

  it('is the same again, and does not happen without hands', async () => {
    const [one, other] = [await play(1.5), await play(1.5)];
    expect(await one.hash()).toBe(await other.hash());
    expect(await one.readTorn()).toEqual(await other.readTorn());
    expect(await tornBy(await play(1.5, 'drags=[]'))).toBe(0);
  });

  it('takes away the triangles of quads that lost an edge, and no others', async () => {
    const world = await play(2.5);
    const { ends, idOf } = world.model;
    const torn = await world.readTorn();
    const gone = new Set<string>();
    torn.forEach((isTorn, s) => {
      const pair = [idOf[ends[2 * s]], idOf[ends[2 * s + 1]]].sort((a, b) => a - b);
      if (isTorn) gone.add(pair.join());
    });
    const triangles = await world.readTriangles();
    const whole = world.model.triangles;
    let missing = 0;
    for (let t = 0; t < triangles.length; t += 6) {
      const isDrawn = triangles[t] !== triangles[t + 1];
      const corners = [...new Set(whole.subarray(t, t + 6))].sort((a, b) => a - b);
      const [a, b, c, d] = corners;
      const edges = [`${a},${b}`, `${a},${c}`, `${b},${d}`, `${c},${d}`];
      expect(isDrawn).toBe(!edges.some((edge) => gone.has(edge)));
      if (!isDrawn) missing++;
    }
    expect(missing).toBeGreaterThan(10);
  });
});

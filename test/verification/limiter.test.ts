/** The limiter: what diverges is held where it was, what is sound is left alone, and every bit is the same. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloth, createWorld, type Settings, type WorldOptions, wasm } from 'selvedge';
import { createSceneWorld, parseScene } from 'selvedge/scene';
import { describe, expect, it } from 'vitest';

/** A stiff net solved by few odd sweeps of Jacobi: what is left of an error grows with every step. */
const DIVERGES: WorldOptions = {
  bodies: [
    cloth({
      ...{ particles: [12, 12], mass: 1, pins: ['top-left'], stretch: 1.05 },
      stiffness: { structural: 1e5, shear: 0, bend: 0 },
    }),
  ],
  method: { id: 'pd-jacobi', outer: 1, inner: 1 },
  timestep: 1 / 60,
  substeps: 1,
};

const fastestOf = (velocities: Float32Array) =>
  velocities.reduce((most, part) => Math.max(most, Math.abs(part)), 0);

async function run(options: WorldOptions, steps: number) {
  const world = await createWorld({ backend: wasm({ threads: 1 }), ...options });
  world.step(steps);
  const { positions, velocities } = await world.read();
  const found = {
    statistics: await world.statistics(),
    positions,
    velocities,
    warnings: [...world.warnings],
  };
  world.dispose();
  return { ...found, fastest: fastestOf(velocities) };
}

describe('the limiter', () => {
  it('stops a method that diverges, and says so once, with the body', async () => {
    const free = await run(DIVERGES, 60);
    expect(free.fastest).toBeGreaterThan(1e4);
    const held = await run({ ...DIVERGES, limiter: true }, 60);
    // In a second of free fall nothing is faster than 9.81 m/s; what was stretched may be for a moment.
    expect(held.fastest).toBeLessThan(100);
    expect(fastestOf(held.positions)).toBeLessThan(5);
    expect(held.statistics.limited).toBeGreaterThan(0);
    expect(held.warnings.filter((line) => /^cloth: energy came out of nothing/.test(line))).toHaveLength(1);
    expect(free.statistics.limited).toBe(0);
  });

  it('gives the same bits on 1, 2 and 4 threads, and on the reference the same to rounding at first', async () => {
    const hashes = [];
    for (const threads of [1, 2, 4]) {
      const world = await createWorld({ ...DIVERGES, limiter: true, backend: wasm({ threads }) });
      world.step(30);
      hashes.push(await world.hash());
      world.dispose();
    }
    expect(new Set(hashes).size).toBe(1);
    const exact = await run({ ...DIVERGES, limiter: true, backend: 'reference' }, 60);
    expect(exact.fastest).toBeLessThan(100);
  });

  it('is off by default, and changes no bit of a world that gains nothing', async () => {
    const bodies = [cloth({ particles: [8, 8], pins: ['top-left'] })];
    const hashes = await Promise.all(
      [{}, { limiter: true }].map(async (settings: Settings) => {
        const world = await createWorld({ bodies, ...settings });
        world.step(100);
        expect((await world.statistics()).limited).toBe(0);
        return world.hash();
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  const folder = fileURLToPath(new URL('../../scenes', import.meta.url));
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && !name.endsWith('.schema.json'),
  );
  it.each(names)('leaves %s alone', async (name) => {
    const parsed = parseScene(readFileSync(path.join(folder, name), 'utf8'));
    const world = await createSceneWorld(parsed);
    // Large ones for fewer steps: the whole takes a few seconds.
    world.configure({ limiter: true });
    world.step(Math.min(240, Math.ceil(100_000 / world.model.particles)));
    expect((await world.statistics()).limited).toBe(0);
    world.dispose();
  });
});

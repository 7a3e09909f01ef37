/** Cloth that falls on every shape, and cloth that is thrown at it: on WebAssembly, at long and short steps. */
import { type ColliderShape, cloth, createWorld, type Vec3, wasm } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { fieldOf, SHAPES } from './every-shape.ts';

const COUNT = 16;
const SPACING = 1 / (COUNT - 1);
const RADIUS = 0.5 * SPACING;
/** A tenth of the thickness. */
const ALLOWED = 0.1 * 2 * RADIUS;

/** How deep particles and their ways from step to step get into the shape at most, and how many are in touch at the end. */
async function fallen(
  shape: ColliderShape,
  timestep: number,
  speed: number,
  seconds: number,
  isThere = true,
) {
  const world = await createWorld({
    bodies: [
      cloth({
        particles: [COUNT, COUNT],
        position: [0.03, 0.62, 0.02],
        rotation: [-85, 20, 0],
        velocity: [0, -speed, 0],
      }),
    ],
    colliders: isThere ? [shape] : [],
    timestep,
    // Ways from part to part of a step would not be seen.
    substeps: 1,
    backend: wasm({ threads: 1 }),
  });
  const field = fieldOf(shape);
  const distance = (p: Vec3) => field(p)[3];
  const places = (from: Float32Array | Float64Array) =>
    Array.from({ length: from.length / 3 }, (_, i): Vec3 => [from[3 * i], from[3 * i + 1], from[3 * i + 2]]);
  let before = places((await world.read()).positions);
  let [deepest, deepestWay, touching, touched] = [0, 0, 0, 0];
  for (let step = 0; step * timestep < seconds; step++) {
    world.step();
    const after = places((await world.read()).positions);
    touching = 0;
    after.forEach((p, i) => {
      const gap = distance(p) - RADIUS;
      if (!(-gap <= deepest)) deepest = -gap;
      if (gap < 0.1 * RADIUS) touching++;
      const way = Math.hypot(p[0] - before[i][0], p[1] - before[i][1], p[2] - before[i][2]);
      const parts = Math.min(40, Math.floor(way / (0.5 * RADIUS)));
      for (let k = 1; k < parts; k++) {
        const q = p.map((value, c) => before[i][c] + (k / parts) * (value - before[i][c]));
        deepestWay = Math.max(deepestWay, RADIUS - distance(q as never as Vec3));
      }
    });
    touched = Math.max(touched, touching);
    before = after;
  }
  world.dispose();
  return { deepest, deepestWay, touched };
}

describe.each(SHAPES.map((shape) => ({ shape, title: shape.shape })))('$title', ({ shape }) => {
  test.each([
    ['falls, steps of 1/60 s', 1 / 60, 0, 1],
    ['falls, steps of 1/480 s', 1 / 480, 0, 0.5],
    ['at 50 m/s, steps of 1/60 s', 1 / 60, 50, 0.2],
    ['at 50 m/s, steps of 1/480 s', 1 / 480, 50, 0.05],
  ])('%s', async (_, timestep, speed, seconds) => {
    const { deepest, deepestWay, touched } = await fallen(shape, timestep, speed, seconds);
    expect(deepest).toBeLessThan(ALLOWED);
    // Ways are straight here; a particle that slides around something cuts the corner, but never through it.
    expect(deepestWay).toBeLessThan(RADIUS);
    expect(touched).toBeGreaterThan(5);
  });

  test('without contact all of this would be seen', async () => {
    const { deepest, deepestWay } = await fallen(shape, 1 / 60, 50, 0.05, false);
    expect(Math.max(deepest, deepestWay)).toBeGreaterThan(RADIUS);
  });
});

/** Every shape in motion: what it does to a particle in a step, and to a cloth that it drives before it. */
import { type ColliderShape, cloth, createWorld, network, type Vec3, wasm } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { into } from '../../engine/contact/pose.ts';
import { cross, dot, plus, scaled } from '../../engine/vector.ts';
import { CPU_BACKENDS } from '../engine/worlds.ts';
import { stateOf } from '../verification/mathematics.ts';
import { fieldOf, SHAPES } from './every-shape.ts';

const EVERY = SHAPES.map((shape) => ({ shape, title: shape.shape }));

/** Where a ball of this radius touches the shape, drawn straight to it from beside and above, and the way out there. */
function touchingPlace(shape: ColliderShape, radius: number): { place: Vec3; normal: Vec3 } {
  const field = fieldOf(shape);
  let place: Vec3 = [0.31, 0.55, 0.13];
  for (let k = 0; k < 200; k++) {
    const [x, y, z, distance] = field(place);
    place = plus(place, [x, y, z], radius - distance);
  }
  const [x, y, z] = field(place);
  return { place, normal: [x, y, z] };
}

/*
 * A particle at rest on the shape, which then moves with u at that place: along the normal it goes as fast, U = n·u; across it friction
 * gives up to μ U of what the surface has, and all of it where that is enough.
 */
describe.each(CPU_BACKENDS.slice(0, 2))('a step, $name', ({ make }) => {
  const [h, radius] = [1 / 2000, 0.03];
  /** The velocity that a step gives the particle. */
  const driven = async (shape: ColliderShape, place: Vec3, friction: number, velocity: Vec3, spin: Vec3) => {
    const world = await createWorld({
      bodies: [network({ vertices: [place], springs: [], radius, material: 'one' })],
      colliders: [{ ...shape, motion: { velocity, spin }, material: 'other' }],
      materials: { one: {}, other: {} },
      pairs: [{ between: ['one', 'other'], friction }],
      gravity: [0, 0, 0],
      damping: 0,
      timestep: h,
      backend: make(),
    });
    world.step();
    const { velocities } = await stateOf(world);
    world.dispose();
    return velocities;
  };

  test.each(EVERY)('$title', async ({ shape }) => {
    const { place, normal: n } = touchingPlace(shape, radius);
    const across = cross(n, [0, 0, 1]);
    const sideways = scaled(across, 0.5 / Math.hypot(...across));
    // Degrees a second; a turn about the axis through the shape's middle.
    const turning: Vec3 = [20, -60, 10];
    for (const [spin, friction] of [
      [[0, 0, 0], 0.2],
      [turning, 0.2],
      [turning, 2],
    ] as const) {
      const velocity = plus(n, sideways, 1);
      const u = plus(velocity, cross(scaled(spin, Math.PI / 180), place), 1);
      const U = dot(n, u);
      const slip = plus(u, n, -U);
      const given = Math.min(1, (friction * U) / Math.hypot(...slip));
      const expected = plus(scaled(n, U), slip, given);
      const found = await driven(shape, place, friction, velocity, spin);
      // The surface bends by a part of the way over its radius, 0.5 mm over some 10 cm.
      for (let c = 0; c < 3; c++) expect(Math.abs(found[c] - expected[c])).toBeLessThan(0.02);
    }
  });
});

/** A shape that comes up at 20 m/s under a cloth without weight. Metres, metres a second. */
async function driveCloth(shape: ColliderShape, timestep: number, isThere: boolean) {
  const [count, speed] = [9, 20];
  const world = await createWorld({
    bodies: [
      cloth({
        particles: [count, count],
        size: [0.7, 0.7],
        position: [0.03, 0.62, 0.02],
        rotation: [-85, 20, 0],
      }),
    ],
    colliders: [{ ...shape, position: [0, isThere ? 0 : -1000, 0], motion: { velocity: [0, speed, 0] } }],
    gravity: [0, 0, 0],
    damping: 0,
    timestep,
    backend: wasm({ threads: 1 }),
  });
  const field = fieldOf(shape);
  const radius = world.model.radii[0];
  /** Seen from the shape. */
  const places = async () => {
    const { positions } = await world.read();
    const pose = { position: [0, speed * world.time, 0] as Vec3, turn: [0, 0, 0, 1] as const };
    return Array.from({ length: count * count }, (_, i) =>
      into(pose, [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]),
    );
  };
  let before = await places();
  let [deepest, deepestWay, touched] = [0, 0, 0];
  while (world.time < 0.06) {
    world.step(Math.ceil(1 / 120 / timestep));
    const after = await places();
    let touching = 0;
    after.forEach((p, i) => {
      const gap = field(p)[3] - radius;
      deepest = Math.max(deepest, -gap);
      if (gap < 0.1 * radius) touching++;
      const way = plus(p, before[i], -1);
      const parts = Math.min(40, Math.floor(Math.hypot(...way) / (0.5 * radius)));
      for (let k = 1; k < parts; k++)
        deepestWay = Math.max(deepestWay, radius - field(plus(before[i], way, k / parts))[3]);
    });
    touched = Math.max(touched, touching);
    before = after;
  }
  const { velocities } = await world.read();
  world.dispose();
  const fastest = Math.max(...velocities.filter((_, k) => k % 3 === 1));
  return {
    deepest: deepest / (2 * radius),
    deepestWay: deepestWay / radius,
    touched,
    fastest: fastest / speed,
  };
}

describe.each([1 / 500, 1 / 60])('a cloth before a shape at 20 m/s, h = %d s', (timestep) => {
  test.each(EVERY)('$title', async ({ shape }) => {
    const { deepest, deepestWay, touched, fastest } = await driveCloth(shape, timestep, true);
    // A tenth of the thickness; and no particle passed through the shape between two checks.
    expect(deepest).toBeLessThan(0.1);
    expect(deepestWay).toBeLessThan(1);
    expect(touched).toBeGreaterThan(5);
    // Cloth slides up the funnel's wall.
    expect(fastest).toBeGreaterThan(shape.shape === 'funnel' ? 0.7 : 0.99);
  });
});

test.each(EVERY)('without contact, $title would go through', async ({ shape }) => {
  const { deepest, deepestWay } = await driveCloth(shape, 1 / 60, false);
  expect(Math.max(2 * deepest, deepestWay)).toBeGreaterThan(1);
});

/** Coulomb friction of what slides on rails and planes, against closed forms, with every method. */
import { createWorld, rope, type Vec3, type WorldOptions, wasm } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { stateOf } from './mathematics.ts';
import { bead, g, h, METHOD_IDS, within } from './sliding.ts';

/** θ of the incline: tan θ = 0.75. */
const [cos, sin] = [0.8, 0.6];
const incline: Vec3[] = [
  [-cos, sin, 0],
  [9 * cos, -9 * sin, 0],
];
const level: Vec3[] = [
  [-9, 0, 0],
  [9, 0, 0],
];

const stateAfter = (steps: number, options: WorldOptions) =>
  within(options, async (world) => {
    world.step(steps);
    const { positions: x, velocities: v } = await stateOf(world);
    return { x, v };
  });

const ring = (velocity?: Vec3) => bead([0, 0, 0], velocity);

describe.each(METHOD_IDS)('%s', (id) => {
  const method = { id };

  test.each([0.76, 5])('a ring on an incline of tan θ = 0.75 sticks with μ = %d', async (friction) => {
    const attachments = [{ particles: [0], rail: incline, friction }];
    const { x, v } = await stateAfter(100, { method, bodies: [ring()], attachments });
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(x[c])).toBeLessThan(1e-12);
      expect(Math.abs(v[c])).toBeLessThan(1e-10);
    }
  });

  test.each([0, 0.3, 0.74])('slides with g (sin θ − μ cos θ) with μ = %d', async (friction) => {
    const attachments = [{ particles: [0], rail: incline, friction }];
    const steps = 100;
    const { x, v } = await stateAfter(steps, { method, bodies: [ring()], attachments });
    const gained = h * g * (sin - friction * cos);
    const way = (h * gained * steps * (steps + 1)) / 2;
    [cos, -sin, 0].forEach((along, c) => {
      expect(v[c]).toBeCloseTo(steps * gained * along, 6);
      expect(x[c]).toBeCloseTo(way * along, 6);
    });
  });

  test('on a level plane a ring keeps its direction, loses μ g a second and stays where it comes to rest', async () => {
    const options = {
      method,
      bodies: [ring([0.6, 0, -0.8])],
      attachments: [
        { particles: [0], plane: { point: [0, 0, 0], normal: [0, 2, 0] }, friction: 0.5 } as const,
      ],
    };
    const slow = await stateAfter(20, options);
    const speed = 1 - 20 * h * 0.5 * g;
    [0.6, 0, -0.8].forEach((along, c) => {
      expect(slow.v[c]).toBeCloseTo(speed * along, 6);
    });
    const [there, later] = [await stateAfter(60, options), await stateAfter(120, options)];
    // v²/2μg, and what the steps round off.
    expect(Math.hypot(...there.x)).toBeGreaterThan(0.1 - h);
    expect(Math.hypot(...there.x)).toBeLessThan(0.102);
    for (let c = 0; c < 3; c++) expect(later.x[c]).toBeCloseTo(there.x[c], 12);
  });

  test('a rail that a collider takes along drags its ring, with μ g until it goes as fast', async () => {
    const options = (rail: Vec3[]): WorldOptions => ({
      method,
      bodies: [ring()],
      colliders: [{ shape: 'sphere', radius: 0.01, position: [0, 5, 0], motion: { velocity: [0.5, 0, 0] } }],
      attachments: [{ particles: [0], rail, collider: 0, friction: 0.2 }],
    });
    const carried = options(level.map(([x, y, z]): Vec3 => [x, y - 5, z]));
    expect((await stateAfter(30, carried)).v[0]).toBeCloseTo(30 * h * 0.2 * g, 6);
    expect((await stateAfter(80, carried)).v[0]).toBeCloseTo(0.5, 6);
  });

  test('the weight of the rope that hangs from it holds a ring too', async () => {
    // Half a kilogram of rope pushes the ring of 0.1 kg against its rail as it pulls it along: tan θ decides, whatever it weighs.
    const body = rope({ particles: 6, length: 0.5, mass: 0.6, stiffness: 5000, rotation: [0, 0, -90] });
    const options = (friction: number): WorldOptions => ({
      method,
      bodies: [body],
      damping: 5,
      attachments: [{ particles: [0], rail: incline, friction }],
    });
    expect(Math.hypot(...(await stateAfter(60, options(0.8))).x.subarray(0, 3))).toBeLessThan(1e-9);
    expect((await stateAfter(60, options(0.6))).x[0]).toBeGreaterThan(0.01);
  });
});

test('rings that stick and rings that slide, tied to each other, in float32', async () => {
  // On a level rail a chain of rings, the first pulled by 2 N in the end: each takes μ m g = 0.4905 N of it, four go, the rest stay.
  const count = 8;
  const chain = rope({
    particles: count,
    length: 0.7,
    mass: 0.1 * count,
    stiffness: 2000,
    rotation: [0, 180, 0],
  });
  const particles = Array.from({ length: count }, (_, k) => k);
  const world = await createWorld({
    backend: wasm({ threads: 1 }),
    method: { id: 'pd-rbgs', outer: 20, inner: 20 },
    timestep: h,
    damping: 0,
    bodies: [chain],
    attachments: [{ particles, rail: level, friction: 0.5 }],
  });
  for (let k = 1; k <= 400; k++) {
    world.setForce(0, [k / 200, 0, 0]);
    world.step(1);
  }
  world.step(50);
  const { positions, velocities } = await world.read();
  const start = chain.positions;
  const moved = particles.map((i) => positions[3 * i] - start[3 * i]);
  expect(Math.max(...velocities.map(Math.abs))).toBeLessThan(1e-4);
  // The spring behind ring i carries 2 − 0.4905 (i + 1) newtons; behind the fourth ring nothing is left.
  for (let i = 0; i < count - 1; i++) {
    const carried = Math.max(0, 2 - 0.5 * 0.1 * g * (i + 1));
    expect(Math.abs(moved[i] - moved[i + 1] - carried / 2000)).toBeLessThan(4e-5);
  }
  for (const i of [4, 5, 6, 7]) expect(Math.abs(moved[i])).toBeLessThan(2e-6);
  world.dispose();
});

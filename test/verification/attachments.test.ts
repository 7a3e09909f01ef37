/** Attachments against closed forms and conservation, with every method. */
import {
  type Attachment,
  cloth,
  createWorld,
  findMethod,
  network,
  rope,
  type Vec3,
  type World,
  type WorldOptions,
  wasm,
} from 'selvedge';
import { describe, expect, test } from 'vitest';
import { stateOf } from './mathematics.ts';
import { bead, g, h, METHOD_IDS, within } from './sliding.ts';

/** Σ m v. */
async function momentumOf(world: World): Promise<number[]> {
  const { velocities } = await stateOf(world);
  const { masses } = world.model;
  return [0, 1, 2].map((c) => masses.reduce((sum, mass, i) => sum + mass * velocities[3 * i + c], 0));
}

describe.each(METHOD_IDS)('%s', (id) => {
  const method = { id };

  test('a bead on an inclined wire gains g sin θ h in every step', async () => {
    const [cos, sin] = [0.8, -0.6];
    const rail: Vec3[] = [
      [-cos, -sin, 0.3],
      [9 * cos, 9 * sin, 0.3],
    ];
    const attachments: Attachment[] = [{ particles: [0], rail }];
    await within({ method, bodies: [bead([0, 0, 0.3])], attachments }, async (world) => {
      const steps = 100;
      world.step(steps);
      const { positions, velocities } = await stateOf(world);
      const speed = steps * h * g * 0.6;
      const way = (h * h * g * 0.6 * steps * (steps + 1)) / 2;
      [cos, sin, 0].forEach((along, c) => {
        expect(velocities[c]).toBeCloseTo(speed * along, 9);
        expect(positions[c]).toBeCloseTo(way * along + (c === 2 ? 0.3 : 0), 9);
      });
    });
  });

  test('a bead on an inclined plane falls along its steepest line, and keeps its speed across', async () => {
    // z = −y: normal (0, 1, 1)/√2, down the slope (0, −1, 1)/√2 with g/√2.
    const body = bead([0, 0, 0], [0.7, 0, 0]);
    const plane = { point: [3, 1, -1], normal: [0, 5, 5] } as const;
    await within({ method, bodies: [body], attachments: [{ particles: [0], plane }] }, async (world) => {
      world.step(50);
      const { positions, velocities } = await stateOf(world);
      const expected = [0.7, (-50 * h * g) / 2, (50 * h * g) / 2];
      expected.forEach((speed, c) => {
        expect(velocities[c]).toBeCloseTo(speed, 9);
      });
      expect(positions[1] + positions[2]).toBeCloseTo(0, 12);
    });
  });

  test('particles on a collider that goes and turns are where it takes them', async () => {
    const body = cloth({ particles: [5, 4], size: [0.4, 0.3], position: [0.1, 0.2, 0] });
    const held = [0, 4, 7];
    const colliders: WorldOptions['colliders'] = [
      {
        shape: 'sphere',
        name: 'ball',
        radius: 0.02,
        position: [0, 0, 0.5],
        motion: { velocity: [0.3, 0, -0.2], spin: [0, 0, 90] },
      },
    ];
    const attachments = [{ particles: held, collider: 'ball' }];
    await within({ method, bodies: [body], colliders, attachments }, async (world) => {
      // A step is divided, since cloth may be bent around a ball as small as this.
      const part = h / world.substeps;
      for (const step of [1, 50, 100]) {
        world.step(step - world.steps);
        const { positions, velocities } = await stateOf(world);
        // Turned by 90° per second about z, through the centre that moves along. Velocities are those of the last chord.
        const at = (i: number, t: number): number[] => {
          const [x, y, z] = body.positions.subarray(3 * i, 3 * i + 3);
          const [c, s] = [Math.cos((Math.PI / 2) * t), Math.sin((Math.PI / 2) * t)];
          return [c * x - s * y + 0.3 * t, s * x + c * y, z - 0.2 * t];
        };
        for (const i of held) {
          const [now, before] = [at(i, step * h), at(i, step * h - part)];
          now.forEach((place, c) => {
            expect(positions[3 * i + c]).toBeCloseTo(place, 12);
            expect(velocities[3 * i + c]).toBeCloseTo((place - before[c]) / part, 8);
          });
        }
      }
    });
  });

  test('welded ropes hang as one', async () => {
    const ropes = [
      rope({
        name: 'upper',
        particles: 6,
        length: 0.5,
        mass: 0.06,
        stiffness: 5000,
        rotation: [0, 0, -90],
        pins: ['start'],
      }),
      rope({
        name: 'lower',
        particles: 6,
        length: 0.5,
        mass: 0.06,
        stiffness: 5000,
        rotation: [0, 0, -90],
        position: [0, -0.5, 0],
      }),
    ];
    const attachments = [{ particles: [5], with: [6] }];
    // Enough for a rope at rest to be where it would be if all were solved.
    await within(
      { method: { id, ...findMethod(id).enough }, bodies: ropes, attachments, damping: 20 },
      async (world) => {
        world.step(200);
        const { positions } = await stateOf(world);
        const [joint, end] = [positions[3 * 5 + 1], positions[3 * 11 + 1]];
        for (let c = 15; c < 18; c++) expect(positions[c + 3]).toBeCloseTo(positions[c], 12);
        // Each spring carries what is below it; springs of position based dynamics are rigid.
        if (findMethod(id).isRigid) expect(end).toBeCloseTo(-1, 1);
        else {
          const stretch = (below: number) => (below * 0.01 * g) / 5000;
          const upper = [7, 8, 9, 10, 11].reduce((sum, below) => sum + stretch(below), 0);
          const lower = [1, 2, 3, 4, 5].reduce((sum, below) => sum + stretch(below), 0);
          expect(joint).toBeCloseTo(-0.5 - upper, 4);
          expect(end).toBeCloseTo(-1 - upper - lower, 4);
        }
      },
    );
  });
});

/** Solved far enough that what is left does not matter. */
const THOROUGH = [
  { method: { id: 'pd-rbgs', outer: 30, inner: 10, omega: 1.5 }, left: 1e-6 },
  { method: { id: 'pd-gs', outer: 30, inner: 20 }, left: 1e-5 },
  { method: { id: 'pd-jacobi', outer: 40, inner: 40 }, left: 1e-5 },
  { method: { id: 'pd-cholesky', outer: 60 }, left: 1e-6 },
  { method: { id: 'pd-multigrid', outer: 60 }, left: 1e-6 },
  { method: { id: 'newton' }, left: 1e-6 },
] as const;

describe.each(THOROUGH)('$method.id, solved well', ({ method, left }) => {
  test('a pendulum whose pivot slides keeps its momentum along the rail', async () => {
    const pendulum = rope({ particles: 6, length: 0.5, mass: 0.3, stiffness: 2000, rotation: [0, 0, -40] });
    const rail: Vec3[] = [
      [-5, 0, 0],
      [5, 0, 0],
    ];
    await within({ method, bodies: [pendulum], attachments: [{ particles: [0], rail }] }, async (world) => {
      let [most, fastest] = [0, 0];
      for (let look = 0; look < 10; look++) {
        world.step(10);
        const [px, py] = await momentumOf(world);
        most = Math.max(most, Math.abs(px));
        fastest = Math.max(fastest, Math.abs(py));
      }
      const { positions } = await stateOf(world);
      console.info(`${method.id}: ${most.toExponential(1)} of ${fastest.toPrecision(3)} N s`);
      expect(fastest).toBeGreaterThan(0.05);
      expect(most).toBeLessThan(left);
      expect(positions[0]).toBeGreaterThan(0.05);
      expect(positions[1]).toBe(0);
    });
  });
});

describe.each(THOROUGH)('$method.id, solved well, in a hand', ({ method }) => {
  test('a ring goes no further than what hangs on it and is held', async () => {
    // Along the rail: ring m₁, spring s, particle m₂, which a hand at t holds by k and c, from rest. One step minimises
    // ½ m₁/h² x₁² + ½ s (x₂ − x₁)² + ½ (m₂/h² + c/h) x₂² + ½ k (x₂ − t)².
    const [m1, m2, s, k, c, t] = [0.02, 0.03, 3000, 2e4, 5, 0.01];
    const body = network({
      vertices: [
        [0, 0, 0],
        [0.5, 0, 0],
      ],
      springs: [[0, 1]],
      stiffness: s,
      masses: [m1, m2],
    });
    const rail: Vec3[] = [
      [-5, 0, 0],
      [5, 0, 0],
    ];
    const attachments = [{ particles: [0], rail }];
    await within({ method, bodies: [body], attachments, gravity: [0, 0, 0] }, async (world) => {
      const grab = world.grab(1, [0.5 + t, 0, 0], { stiffness: k, damping: c });
      world.step(1);
      const { positions, velocities } = await stateOf(world);
      const [a, b] = [m1 / h ** 2 + s, m2 / h ** 2 + c / h + k + s];
      const x2 = (k * t) / (b - s ** 2 / a);
      expect(positions[0]).toBeCloseTo((s * x2) / a, 7);
      expect(positions[3]).toBeCloseTo(0.5 + x2, 7);
      // Let go, it is as light as it was: momentum stays.
      grab.release();
      const momentum = m1 * velocities[0] + m2 * velocities[3];
      world.step(20);
      expect((await momentumOf(world))[0]).toBeCloseTo(momentum, 6);
    });
  });
});

test('what slides is as light as it is beside a body that tears, until something is cut', async () => {
  const rail: Vec3[] = [
    [-5, 0, 0],
    [5, 0, 0],
  ];
  const pendulum = rope({ particles: 6, length: 0.5, mass: 0.3, stiffness: 2000, rotation: [0, 0, -40] });
  const paper = cloth({ particles: [3, 3], position: [0, 5, 0], strength: 1.2 });
  const options = (...others: WorldOptions['bodies'][number][]): WorldOptions => ({
    backend: 'reference',
    method: { id: 'pd-cholesky', outer: 30 },
    bodies: [pendulum, ...others],
    attachments: [{ particles: [0], rail }],
  });
  const places: number[] = [];
  for (const others of [[], [paper]])
    await within(options(...others), async (world) => {
      world.step(60);
      places.push((await stateOf(world)).positions[0]);
    });
  expect(places[0]).toBeGreaterThan(0.05);
  expect(places[1]).toBeCloseTo(places[0], 6);
  // After a cut any spring may be torn, also in a world restored from a snapshot; a snapshot from before the cut has none torn.
  const [world, other] = [await createWorld(options(paper)), await createWorld(options(paper))];
  world.step(10);
  const whole = await world.snapshot();
  world.cut([
    [-1, 5.1, -1],
    [1, 5.1, -1],
    [0, 5.1, 2],
  ]);
  world.step(10);
  const cut = await world.snapshot();
  const hashes: string[] = [];
  for (const [each, from] of [
    [world, cut],
    [other, cut],
    [world, whole],
    [other, whole],
  ] as const) {
    each.restore(structuredClone(from));
    each.step(20);
    hashes.push(await each.hash());
  }
  expect([hashes[1], hashes[3]]).toEqual([hashes[0], hashes[2]]);
  world.dispose();
  other.dispose();
});

describe('a curtain on rings', () => {
  const rings = [0, 5, 10, 15, 20];
  const curtain = (pins: number[]) =>
    cloth({ particles: [21, 11], size: [1, 0.5], mass: 0.2, stiffness: 2000, position: [0, -0.25, 0], pins });
  const rail: Vec3[] = [
    [-0.5, 0, 0],
    [0.5, 0, 0],
  ];
  const options = (slides: boolean): WorldOptions => ({
    backend: wasm({ threads: 1 }),
    method: { id: 'pd-multigrid' },
    damping: 4,
    bodies: [curtain(slides ? [0, 20] : rings)],
    attachments: slides ? [{ particles: [5, 10, 15], rail, spacing: 0.02, stops: [0, 20] }] : [],
  });

  test('hangs as from pins: no more stretch, and rings stay where they are', async () => {
    const lengths: number[] = [];
    for (const slides of [false, true]) {
      await within(options(slides), async (world) => {
        world.step(400);
        const { positions } = await stateOf(world);
        const { strain } = await world.statistics();
        lengths.push(strain.mean);
        for (const ring of rings) expect(positions[3 * ring]).toBeCloseTo(ring / 20 - 0.5, 2);
        for (const ring of rings) expect(positions[3 * ring + 1]).toBe(0);
        world.step(400);
        const after = (await stateOf(world)).positions;
        for (const ring of rings) expect(after[3 * ring]).toBeCloseTo(positions[3 * ring], 3);
      });
    }
    expect(lengths[1]).toBeLessThan(1.05 * lengths[0]);
  });

  test('rings keep their order and their distance when one is pushed together', async () => {
    await within(options(true), async (world) => {
      for (let k = 0; k <= 100; k++) {
        world.move(20, [0.5 - 0.008 * k, 0, 0]);
        world.step(2);
      }
      const { positions } = await stateOf(world);
      const places = rings.map((ring) => positions[3 * ring]);
      expect(places[4]).toBeCloseTo(-0.3, 6);
      for (let k = 1; k < places.length; k++) expect(places[k] - places[k - 1]).toBeGreaterThan(0.02 - 1e-6);
    });
  });
});

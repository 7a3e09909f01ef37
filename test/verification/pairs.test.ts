/** Contact between particles: momentum, no tunnelling, rest. */
import {
  type Body,
  balls,
  cloth,
  createWorld,
  network,
  type ParticleContact,
  type Vec3,
  type World,
  type WorldOptions,
  wasm,
} from 'selvedge';
import { describe, expect, test } from 'vitest';
import { Sides } from '../sides.ts';

async function run(options: WorldOptions, seconds: number) {
  const world = await createWorld({ backend: 'wasm', ...options });
  world.step(Math.round(seconds / world.timestep));
  const { positions, velocities } = await world.read();
  const statistics = await world.statistics();
  world.dispose();
  return { world, positions, velocities, statistics };
}

/** Σ m v, kg m/s. */
const momentum = (velocities: ArrayLike<number>, masses: ArrayLike<number>) =>
  [0, 1, 2].map((c) => {
    let sum = 0;
    for (let i = 0; i < masses.length; i++) sum += masses[i] * velocities[3 * i + c];
    return sum;
  });

const free = { gravity: [0, 0, 0], damping: 0 } as const;

test('two equal particles that meet head on share their momentum', async () => {
  const pair = network({
    name: 'left',
    vertices: [[-0.1, 0, 0]],
    springs: [],
    radius: 0.02,
    mass: 1,
    velocity: [1, 0, 0],
  });
  const other = network({ name: 'right', vertices: [[0.1, 0, 0]], springs: [], radius: 0.02, mass: 3 });
  const { velocities } = await run(
    { bodies: [pair, other], particleContact: 'bodies', backend: 'reference', ...free },
    0.5,
  );
  expect(velocities[0]).toBeCloseTo(0.25, 6);
  expect(velocities[3]).toBeCloseTo(0.25, 6);
});

test.each([0, 0.5, 0.9])(
  'two that meet with restitution %d leave with that part of their speed',
  async (restitution) => {
    const one = (name: string, x: number, mass: number, velocity: Vec3) =>
      network({ name, vertices: [[x, 0, 0]], springs: [], radius: 0.02, mass, velocity, material: 'rubber' });
    const { velocities } = await run(
      {
        bodies: [one('left', -0.1, 1, [1, 0, 0]), one('right', 0.1, 3, [-1, 0, 0])],
        particleContact: 'bodies',
        materials: { rubber: { restitution } },
        ...free,
      },
      0.5,
    );
    const [left, right] = [velocities[0], velocities[3]];
    expect(left + 3 * right).toBeCloseTo(-2, 5);
    expect(right - left).toBeCloseTo(2 * restitution, 5);
  },
);

test('a ball bounces on a ball to e² of its height', async () => {
  const world = await createWorld({
    bodies: [
      balls({ name: 'below', centres: [[0, 0, 0]], radius: 0.1, mass: 1e9, material: 'rubber' }),
      balls({ name: 'above', centres: [[0, 0.7, 0]], radius: 0.1, mass: 0.1, material: 'rubber' }),
    ],
    colliders: [{ shape: 'plane', position: [0, -0.1, 0] }],
    materials: { rubber: { restitution: 0.6 } },
    timestep: 1 / 2000,
    damping: 0,
  });
  let [top, last, rises] = [0, 0.7, false];
  for (let k = 0; k < 150; k++) {
    world.step(10);
    const { positions } = await world.read();
    rises ||= positions[4] > last;
    if (rises) top = Math.max(top, positions[4] - 0.2);
    last = positions[4];
  }
  world.dispose();
  expect(top / 0.5).toBeCloseTo(0.36, 1.5);
});

describe.each(['reference', 'wasm'] as const)('a ball into free cloth, %s', (backend) => {
  test('keeps momentum', async () => {
    const bodies = [
      cloth({ particles: [20, 20], mass: 0.2 }),
      balls({ centres: [[0.03, 0.04, 0.3]], radius: 0.1, mass: 0.5, velocity: [0, 0, -5] }),
    ];
    // Exact in its global step: truncated sweeps lose some momentum themselves.
    const world = await createWorld({ bodies, backend, method: { id: 'pd-cholesky' }, ...free });
    world.step(100);
    const { velocities } = await world.read();
    const after = momentum(velocities, world.model.masses);
    world.dispose();
    expect(after[2] / -2.5).toBeCloseTo(1, 5);
    expect(Math.hypot(after[0], after[1]) / 2.5).toBeLessThan(1e-5);
    expect(velocities.at(-1)).toBeGreaterThan(-4.5); // it was stopped
  });
});

/** The side of the cloth, above or below in z, that something is on; 0 beyond its rim. */
function sideOf(
  positions: ArrayLike<number>,
  count: number,
  [x, y, z]: Float32Array | readonly number[],
  rim: number,
): number {
  let [nearest, depth] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < count; i++) {
    const d = Math.hypot(positions[3 * i] - x, positions[3 * i + 1] - y);
    if (d < nearest) [nearest, depth] = [d, positions[3 * i + 2]];
  }
  return nearest < rim ? Math.sign(z - depth) : 0;
}

describe.each([1 / 500, 1 / 60])('nothing tunnels at h = %d s', (timestep) => {
  const SPEED = 100;
  const hanging = () => cloth({ particles: [20, 20], stiffness: 4000, pins: ['top'], mass: 2 });
  /** How many particles touch the ball at most, how often it is on the other side, how fast it meets the cloth and flies on. */
  async function shot(particleContact: 'none' | 'bodies') {
    const ball = balls({ centres: [[0, 0, 1]], radius: 0.12, mass: 0.004, velocity: [0, 0, -SPEED] });
    // Parts of 1/480 s, in which it meets cloth at full speed; by default they are shorter.
    const substeps = Math.max(1, Math.round(480 * timestep));
    const world = await createWorld({ bodies: [hanging(), ball], timestep, substeps, particleContact });
    const reach = world.model.radii[0] + 0.12;
    let [through, touching, impact] = [0, 0, 0];
    let speed = -(await world.read()).velocities.at(-1)!;
    for (let t = 0; t < 0.1; t += timestep) {
      world.step();
      const { positions, velocities } = await world.read();
      const place = positions.slice(-3);
      if (sideOf(positions, 400, place, 0.1) < 0) through++;
      const near = Array.from({ length: 400 }, (_, i) =>
        Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - place[c])),
      ).filter((d) => d < 1.05 * reach).length;
      if (near > 0 && impact === 0) impact = speed;
      speed = -velocities.at(-1)!;
      touching = Math.max(touching, near);
    }
    world.dispose();
    expect(2 * world.model.radii[0]).toBeLessThan(1.0001 / 19); // one spacing thick
    return { through, touching, impact, speed };
  }

  test('a ball at 100 m/s at a hanging cloth', async () => {
    const stopped = await shot('bodies');
    expect(stopped.through).toBe(0);
    expect(stopped.impact).toBeGreaterThan(0.99 * SPEED);
    expect(stopped.touching).toBeGreaterThan(4);
    expect(stopped.speed).toBeLessThan(50);
    expect((await shot('none')).through).toBeGreaterThan(0);
  });

  test('a sphere that is moved at 100 m/s at a hanging cloth', async () => {
    const moved = async (colliders: boolean) => {
      const motion = (t: number) => ({ position: [0, 0, 0.5 - SPEED * t] as const });
      const world = await createWorld({
        bodies: [hanging()],
        colliders: colliders ? [{ shape: 'sphere', radius: 0.12, position: [0, 0, 0.5], motion }] : [],
        timestep,
        particleContact: 'all',
      });
      expect(2 * world.model.radii[0]).toBeLessThan(1.0001 / 19); // one spacing thick
      let [through, touching, deepest, fastest] = [0, 0, 0, 0];
      for (let t = timestep; t < 0.02; t += timestep) {
        world.step();
        const { positions, velocities } = await world.read();
        fastest = Math.max(fastest, ...velocities.map((v) => -v));
        const z = 0.5 - SPEED * world.time;
        if (colliders) expect(world.colliders[0].pose.position[2]).toBeCloseTo(z, 6);
        if (sideOf(positions, 400, [0, 0, z], 0.06) < 0) through++;
        touching += (await world.statistics()).contact.touching;
        for (let i = 0; colliders && i < 400; i++) {
          const d = Math.hypot(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2] - z);
          deepest = Math.max(deepest, 1 - (d - 0.12) / world.model.radii[i]);
        }
      }
      world.dispose();
      return { through, touching, deepest, fastest };
    };
    const met = await moved(true);
    expect(met.through).toBe(0);
    // After the hit both have one speed: the sphere met the cloth at full speed.
    expect(met.fastest).toBeGreaterThan(0.99 * SPEED);
    expect(met.touching).toBeGreaterThan(3);
    expect(met.deepest).toBeLessThan(0.1);
    expect((await moved(false)).through).toBeGreaterThan(0);
  });

  test('a cloth that falls on a cloth', async () => {
    const bodies = (velocity: Vec3): Body[] => [
      cloth({
        name: 'below',
        particles: [24, 24],
        size: [1.5, 1.5],
        rotation: [90, 0, 0],
        pins: ['top', 'bottom', 'left', 'right'],
      }),
      cloth({
        name: 'above',
        particles: [10, 10],
        rotation: [90, 0, 0],
        position: [0.01, 0.3, 0.013],
        size: [0.6, 0.6],
        velocity,
      }),
    ];
    const options = { timestep, damping: 1 } as const;
    const lowest = (positions: Float32Array) =>
      Math.min(...positions.subarray(3 * 576).filter((_, k) => k % 3 === 1));
    const velocity: Vec3 = [0, -10, 0];
    const held = await run({ bodies: bodies(velocity), particleContact: 'bodies', ...options }, 1.5);
    expect(lowest(held.positions)).toBeGreaterThan(-0.5);
    // None of the particles above changed sides; seen from above, y is what z is in `sideOf`.
    const seen = held.positions.slice();
    for (let k = 0; k < seen.length; k += 3) [seen[k + 1], seen[k + 2]] = [seen[k + 2], seen[k + 1]];
    const sides = Array.from({ length: 100 }, (_, k) =>
      sideOf(seen, 576, seen.subarray(3 * (576 + k), 3 * (577 + k)), 0.1),
    );
    expect(sides.filter((side) => side < 0)).toHaveLength(0);
    expect(sides.filter((side) => side > 0).length).toBeGreaterThan(50);
    const fallen = await run({ bodies: bodies(velocity), ...options }, 1.5);
    expect(lowest(fallen.positions)).toBeLessThan(-2);
  });
});

test.each([1, 4, 7])('a cloth that hits another askew, way %d, at 1/60 s', async (way) => {
  const [side, count] = [24, 10];
  /** Particles on the other side after a second, seen from above. */
  const through = async (options: Pick<WorldOptions, 'substeps' | 'particleContact'>) => {
    const below = cloth({
      name: 'below',
      particles: [side, side],
      size: [1.5, 1.5],
      rotation: [90, 0, 0],
      pins: ['top', 'bottom', 'left', 'right'],
    });
    const above = cloth({
      name: 'above',
      particles: [count, count],
      size: [0.6, 0.6],
      rotation: [90, 10 * way, 4 * way],
      position: [0.01 * way, 0.4, 0.013 * way],
      velocity: [0, -10, 0],
    });
    const setting = { particleContact: 'all', timestep: 1 / 60, damping: 1 } as const;
    const { positions } = await run({ bodies: [below, above], ...setting, ...options }, 1);
    const seen = positions.slice();
    for (let k = 0; k < seen.length; k += 3) [seen[k + 1], seen[k + 2]] = [seen[k + 2], seen[k + 1]];
    const places = Array.from({ length: count * count }, (_, k) =>
      seen.subarray(3 * (side * side + k), 3 * (side * side + k + 1)),
    );
    return places.filter((place) => sideOf(seen, side * side, place, 0.05) < 0).length;
  };
  expect(await through({})).toBe(0);
  // Springs that settle make up for long steps here.
  expect(await through({ substeps: 1 })).toBe(0);
  expect(await through({ particleContact: 'none' })).toBeGreaterThan(5);
});

test('stiff cloth that is thrown at a wall and meets itself comes to rest', async () => {
  const thrown = async (steps: number, options: Pick<WorldOptions, 'substeps' | 'method'>) => {
    const world = await createWorld({
      bodies: [
        cloth({
          particles: [30, 30],
          size: [0.8, 0.8],
          mass: 0.128,
          stiffness: { structural: 4000, shear: 400, bend: 4 },
          position: [0, 0.6, 0.5],
          rotation: [20, 35, 0],
          velocity: [0, 1, -8],
        }),
      ],
      colliders: [{ shape: 'plane' }, { shape: 'plane', rotation: [90, 0, 0] }],
      particleContact: 'all',
      ...options,
    });
    world.step(steps);
    const { energy, strain } = await world.statistics();
    world.dispose();
    return { kinetic: energy.kinetic, strain: strain.mean };
  };
  const { kinetic, strain } = await thrown(720, {});
  expect(kinetic).toBeLessThan(0.005);
  expect(strain).toBeLessThan(0.02);
  // Undivided, with a method whose springs don't settle after contact.
  const undivided = { substeps: 1, method: { id: 'pd-jacobi', inner: 20 } } as const;
  expect((await thrown(480, undivided)).strain).toBeGreaterThan(3 * strain);
});

/** Layers on a floor, each a little off and turned against the one below, with shear springs. */
const stacked = (layers: number, side: number, particleContact: ParticleContact = 'all') =>
  createWorld({
    bodies: Array.from({ length: layers }, (_, k) =>
      cloth({
        name: `layer ${k}`,
        particles: [side, side],
        rotation: [90, 7 * k, 0],
        position: [0.013 * k, 0.05 + 0.05 * k, 0.011 * k],
        size: [0.04 * (side - 1), 0.04 * (side - 1)],
        stiffness: { structural: 200, shear: 50, bend: 5 },
      }),
    ),
    colliders: [{ shape: 'plane' }],
    particleContact,
    timestep: 1 / 240,
    damping: 1,
    backend: wasm({ threads: 1 }),
  });

/** The nearest that two particles of different layers are, in thicknesses; and the lowest, from the floor. */
function closest({ bodies, radii }: World['model'], positions: Float32Array) {
  const thickness = 2 * radii[0];
  let nearest = Number.POSITIVE_INFINITY;
  for (const { first, count } of bodies)
    for (let i = first; i < first + count; i++)
      for (let j = 0; j < first; j++) {
        const apart = [0, 1, 2].map((c) => positions[3 * i + c] - positions[3 * j + c]);
        nearest = Math.min(nearest, Math.hypot(...apart) / thickness);
      }
  return { nearest, lowest: Math.min(...positions.filter((_, k) => k % 3 === 1)) / thickness };
}

test('four cloths stacked on a floor come to rest and stay for a minute', async () => {
  const world = await stacked(4, 7);
  const sides = new Sides(world.model);
  let before = world.model.positions as ArrayLike<number>;
  for (const until of [0.25, 1, 5, 10, 15, 30, 60]) {
    world.step(Math.round((until - world.time) / world.timestep));
    const { positions } = await world.read();
    const { energy, contact } = await world.statistics();
    const { near, changed } = sides.look(positions);
    expect(near).toBeGreaterThan(150);
    expect({ changed, missed: contact.missed }).toEqual({ changed: 0, missed: 0 });
    // In the first ten seconds layers slip off the balls below into the gaps between them, a centimetre at once.
    expect(energy.kinetic).toBeLessThan(until > 10 ? 1e-8 : 0.01);
    const drift = Math.max(...positions.map((p, k) => Math.abs(p - before[k])));
    if (until > 15) expect(drift).toBeLessThan(0.001);
    const { nearest, lowest } = closest(world.model, positions);
    expect(nearest).toBeGreaterThan(0.95);
    expect(lowest).toBeGreaterThan(0.49);
    before = positions;
  }
  world.dispose();
});

test('five larger ones come to rest', async () => {
  const world = await stacked(5, 10);
  const sides = new Sides(world.model);
  for (let look = 0; look < 4; look++) {
    world.step(120);
    const { near, changed } = sides.look((await world.read()).positions);
    expect(near).toBeGreaterThan(500);
    expect(changed).toBe(0);
  }
  const { energy } = await world.statistics();
  const { nearest, lowest } = closest(world.model, (await world.read()).positions);
  world.dispose();
  expect(energy.kinetic).toBeLessThan(1e-5);
  expect(nearest).toBeGreaterThan(0.95);
  expect(lowest).toBeGreaterThan(0.49);
  const without = await stacked(5, 10, 'none');
  without.step(240);
  expect(closest(without.model, (await without.read()).positions).nearest).toBeLessThan(0.1);
  without.dispose();
});

test('cloths that fall on a box stay on it', async () => {
  const bodies = [0, 1, 2, 3, 4].map((k) =>
    cloth({
      name: `layer ${k}`,
      particles: [16, 16],
      rotation: [-90, [0, 20, -15, 40, 8][k], 0],
      position: [0, 0.75 + 0.15 * k, 0],
      stiffness: { structural: 4000, shear: 400, bend: 4 },
    }),
  );
  const world = await createWorld({
    bodies,
    colliders: [{ shape: 'plane' }, { shape: 'box', size: [0.5, 0.5, 0.5], position: [0, 0.25, 0] }],
    particleContact: 'bodies',
    damping: 0.8,
    method: { id: 'pd-rbgs', outer: 1, inner: 15, omega: 1.8 },
  });
  const centre = async () => {
    const { positions } = await world.read();
    return [0, 1, 2].map(
      (c) =>
        positions.reduce((sum, value, k) => (k % 3 === c ? sum + value : sum), 0) / (positions.length / 3),
    );
  };
  world.step(240);
  const [, landed] = await centre();
  world.step(480);
  const [x, height, z] = await centre();
  const { energy } = await world.statistics();
  world.dispose();
  expect(height - landed).toBeLessThan(0.02);
  expect(Math.hypot(x, z)).toBeLessThan(0.03);
  expect(energy.kinetic).toBeLessThan(0.05);
});

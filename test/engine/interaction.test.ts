/** Hands, knives, cannons and gusts: what they do, that it is the same on every backend, and that it comes out the same again. */
import {
  balls,
  cloth,
  findMethod,
  METHODS,
  magazine,
  network,
  type PickOptions,
  type Ray,
  rope,
  type Vec3,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { seeded } from '../conformance/seeded.ts';
import { methodWith } from '../method-with.ts';
import { EVERYWHERE } from './everywhere.ts';
import { open, placeOf, positionsOf, velocitiesOf } from './worlds.ts';

const STILL = { gravity: [0, 0, 0], damping: 0 } as const;
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const towards = (from: Vec3, to: Vec3): Ray => ({ origin: from, direction: minus(to, from) });
const at = (positions: ArrayLike<number>, id: number): Vec3 => [
  positions[3 * id],
  positions[3 * id + 1],
  positions[3 * id + 2],
];

describe('pick', () => {
  /** The particle that the ray picks by the definition in the documentation, searched over all particles. */
  function bruteForce(world: World, positions: ArrayLike<number>, ray: Ray, tolerance: number) {
    const length = Math.hypot(...ray.direction);
    const d = ray.direction.map((part) => part / length) as unknown as Vec3;
    const met = Array.from(world.model.radii, (radius, id) => {
      const e = minus(at(positions, id), ray.origin);
      const s = dot(e, d);
      const b = Math.sqrt(Math.max(0, dot(e, e) - s * s));
      return { id, s, b, r: 1.5 * radius };
    });
    return (
      whom(met.map((one) => ({ ...one, R: one.r }))) ??
      whom(met.map((one) => ({ ...one, R: Math.max(one.r, tolerance * one.s) })))
    );
  }

  function whom(all: readonly { id: number; s: number; b: number; R: number }[]): number | undefined {
    const met = all.filter(({ s, b, R }) => s > 0 && b <= R);
    const front = Math.min(...met.map(({ s, b, R }) => s - Math.sqrt(R * R - b * b)));
    const layer = met.filter(({ s, R }) => s - front <= 4 * R);
    return layer.sort((one, other) => one.b / one.R - other.b / other.R)[0]?.id;
  }

  /** Points about a centre; the more they cluster, the nearer to it. */
  const cloud = (random: () => number, count: number, centre: number, power: number): Vec3[] =>
    Array.from({ length: count }, () => {
      const part = () => centre + 2 * Math.sign(random() - 0.5) * random() ** power;
      return [part(), part(), part()] as const;
    });

  it.each(EVERYWHERE)('finds whom brute force finds, on $name', async ({ make }) => {
    const backend = await make();
    const random = seeded(5);
    let found = 0;
    for (const [centre, power] of [
      [0, 1],
      [0, 4],
      [300, 1],
    ]) {
      const bodies = [
        network({ vertices: cloud(random, 700, centre, power), springs: [], radius: 0.02 }),
        balls({ centres: cloud(random, 5, centre, power), radius: 0.2 }),
      ];
      const world = await open({ bodies, backend, particleContact: 'none' });
      const positions = await positionsOf(world);
      for (let k = 0; k < 8; k++) {
        const eye: Vec3 = [centre - 4, centre + 4 * random(), centre + 4 * random()];
        const ray = towards(eye, at(positions, Math.floor(700 * random())));
        const picked = await world.pick(ray, { tolerance: 0.01 });
        expect(picked?.id).toBe(bruteForce(world, positions, ray, 0.01));
        if (!picked) continue;
        found++;
        expect(picked.position).toEqual([...at(positions, picked.id)]);
        const { origin } = ray;
        expect(Math.hypot(picked.distance, picked.beside)).toBeCloseTo(
          Math.hypot(...minus(picked.position, origin)),
          3,
        );
      }
    }
    expect(found).toBeGreaterThan(20);
    backend.dispose();
  });

  it('takes what is under the pointer of the layer in front, from straight ahead and from the side', async () => {
    const sheet = (z: number) => cloth({ particles: [21, 21], size: [1, 1], position: [0, 0, z] });
    const world = await open({ bodies: [sheet(0), sheet(-0.2)] });
    const positions = await positionsOf(world);
    for (const eye of [
      [0, 0, 3],
      [2, 0.3, 1.5],
      [-1, 2.5, 1],
    ] as const)
      for (const id of [0, 20, 210, 233, 440])
        expect((await world.pick(towards(eye, at(positions, id))))?.id).toBe(id);
    const [a, b] = [at(positions, 100), at(positions, 122)];
    // In the middle of a cell there is no hole.
    const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];
    const close = { tolerance: 0.001 };
    expect([100, 101, 121, 122]).toContain((await world.pick(towards([0, 0, 3], middle), close))?.id);
    expect((await world.pick(towards([0, 0, -3], at(positions, 441 + 210))))?.id).toBe(441 + 210);
  });

  it('meets nobody behind the eye, out of reach, beside the tolerance, or in the magazine', async () => {
    const bodies = [rope({ particles: 3, length: 2, radius: 0 }), magazine()];
    const world = await open({ bodies });
    const id = async (ray: Ray, options?: PickOptions) => (await world.pick(ray, options))?.id;
    const ahead: Ray = { origin: [1, 0.05, 5], direction: [0, 0, -2] };
    expect(await id(ahead)).toBe(1);
    expect(await id(ahead, { tolerance: 0.009 })).toBe(undefined);
    expect(await id(ahead, { reach: 4.9 })).toBe(undefined);
    expect(await id({ origin: [1, 0.05, 5], direction: [0, 0, 1] })).toBe(undefined);
    expect(await id({ origin: [0, 5, 0], direction: [1, 0, 0] })).toBe(undefined);
  });
});

describe('a particle held by a spring', () => {
  const [m, h, k, c] = [0.3, 0.01, 50, 2];

  it.each(EVERYWHERE)(
    'moves as backward Euler has it, force and drag included, on $name',
    async ({ make }) => {
      const backend = await make();
      const bodies = [balls({ centres: [[0, 0, 0]], mass: m, velocity: [1, 0, 0] })];
      const setting = { timestep: h, substeps: 1, gravity: [0, -10, 0], damping: 0.5 } as const;
      const world = await open({ bodies, backend, ...setting });
      world.setForce(0, [0, 0, 3]);
      world.grab(0, [0.2, 0, 0], { stiffness: k, damping: c });
      const [x, v, t] = [
        [0, 0, 0],
        [1, 0, 0],
        [0.2, 0, 0],
      ];
      const [g, f] = [
        [0, -10, 0],
        [0, 0, 3],
      ];
      for (let step = 0; step < 40; step++) {
        for (let axis = 0; axis < 3; axis++) {
          // m v' = m ((1 − h ½) v + h (g + f/m)) + h k (t − x'), less h c v', and x' = x + h v'.
          const free = (1 - h * 0.5) * v[axis] + h * (g[axis] + f[axis] / m);
          v[axis] = (m * free + h * k * (t[axis] - x[axis])) / (m + h * h * k + h * c);
          x[axis] += h * v[axis];
        }
      }
      world.step(40);
      const q = await placeOf(world, 0);
      for (const [axis, each] of x.entries()) expect(q[axis]).toBeCloseTo(each, 5);
      backend.dispose();
    },
  );

  it.each([
    [1e-6, 1 / 2000, 1e6],
    [1e-6, 1, 1e9],
    [1e3, 1, 1e9],
    [1e3, 1e-4, 1e-3],
  ])(
    'comes to rest below the hand, at m g / k, whatever mass %d kg, step %d s, stiffness %d N/m',
    async (mass, timestep, stiffness) => {
      const bodies = [balls({ centres: [[1, 0, 0]], mass })];
      const world = await open({ bodies, timestep, gravity: [0, -10, 0], damping: 0 });
      const critical = 2 * Math.sqrt(mass * stiffness);
      world.grab(0, [0, 0, 0], { stiffness, damping: critical });
      const time = Math.sqrt(mass / stiffness);
      const sag = (mass * 10) / stiffness;
      const steps = Math.min(2000, Math.ceil((40 * time) / timestep) + 40);
      for (let k = 0; k < 10; k++) {
        world.step(Math.ceil(steps / 10));
        expect(Math.hypot(...(await placeOf(world, 0)))).toBeLessThan(1.01 + 2 * sag);
      }
      if (steps < 2000) expect((await placeOf(world, 0))[1]).toBeCloseTo(-sag, 6);
    },
  );

  it.each(METHODS.map(({ id }) => id))('carries the whole cloth with %s, and lets it go', async (id) => {
    const bodies = [cloth({ particles: [5, 5], size: [0.2, 0.2], mass: 0.1 })];
    const method = methodWith(id, { outer: 8, inner: 8 });
    const world = await open({
      bodies,
      method,
      timestep: 1 / 240,
      damping: 2,
      backend: wasm({ threads: 1 }),
    });
    const grab = world.grab(12, [0, 0, 0], { stiffness: 10 });
    world.step(300);
    // What is solved to the end hangs 10 cm below the hand, m g / k; what is not does so roughly.
    const isSolved = findMethod(id).conservesMomentum === 'always';
    expect((await placeOf(world, 12))[1]).toBeCloseTo(-0.0981, isSolved ? 2 : 1);
    grab.moveTo([1, 0, 0]);
    world.step(300);
    expect((await placeOf(world, 12))[0]).toBeCloseTo(1, 1);
    grab.release();
    expect(grab.isHeld).toBe(false);
    const [, height] = await placeOf(world, 12);
    world.step(60);
    expect((await placeOf(world, 12))[1]).toBeLessThan(height - 0.1);
  });

  it('has its inertia follow the time step, and gives it back', async () => {
    const world = await open({ bodies: [balls({ centres: [[0, 0, 0]], mass: m })], timestep: h });
    const masses = async () => (await world.snapshot()).buffers.masses.slice(0, 2);
    const other = await open({ bodies: [balls({ centres: [[0, 0, 0]], mass: m })], timestep: h / 4 });
    world.grab(0, [0.2, 0, 0], { stiffness: k, damping: c });
    world.configure({ timestep: h / 4 });
    other.grab(0, [0.2, 0, 0], { stiffness: k, damping: c });
    for (const each of [world, other]) each.step(10);
    expect(await world.hash()).toBe(await other.hash());
    // Holding is no part of the state.
    expect([...(await masses())]).toEqual([m, 1 / m]);
  });

  it('is pinched with those around it, which share the spring and are let go with it', async () => {
    const body = () => cloth({ particles: [7, 7], size: [0.6, 0.6], mass: 0.49, pins: [23] });
    const world = await open({ bodies: [body()], timestep: h, ...STILL });
    const grab = world.grab(24, [0, 0, 0.5], { radius: 0.101, stiffness: k, damping: 0 });
    // Four neighbours, one of them pinned, and itself: h k t / (m + h² k), a quarter of k each.
    world.configure({ method: { id: 'newton' } });
    const free = await open({
      bodies: [network({ vertices: [[0, 0, 0]], springs: [], mass: 0.01 })],
      timestep: h,
      ...STILL,
    });
    free.grab(0, [0, 0, 0.5], { stiffness: k / 4, damping: 0 });
    free.step(1);
    const alone = (await velocitiesOf(free))[2];
    expect(alone).toBeCloseTo((h * (k / 4) * 0.5) / (0.01 + (h * h * k) / 4), 9);
    world.step(1);
    const v = await velocitiesOf(world);
    const moved = Array.from({ length: 49 }, (_, id) => id).filter((id) => v[3 * id + 2] > alone / 2);
    expect(moved).toEqual([17, 24, 25, 31]);
    grab.release();
    expect(
      [...(await world.snapshot()).buffers.masses.filter((_, at) => at % 4 === 0)].map((m) => m.toFixed(6)),
    ).toEqual(new Array(49).fill('0.010000'));
    expect((await world.snapshot()).pinned).toEqual([23]);
  });

  it('is held hard where it is pinned or no time passes', async () => {
    const world = await open({ bodies: [rope({ particles: 4, pins: ['start'] })] });
    expect(world.grab(0, [0, 0, 0]).kind).toBe('hard');
    expect(world.grab(2, [0, 0, 0]).kind).toBe('spring');
    world.configure({ method: { integrate: false } });
    expect(world.grab(3, [0, 0, 0]).kind).toBe('hard');
  });
});

it('is taken out of the fingers that pinch it with another', async () => {
  const world = await open({ bodies: [rope({ particles: 9, length: 0.8 })], ...STILL });
  const pinch = world.grab(4, [0, 0, 0], { radius: 0.15 });
  const hard = world.grab(5, [1, 1, 1], { kind: 'hard' });
  world.step(2);
  expect(await placeOf(world, 5)).toEqual([1, 1, 1]);
  hard.release();
  pinch.release();
  // Nothing is held: masses are restored.
  const { buffers } = await world.snapshot();
  const { masses, slotOf } = world.model;
  for (let id = 0; id < 9; id++) expect(buffers.masses[4 * slotOf[id]]).toBeCloseTo(masses[id], 6);
  expect(world.isPinned(5)).toBe(false);
  pinch.moveTo([5, 5, 5]);
  world.step(1);
  expect((await placeOf(world, 4))[0]).toBeLessThan(2);
});

describe('a particle held hard', () => {
  it('is where the hand is, and pinned afterwards only if it was before', async () => {
    const world = await open({ bodies: [rope({ particles: 5, pins: ['start'] })] });
    const grabs = [0, 3].map((id) => world.grab(id, [0, 0, 0], { kind: 'hard' }));
    for (const grab of grabs) grab.moveTo([0.1 * grab.id, 0.5, 0]);
    world.step(5);
    expect(await placeOf(world, 0)).toEqual([0, 0.5, 0]);
    expect(await placeOf(world, 3)).toEqual([0.1 * 3, 0.5, 0]);
    // Hands are not part of the snapshot.
    expect((await world.snapshot()).pinned).toEqual([0]);
    // A second hand takes over, and the first has nothing more to say.
    const taken = world.grab(3, [0, 1, 0], { kind: 'hard' });
    grabs[1].moveTo([9, 9, 9]);
    grabs[1].release();
    expect([grabs[1].isHeld, taken.isHeld, world.isPinned(3)]).toEqual([false, true, true]);
    taken.release();
    grabs[0].release();
    expect([world.isPinned(0), world.isPinned(3)]).toEqual([true, false]);
  });

  it('follows a ray at constant depth, from under the pointer', async () => {
    const world = await open({ bodies: [rope({ particles: 5 })] });
    const grab = world.grab(2, [0.5, 0, 0], { kind: 'hard', facing: [0, 0, -1] });
    const eye: Vec3 = [0, 0, 4];
    // Grabbed 1 cm beside it: it stays so.
    expect(grab.follow(towards(eye, [0.51, 0, 0]))).toBe(true);
    expect(grab.position).toEqual([expect.closeTo(0.5), expect.closeTo(0), expect.closeTo(0)]);
    expect(grab.follow(towards(eye, [-1, -2, -4]))).toBe(true);
    expect(grab.position).toEqual([expect.closeTo(-0.51), expect.closeTo(-1), expect.closeTo(0)]);
    expect(grab.follow({ origin: eye, direction: [0, 1, 0] })).toBe(false);
    expect(grab.follow({ origin: eye, direction: [0, 0, 1] })).toBe(false);
  });
});

describe('a stroke', () => {
  const eye: Vec3 = [0, 0, 3];
  const sheet = () => cloth({ particles: [12, 12], size: [1, 1] });
  /** Straight down, through the springs between columns 5 and 6. */
  const stroke = [0.7, 0.2, -0.3, -0.7].map((y) => towards(eye, [0, y, 0]));

  it.each(EVERYWHERE)('cuts all that it crosses, and nothing else, on $name', async ({ make }) => {
    const backend = await make();
    const world = await open({ bodies: [sheet()], backend });
    world.cutStroke(stroke);
    const torn = await world.readTorn();
    const { ends, idOf, springs } = world.model;
    const column = (slot: number) => idOf[slot] % 12;
    for (let s = 0; s < springs; s++) {
      const [a, b] = [column(ends[2 * s]), column(ends[2 * s + 1])];
      expect(torn[s]).toBe(Math.min(a, b) <= 5 && Math.max(a, b) >= 6 ? 1 : 0);
    }
    expect((await world.statistics()).torn).toBeGreaterThan(12);
    backend.dispose();
  });

  it('reaches as far as it says; parallel rays and a single one are no trouble', async () => {
    const torn = async (rays: readonly Ray[], reach?: number) => {
      const world = await open({ bodies: [sheet()] });
      world.cutStroke(rays, { reach });
      return (await world.statistics()).torn;
    };
    const whole = await torn(stroke);
    expect(await torn(stroke, 2.9)).toBe(0);
    expect(await torn(stroke.slice(0, 1))).toBe(0);
    const parallel = [0.7, -0.7].map((y): Ray => ({ origin: [0, y, 2], direction: [0, 0, -1] }));
    expect(await torn(parallel)).toBe(whole);
  });
});

describe('the same calls', () => {
  const bodies = () => [
    cloth({ particles: [12, 12], pins: ['top'], strength: 1.3 }),
    magazine({ count: 3, radius: 0.05 }),
  ];
  /** All there is, between steps. */
  async function play(world: World, from: number, to: number): Promise<void> {
    const grab = from === 0 ? world.grab(70, [0, 0, 0]) : undefined;
    for (let k = from; k < to; k++) {
      if (k === 2) world.gust({ direction: [0, 0, 1], strength: 10, duration: 0.1 });
      if (k === 3) world.shoot({ from: [0, -0.3, 0.4], velocity: [0, 0, -6] });
      if (k === 4) world.cutStroke([towards([0, 0, 3], [-0.2, 0.1, 0]), towards([0, 0, 3], [0.1, -0.4, 0])]);
      if (k === 5) world.pin(140);
      if (k === 6) grab?.release();
      if (k === 7) world.grab(100, [0, 0.2, 0.3], { kind: 'hard' });
      if (k === 8) world.shoot({ from: [0.2, -0.3, 0.4], velocity: [0, 0, -6] });
      grab?.moveTo([0.05 * k, 0, 0.1 * k]);
      world.step(3);
    }
  }

  it.each(EVERYWHERE)('give the same bits, also from a snapshot on, on $name', async ({ make }) => {
    const backend = await make();
    const [one, other] = [
      await open({ bodies: bodies(), backend }),
      await open({ bodies: bodies(), backend }),
    ];
    await play(one, 0, 7);
    const snapshot = await one.snapshot();
    await play(one, 7, 11);
    const end = await one.hash();
    await play(other, 0, 11);
    expect(await other.hash()).toBe(end);
    one.restore(structuredClone(snapshot));
    expect(one.magazine.loaded).toBe(2);
    await play(one, 7, 11);
    expect(await one.hash()).toBe(end);
    backend.dispose();
  });

  it('leave nothing behind after a reset', async () => {
    const world = await open({ bodies: bodies() });
    const start = await world.snapshot();
    await play(world, 0, 11);
    world.restore(start);
    const plain = await open({ bodies: bodies() });
    for (const each of [world, plain]) each.step(30);
    expect(await world.hash()).toBe(await plain.hash());
  });
});

describe('what cannot be', () => {
  it('is refused by its name, with what is allowed', async () => {
    const world = await open({ bodies: [rope({ particles: 5 })] });
    const ray: Ray = { origin: [0, 0, 0], direction: [0, 0, 1] };
    await expect(world.pick({ ...ray, direction: [0, 0, 0] })).rejects.toThrow(
      'pick.ray.direction: [0,0,0] is not allowed; a direction other than [0, 0, 0]',
    );
    await expect(world.pick(ray, { tolerance: -1 })).rejects.toThrow('pick.tolerance: -1');
    await expect(world.pick(ray, { reach: 1e9 })).rejects.toThrow('a number greater than 0 and at most 1e5');
    expect(() => world.grab(7, [0, 0, 0])).toThrow('particle: 7 is not allowed; a whole number from 0 to 4');
    expect(() => world.grab(1, [0, 0, Number.NaN])).toThrow('grab.position[2]');
    expect(() => world.grab(1, [0, 0, 0], { kind: 'soft' as never })).toThrow(
      'grab.kind: "soft" is not allowed; one of spring, hard',
    );
    expect(() => world.grab(1, [0, 0, 0], { stiffness: 0 })).toThrow('grab.stiffness: 0');
    expect(() => world.grab(1, [0, 0, 0], { damping: -1 })).toThrow('grab.damping: -1');
    expect(world.isPinned(1)).toBe(false);
    expect(() => world.cutStroke([ray, null as never])).toThrow('cutStroke.rays[1]: null');
    expect(() => world.cutStroke([ray, ray], { reach: 0 })).toThrow('cutStroke.reach: 0');
    expect(() => world.shoot({ from: [0, 0, 0], velocity: [0, 0, 1] })).toThrow(
      'shoot: 0 is not allowed; a world with a magazine() among its bodies',
    );
    expect(() => world.gust({ direction: [1, 0, 0], strength: -1 })).toThrow('gust.strength: -1');
    expect(() => world.gust({ direction: [1, 0, 0], strength: 1, duration: 0 })).toThrow('gust.duration: 0');
    const envelope = 'odd' as never;
    expect(() => world.gust({ direction: [1, 0, 0], strength: 1, envelope })).toThrow(
      'gust.envelope: "odd" is not allowed; one of smooth, sudden, fading',
    );
    for (let id = 0; id < 5; id++) world.grab(id, [0, 0, 0]);
    const many = await open({ bodies: [rope({ particles: 300 })] });
    for (let id = 0; id < 255; id++) many.grab(id, [0, 0, 0]);
    expect(() => many.grab(299, [0, 0, 0], { radius: 0.01 })).toThrow(
      'grab.radius: 3 is not allowed; at most 256 particles held at once, 1 more now',
    );
    expect(() => world.grab(1, [0, 0, 0], { radius: -1 })).toThrow('grab.radius: -1');
  });

  it('leaves a particle in the hand that has it', async () => {
    const world = await open({ bodies: [rope({ particles: 300, length: 3 })] });
    const grab = world.grab(10, [0, 1, 0], { stiffness: 50, radius: 0.05 });
    const others = Array.from({ length: 240 }, (_, k) => world.grab(50 + k, [0, 1, 0]));
    for (const options of [{ radius: 0.3 }, { stiffness: -1 }, { facing: [0, 0, 0] }] as const)
      expect(() => world.grab(10, [0, 2, 0], options)).toThrow('grab.');
    expect(grab.isHeld).toBe(true);
    const before = (await positionsOf(world))[3 * 10 + 1];
    world.step(30);
    expect((await positionsOf(world))[3 * 10 + 1]).toBeGreaterThan(before);
    // Taken anew by the same hand, it needs no more room than it had.
    const again = world.grab(10, [0, 1, 0], { stiffness: 50, radius: 0.05 });
    expect([grab.isHeld, again.isHeld, others.every(({ isHeld }) => isHeld)]).toEqual([false, true, true]);
  });

  it('is refused in the options of a world', async () => {
    const bodies = [rope({ name: 'line', particles: 5 })];
    const path = [
      { time: 0, position: [0, 0, 0] },
      { time: 1, position: [0, 0, 1] },
    ] as const;
    const drag = { body: 'line', particle: 1, path };
    for (const [options, message] of [
      [{ wind: { velocity: [2000, 0, 0] } }, 'wind.velocity[0]: 2000'],
      [{ wind: { density: 0 } }, 'wind.density: 0'],
      [{ wind: { gusts: [{ direction: [0, 0, 0], strength: 1 }] } }, 'wind.gusts[0].direction'],
      [{ drags: [{ ...drag, body: 'rope' }] }, 'drags[0].body: "rope" is not allowed; one of 0 (line)'],
      [{ drags: [{ ...drag, particle: 5 }] }, 'drags[0].particle: 5'],
      [{ drags: [{ ...drag, kind: 'soft' }] }, 'drags[0].kind: "soft" is not allowed; one of spring, hard'],
      [
        { drags: [{ ...drag, stiffness: 0 }] },
        'drags[0].stiffness: 0 is not allowed; a number greater than 0',
      ],
      [{ drags: [drag, { ...drag, damping: -1 }] }, 'drags[1].damping: -1 is not allowed; a number from 0'],
      [{ drags: [{ ...drag, radius: 'wide' }] }, 'drags[0].radius: "wide" is not allowed; a number from 0'],
      [
        {
          bodies: [cloth({ name: 'line', particles: [2, 2], strength: 2, split: true })],
          drags: [{ ...drag, particle: 4 }],
        },
        'drags[0].particle: 4 is not allowed; a whole number from 0 to 3',
      ],
      [{ drags: [{ ...drag, path: path.slice(1) }] }, 'drags[0].path'],
      [{ drags: [{ ...drag, path: [path[1], path[0]] }] }, 'drags[0].path[1].time: 0'],
      [{ bodies: [magazine({ count: 1 }), rope({ particles: 2 })], drags: 3 }, 'drags: 3'],
    ] as const)
      await expect(open({ bodies, ...(options as object) })).rejects.toThrow(message);
    expect(() => magazine({ count: 0 })).toThrow('magazine.count: 0');
  });
});

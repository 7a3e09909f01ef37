import { cloth, createWorld, METHODS, network, rope, type World, wasm } from 'selvedge';
import { afterEach, describe, expect, it } from 'vitest';
import { methodWith } from '../method-with.ts';
import { randomNumbers, stateOf } from './mathematics.ts';

const BACKENDS = [
  { backend: 'reference' as const, make: () => 'reference' as const },
  { backend: 'wasm' as const, make: () => wasm({ threads: 1 }) },
];
const CASES = BACKENDS.flatMap((backend) => METHODS.map(({ id }) => ({ id, ...backend })));

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});
async function open(options: Parameters<typeof createWorld>[0]): Promise<World> {
  const world = await createWorld(options);
  worlds.push(world);
  return world;
}

async function expectNumbers(world: World): Promise<void> {
  const { positions, velocities } = await stateOf(world);
  const { error, strain, energy } = await world.statistics();
  for (const value of [...positions, ...velocities]) expect(Number.isFinite(value)).toBe(true);
  for (const value of [error, strain.mean, strain.max, ...Object.values(energy)])
    expect(Number.isFinite(value)).toBe(true);
}

describe.each(CASES)('$id on $backend', ({ id, make }) => {
  /* A strong drag takes the energy of the explosion away; what is left is how well the springs are satisfied. */
  const options = () => ({
    bodies: [cloth({ particles: [8, 8], mass: 1, stiffness: 1000 })],
    method: methodWith(id, { outer: 10, inner: 1 }),
    timestep: 1 / 100,
    damping: 5,
    gravity: [0, 0, 0] as const,
    backend: make(),
  });

  it('a cloth collapsed into one point opens again', async () => {
    const world = await open(options());
    world.write({ positions: new Float64Array(3 * 64) });
    expect((await world.statistics()).strain).toEqual({ mean: 1, max: 1 });
    world.step();
    await expectNumbers(world);
    world.step(300);
    await expectNumbers(world);
    const { strain, faults } = await world.statistics();
    expect(strain.mean).toBeLessThan(0.1);
    expect(faults).toBe(0);
  });

  it('a cloth thrown about at random gathers again', async () => {
    const world = await open(options());
    const random = randomNumbers(5);
    world.write({ positions: Float64Array.from({ length: 3 * 64 }, () => 10 * random()) });
    const before = (await world.statistics()).strain.mean;
    expect(before).toBeGreaterThan(10);
    world.step();
    await expectNumbers(world);
    world.step(600);
    await expectNumbers(world);
    const { strain, faults } = await world.statistics();
    expect(strain.mean).toBeLessThan(before / 50);
    expect(faults).toBe(0);
  });

  it('a velocity of 1e14 m/s on one particle stays a number', async () => {
    const world = await open(options());
    const velocities = new Float64Array(3 * 64);
    velocities[3 * 27 + 1] = 1e14;
    world.write({ velocities });
    world.step(20);
    await expectNumbers(world);
  });

  it('a velocity past 1e15 is refused; a force that drives one there is stopped and counted', async () => {
    const world = await open(options());
    const before = await world.snapshot();
    const velocities = new Float64Array(3 * 64);
    velocities[3 * 27 + 1] = 1e30;
    expect(() => world.write({ velocities })).toThrow('velocities[82]: 1e+30 is not allowed');
    expect(() => world.setForce(40, [0, 0, 1e30])).toThrow('force[2]: 1e+30 is not allowed');
    expect(() => world.move(40, [1e39, 0, 0])).toThrow('position[0]: 1e+39 is not allowed');
    // keep · 1e15 + h F / m is past 1e15 in the first step.
    velocities[3 * 27 + 1] = 1e15;
    world.write({ velocities });
    world.setForce(27, [0, 1e15, 0]);
    world.step();
    await expectNumbers(world);
    expect((await world.statistics()).faults).toBe(1);
    world.restore(before);
    world.step(50);
    await expectNumbers(world);
    const { strain, faults } = await world.statistics();
    expect(faults).toBe(0);
    expect(strain.mean).toBeLessThan(1e-2);
  });

  it('two particles in one place part along an axis, as far as the rest length', async () => {
    const body = network({
      vertices: [
        [1, 1, 1],
        [1, 1, 1],
      ],
      springs: [[0, 1]],
      restLengths: [0.5],
      stiffness: 1000,
      mass: 0.2,
    });
    const world = await open({ ...options(), bodies: [body] });
    world.step(400);
    const { positions } = await stateOf(world);
    const apart = [0, 1, 2].map((c) => Math.abs(positions[c] - positions[3 + c]));
    expect(apart.filter((d) => d > 0.01)).toHaveLength(1);
    expect(Math.max(...apart)).toBeCloseTo(0.5, 3);
    // Opposite at the two ends: the middle stays.
    for (let c = 0; c < 3; c++) expect((positions[c] + positions[3 + c]) / 2).toBeCloseTo(1, 1);
  });
});

describe('what is not a number is refused with its place, and nothing is changed', () => {
  const world = () => open({ bodies: [rope({ particles: 4 })], backend: 'reference' });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d', async (bad) => {
    const it = await world();
    const before = await it.hash();
    const twelve = () => new Float64Array(12);
    const place = (k: number) => twelve().fill(bad, k, k + 1);
    expect(() => it.write({ positions: place(7) })).toThrow(`positions[7]: ${bad} is not allowed`);
    expect(() => it.write({ velocities: place(3) })).toThrow(`velocities[3]: ${bad} is not allowed`);
    expect(() => it.write({ positions: twelve(), velocities: place(3) })).toThrow('velocities[3]');
    expect(() => it.setForces(place(11))).toThrow(`forces[11]: ${bad} is not allowed`);
    expect(() => it.setForces([0, bad, 0])).toThrow(`forces[1]: ${bad} is not allowed`);
    expect(() => it.setForce(1, [bad, 0, 0])).toThrow(`force[0]: ${bad} is not allowed`);
    expect(() => it.move(1, [0, 0, bad])).toThrow(`position[2]: ${bad} is not allowed`);
    expect(() => it.pin(1, [0, bad, 0])).toThrow(`position[1]: ${bad} is not allowed`);
    expect(it.isPinned(1)).toBe(false);
    expect(() => it.configure({ timestep: bad })).toThrow(`timestep: ${bad} is not allowed`);
    expect(() => it.configure({ damping: bad })).toThrow(`damping: ${bad} is not allowed`);
    expect(() => it.configure({ gravity: [0, bad, 0] })).toThrow(`gravity[1]: ${bad} is not allowed`);
    expect(() => it.configure({ method: { id: 'pd-rbgs', omega: bad } })).toThrow(
      `method.omega: ${bad} is not allowed`,
    );
    expect(() => it.step(bad)).toThrow(`step: ${bad} is not allowed`);
    expect(await it.hash()).toBe(before);
  });

  it('springs without a length', () => {
    const vertices = [
      [0, 0, 0],
      [0, 0, 0],
    ] as const;
    expect(() => network({ vertices, springs: [[0, 1]] })).toThrow(
      'network.springs[0]: [0,1] is not allowed',
    );
    expect(() => network({ vertices, springs: [[0, 1]], restLengths: [0] })).toThrow(
      'network.restLengths[0]: 0',
    );
    expect(() => network({ vertices, springs: [[0, 0]], restLengths: [1] })).toThrow(
      'two different vertices',
    );
  });
});

/** A low-pass filter of velocities, [NP17] Ch. 9: the decay of waves, momentum, and what it leaves alone. */
import { readFileSync } from 'node:fs';
import { cloth, network, rope } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { createSceneWorld } from '../../scene/index.ts';
import { CPU_BACKENDS, open } from '../engine/worlds.ts';
import { momentumOf, randomNumbers, stateOf } from './mathematics.ts';

const free = { gravity: [0, 0, 0], damping: 0 } as const;
const COUNT = 12;

/** A ring of equal particles whose springs hardly pull. */
const ring = () =>
  network({
    vertices: Array.from({ length: COUNT }, (_, i) => {
      const angle = (2 * Math.PI * i) / COUNT;
      return [Math.cos(angle), Math.sin(angle), 0] as const;
    }),
    springs: Array.from({ length: COUNT }, (_, i) => [i, (i + 1) % COUNT] as const),
    stiffness: 1e-6,
    mass: 1.2,
  });

/*
 * v_i = cos(θ i) with two alike neighbours: c_ij = m/4, so a step keeps 1 - α (1 - cos θ)/2 of it, α = 1 - e^(-c h). The shortest wave,
 * θ = π, keeps e^(-c h).
 */
describe.each(CPU_BACKENDS)('waves on $name', ({ name, make }) => {
  it.each([0, 1, 3, 6])('of %d to a ring decay as they should', async (waves) => {
    const [h, rate, steps] = [1 / 100, 30, 5];
    const world = await open({ bodies: [ring()], timestep: h, smoothing: rate, backend: make(), ...free });
    const theta = (2 * Math.PI * waves) / COUNT;
    world.write({
      velocities: Array.from({ length: 3 * COUNT }, (_, k) =>
        k % 3 === 2 ? Math.cos((theta * (k - 2)) / 3) : 0,
      ),
    });
    world.step(steps);
    const { velocities } = await stateOf(world);
    const kept = (1 - ((1 - Math.exp(-rate * h)) * (1 - Math.cos(theta))) / 2) ** steps;
    for (let i = 0; i < COUNT; i++)
      expect(velocities[3 * i + 2]).toBeCloseTo(kept * Math.cos(theta * i), name === 'reference' ? 6 : 5);
  });
});

it('conserves momentum, with masses and rows of any kind, and energy does not grow', async () => {
  const body = cloth({ particles: [7, 5], stiffness: { structural: 1e-6, shear: 1e-6, bend: 0 } });
  const random = randomNumbers(5);
  const masses = body.masses.map(() => 0.06 + 0.05 * random());
  const world = await open({
    bodies: [{ ...body, masses }],
    smoothing: 200,
    timestep: 1 / 60,
    ...free,
    backend: 'reference',
  });
  world.write({ velocities: Array.from({ length: 3 * 35 }, () => random()) });
  const before = momentumOf(world.model, (await stateOf(world)).velocities);
  let energy = (await world.statistics()).energy.kinetic;
  for (let k = 0; k < 10; k++) {
    world.step();
    const { kinetic } = (await world.statistics()).energy;
    expect(kinetic).toBeLessThanOrEqual(energy);
    energy = kinetic;
  }
  const after = momentumOf(world.model, (await stateOf(world)).velocities);
  after.forEach((value, c) => {
    expect(value).toBeCloseTo(before[c], 9);
  });
  expect(energy).toBeGreaterThan(0);
});

it('does not hold up what falls, nor what hangs at rest', async () => {
  const falling = async (smoothing: number) => {
    const world = await open({
      bodies: [rope({ particles: 9, pins: [], rotation: [0, 0, 30] })],
      smoothing,
      backend: 'reference',
    });
    world.step(100);
    return (await stateOf(world)).positions;
  };
  const [plain, smooth] = [await falling(0), await falling(50)];
  plain.forEach((value, k) => {
    expect(smooth[k]).toBeCloseTo(value, 10);
  });
  const hanging = async (smoothing: number) => {
    const bodies = [rope({ particles: 9, pins: ['start'], rotation: [0, 0, -90], stiffness: 300 })];
    const world = await open({
      bodies,
      smoothing,
      damping: 20,
      method: { id: 'newton' },
      timestep: 1 / 60,
      backend: 'reference',
    });
    world.step(600);
    return (await stateOf(world)).positions;
  };
  const [before, after] = [await hanging(0), await hanging(50)];
  before.forEach((value, k) => {
    expect(after[k]).toBeCloseTo(value, 6);
  });
});

it('leaves fewer wrinkles in the scene that shows it', async () => {
  const text = readFileSync(new URL('../../scenes/smoothed-cloth.json', import.meta.url), 'utf8');
  const side = 30;
  const roughness = async (...set: string[]) => {
    const world = await createSceneWorld(text, {
      set: [`bodies[0].particles=[${side},${side}]`, ...set],
      backend: 'wasm',
    });
    world.step(600);
    const { positions } = await stateOf(world);
    world.dispose();
    // How far particles are from the middle of those on both sides, along rows and columns.
    let sum = 0;
    for (let row = 1; row < side - 1; row++)
      for (let column = 1; column < side - 1; column++)
        for (const step of [3, 3 * side])
          for (let c = 0; c < 3; c++) {
            const k = 3 * (row * side + column) + c;
            sum += (2 * positions[k] - positions[k - step] - positions[k + step]) ** 2;
          }
    return sum;
  };
  const [plain, smooth] = [await roughness('smoothing=0'), await roughness()];
  console.info(`wrinkles: ${plain.toExponential(2)} without smoothing, ${smooth.toExponential(2)} with`);
  expect(smooth).toBeLessThan(0.8 * plain);
});

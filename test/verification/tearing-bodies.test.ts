/** Tearing of bodies without a grid, of what is solved to an accuracy, and of cloths in blocks of four. */
import { type Body, cloth, solid, type Vec3, type World, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { open, positionsOf, velocitiesOf } from '../engine/worlds.ts';
import { methodWith } from '../method-with.ts';
import { irregularMesh } from '../methods/irregular.ts';

const GRAVITY = 9.81;

/** A horizontal blade at this height, wider than every body here. */
const blade = (y: number): readonly Vec3[] => [
  [-9, y, -9],
  [9, y, -9],
  [9, y, 9],
  [-9, y, 9],
];

/** What is below the blade, where nothing has moved yet. */
const below = ({ model }: World, y: number): number[] =>
  Array.from(model.masses.keys()).filter((id) => model.positions[3 * id + 1] < y);

/** The mean height, or speed upwards, of some particles. */
const mean = (values: Float64Array, ids: readonly number[]): number =>
  ids.reduce((sum, id) => sum + values[3 * id + 1], 0) / ids.length;

async function energyOf(world: World): Promise<number> {
  const { energy } = await world.statistics();
  return energy.kinetic + energy.spring + energy.potential;
}

/** The mesh hangs by two corners that are at its lower edge: it is turned over, so that the free part is below. */
const mesh = (): Body => {
  const made = irregularMesh(16);
  return { ...made, positions: made.positions.map((value, k) => (k % 3 === 1 ? -value : value)) };
};
const block = (): Body => solid({ particles: [6, 12, 6], size: [0.3, 0.6, 0.3], pins: ['top'] });
const woven = (): Body => cloth({ particles: [13, 12], size: [1, 1], pins: ['top'], stiffness: 4000 });

describe.each([
  { body: 'mesh', make: mesh, at: -0.0777, accuracy: 0 },
  { body: 'solid', make: block, at: 0.001, accuracy: 0 },
  { body: 'cloth', make: woven, at: 0.001, accuracy: 1e-4 },
  { body: 'mesh', make: mesh, at: -0.0777, accuracy: 1e-4 },
  { body: 'solid', make: block, at: 0.001, accuracy: 1e-4 },
])('a $body cut in two, multigrid, accuracy $accuracy', ({ make, at, accuracy }) => {
  it('one part falls as a body falls, energy does not rise', async () => {
    const world = await open({
      bodies: [make()],
      method: { id: 'pd-multigrid', outer: accuracy > 0 ? 100 : 10, accuracy },
      timestep: 1 / 240,
      damping: 0,
    });
    const lower = below(world, at);
    world.cut(blade(at));
    const { torn } = await world.statistics();
    expect(torn).toBeGreaterThan(10);
    const [x, v] = [await positionsOf(world), await velocitiesOf(world)];
    let before = await energyOf(world);
    for (let k = 0; k < 6; k++) {
      world.step(10);
      const now = await energyOf(world);
      expect(now).toBeLessThan(before + 1e-9 + 1e-6 * Math.abs(before));
      before = now;
    }
    const [h, n] = [world.timestep, 60];
    const expected = mean(x, lower) + n * h * mean(v, lower) - GRAVITY * h * h * ((n * (n + 1)) / 2);
    const drift = mean(await positionsOf(world), lower) - expected;
    console.log(`${make.name}, accuracy ${accuracy}: falls ${drift.toExponential(2)} m short`);
    expect(Math.abs(drift)).toBeLessThan(1e-3);
  });
});

describe('a cloth in blocks of four', () => {
  const structural = (strength?: number): Body =>
    cloth({
      particles: [13, 12],
      size: [1, 1],
      pins: ['top'],
      stiffness: { structural: 4000, shear: 0, bend: 0 },
      strength,
    });
  /** Positions after so many steps, in blocks and in rows of the reference. */
  const inBoth = async (strength: number | undefined, act: (world: World) => void, id: string) => {
    const worlds = [
      await open({ ...scene(strength, id), backend: wasm({ threads: 1 }) }),
      await open(scene(strength, id)),
    ];
    for (const world of worlds) act(world);
    expect(worlds[0].storage).toMatch(/blocks of four/);
    expect(worlds[1].storage).not.toMatch(/blocks of four/);
    const torn = await Promise.all(worlds.map((world) => world.readTorn()));
    expect(torn[0]).toEqual(torn[1]);
    expect(torn[0].some((isTorn) => isTorn === 1)).toBe(true);
    const [a, b] = await Promise.all(worlds.map(positionsOf));
    return Math.max(...a.map((value, k) => Math.abs(value - b[k])));
  };
  const scene = (strength: number | undefined, id: string) => ({
    bodies: [structural(strength)],
    method: methodWith(id, { outer: 4, inner: 5 }),
    timestep: 1 / 480,
  });

  it.each(['pd-rbgs', 'auto'])('%s: is cut as the reference cuts it', async (id) => {
    const act = (world: World) => {
      world.step(10);
      world.cut(blade(0.001));
      world.step(40);
    };
    expect(await inBoth(undefined, act, id)).toBeLessThan(1e-4);
  });

  it.each(['pd-rbgs', 'auto'])('%s: tears by itself as the reference does', async (id) => {
    const act = (world: World) => {
      // The lower corners are pulled out at once; the cloth tears there in the steps that follow.
      for (const [corner, x] of [
        [143, -2],
        [155, 2],
      ] as const)
        world.pin(corner, [x, -1.5, 0]);
      world.step(12);
    };
    expect(await inBoth(1.3, act, id)).toBeLessThan(1e-3);
  });
});

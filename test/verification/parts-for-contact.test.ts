/**
 * What is small against the spacing of cloth, or fast, gets parts of a step that are short enough by default: no energy comes out of it.
 * With one part each of these fails by orders of magnitude.
 */
import { balls, type Collider, cloth, METHODS, rope, type World, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { open } from '../engine/worlds.ts';

const SIDE = 40;
const SPACING = 1 / (SIDE - 1);

/** The greatest strain of structural springs, and the greatest energy over that of the beginning, J. */
async function course(world: World, steps: number) {
  const { springs, ends, idOf, restLengths, stiffness } = world.model;
  const structural = Array.from({ length: springs }, (_, s) => s).filter((s) => stiffness[s] >= 4000);
  const energyNow = async () => {
    const { energy } = await world.statistics();
    return energy.kinetic + energy.spring + energy.potential;
  };
  const before = await energyNow();
  let [strain, gained] = [0, 0];
  for (let k = 0; k < steps; k += 20) {
    world.step(20);
    const { positions } = await world.read();
    for (const s of structural) {
      const [i, j] = [3 * idOf[ends[2 * s]], 3 * idOf[ends[2 * s + 1]]];
      const apart = [0, 1, 2].map((c) => positions[i + c] - positions[j + c]);
      strain = Math.max(strain, Math.hypot(...apart) / restLengths[s] - 1);
    }
    gained = Math.max(gained, (await energyNow()) - before);
  }
  return { strain, gained };
}

const radiusOf = (collider: Collider) => (collider as { radius: number }).radius;

describe('a default cloth let fall from 0.12 m', () => {
  it.each<[string, Collider]>([
    ['a ball of a tenth of the spacing', { shape: 'sphere', radius: 0.1 * SPACING }],
    ['a ball of two spacings', { shape: 'sphere', radius: 0.05 }],
    ['a ball of eight spacings', { shape: 'sphere', radius: 0.2 }],
    ['a box as small', { shape: 'box', size: [0.1, 0.1, 0.1] }],
    ['a spike', { shape: 'cone', radius: 0.1, height: 0.3 }],
    ['a thin rod', { shape: 'capsule', radius: 0.01, length: 2, rotation: [0, 0, 90] }],
  ])('on %s drapes or slides off', async (_, collider) => {
    const top = collider.shape === 'box' ? 0.05 : collider.shape === 'cone' ? 0.3 : radiusOf(collider);
    const world = await open({
      bodies: [
        cloth({ particles: [SIDE, SIDE], rotation: [-90, 0, 0], position: [0.003, top + 0.12, 0.002] }),
      ],
      colliders: [collider],
      backend: wasm({ threads: 1 }),
    });
    const { strain, gained } = await course(world, 240);
    expect(strain).toBeLessThan(0.2);
    // What contact has just stretched is counted: mass × g × 0.12 m is 0.24 J.
    expect(gained).toBeLessThan(1.5);
  });
});

describe('thrown at hanging cloth, by default', () => {
  it.each([3, 10, 30])('a ball of half a kilogram at %d m/s gives it no energy', async (speed) => {
    const world = await open({
      bodies: [
        cloth({ particles: [SIDE, SIDE], pins: ['top'] }),
        balls({ centres: [[0, 0, 0.3]], velocity: [0, 0, -speed] }),
      ],
      backend: wasm({ threads: 1 }),
    });
    const { strain, gained } = await course(world, 80);
    expect(strain).toBeLessThan(0.2 + speed / 50);
    expect(gained).toBeLessThan(0.05 * 0.5 * 0.5 * speed ** 2);
  });
});

describe('with every method', () => {
  // newton takes 60 ms a step here, and is as good as pd-cholesky.
  it.each(METHODS.map(({ id }) => id).filter((id) => id !== 'newton'))(
    '%s: a default cloth drapes over a ball of two spacings',
    async (id) => {
      const world = await open({
        bodies: [cloth({ particles: [SIDE, SIDE], rotation: [-90, 0, 0], position: [0.003, 0.17, 0.002] })],
        colliders: [{ shape: 'sphere', radius: 0.05 }],
        backend: wasm({ threads: 1 }),
        method: { id },
      });
      const { strain, gained } = await course(world, 100);
      expect(strain).toBeLessThan(0.2);
      // Methods that leave something undone stretch cloth where it is bent.
      expect(gained).toBeLessThan(3);
    },
  );
});

describe('a rope of 1 kg on cloth of 0.2 kg', () => {
  const world = (options: object) =>
    open({
      bodies: [
        cloth({ particles: [SIDE, SIDE], pins: ['top'] }),
        rope({ particles: 20, mass: 1, ...options }),
      ],
      particleContact: 'bodies',
      backend: wasm({ threads: 1 }),
    });

  it.each([
    ['thrown at 3 m/s', { length: 0.5, position: [-0.25, 0, 0.1], velocity: [0, 0, -3] }],
    ['a thin one', { length: 0.5, radius: 0.01, position: [-0.25, 0, 0.1], velocity: [0, 0, -3] }],
  ])('%s gains no energy', async (_, options) => {
    // ½ m u² = 4.5 J.
    expect((await course(await world(options), 100)).gained).toBeLessThan(0.01 * 4.5);
  });

  it('beginning inside the cloth, at rest, gains none either', async () => {
    const { gained, strain } = await course(await world({ length: 0.5, position: [-0.25, 0, 0.001] }), 100);
    expect(gained).toBeLessThan(0.01);
    expect(strain).toBeLessThan(0.05);
  });
});

describe('a collider that may slip between particles', () => {
  const warningsOf = async (collider: Collider, radius?: number) => {
    const bodies = [cloth({ particles: [21, 21], rotation: [-90, 0, 0], position: [0, 1, 0], radius })];
    return (await open({ bodies, colliders: [collider] })).warnings;
  };
  const rod = (radius: number): Collider => ({ shape: 'capsule', name: 'rod', radius, length: 2 });

  it('is named, with what to do', async () => {
    const [warning] = await warningsOf(rod(0.005));
    expect(warning).toMatch(
      /colliders\[0\] \(rod\) is 0.01 m wide and may slip between .* cloth, 0.05 m apart/,
    );
    expect(warning).toMatch('a radius of 0.026 m, or make the collider 0.013 m wide');
    expect(await warningsOf({ shape: 'sphere', radius: 0.01 })).toHaveLength(1);
  });

  it('is not, where it is wide enough or particles are', async () => {
    expect(await warningsOf(rod(0.0065))).toEqual([]);
    expect(await warningsOf(rod(0.005), 0.03)).toEqual([]);
    expect(await warningsOf({ shape: 'plane' })).toEqual([]);
    expect(await warningsOf({ shape: 'box', size: [2, 0.001, 2] })).toEqual([]);
  });
});

/** Shapes that turn by a third of a turn a step touch the particles in their way, and no others. */
import { type Collider, cloth, network, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { motionOf } from '../../engine/contact/collider.ts';
import { into } from '../../engine/contact/pose.ts';
import { open, positionsOf } from '../engine/worlds.ts';
import { fieldOf } from './every-shape.ts';

const STEP = 1 / 60;
const SPIN: Vec3 = [0, 0, 20 * 360];
const RADIUS = 0.02;

/** One spacing of the cloth below thick, but for the wedge. */
const SHAPES: Readonly<Record<string, Collider>> = {
  'a paddle': { shape: 'box', size: [1, 2 * RADIUS, 0.2], motion: { spin: SPIN } },
  'a wing': {
    shape: 'box',
    size: [0.5, 2 * RADIUS, 0.2],
    position: [0.3, 0, 0],
    motion: { spin: SPIN, pivot: [0, 0, 0] },
  },
  'a wedge askew': {
    shape: 'wedge',
    size: [0.1, 0.6, 0.2],
    rotation: [0, 0, 30],
    motion: { spin: SPIN, pivot: [0.1, 0, 0] },
  },
};

/** Metres from the shape at a time. */
function distance(collider: Collider, time: number, p: Vec3): number {
  const pose = motionOf('shape', collider)!(time);
  return fieldOf(collider)(into(pose, p))[3];
}

describe.each(Object.entries(SHAPES))('%s at 20 turns a second, in steps of 1/60 s', (_, collider) => {
  it('meets what it reaches and nothing else', async () => {
    const side = Array.from({ length: 22 }, (_, k) => 1.4 * (k / 21 - 0.5));
    const vertices = side
      .flatMap((x) => side.map((y): Vec3 => [x, y, 0.01]))
      .filter((p) => distance(collider, 0, p) > RADIUS);
    const world = await open({
      bodies: [network({ vertices, springs: [], radius: RADIUS })],
      colliders: [collider],
      ...{ gravity: [0, 0, 0] as Vec3, damping: 0, timestep: STEP },
    });
    expect(world.substeps).toBe(11);
    world.step();
    const after = await positionsOf(world);
    // In a part it turns by 0.19: a way is off by 0.0045 of the distance from the axis, which is 0.7 at most.
    const off = 0.0045 * 0.7;
    let met = 0;
    for (const [k, p] of vertices.entries()) {
      const nearest = Math.min(
        ...Array.from({ length: 120 }, (_, t) => distance(collider, (STEP * t) / 119, p)),
      );
      const hasMoved = p.some((value, c) => after[3 * k + c] !== value);
      if (nearest < RADIUS - off) expect([p, hasMoved]).toEqual([p, true]);
      if (nearest > RADIUS + off) expect([p, hasMoved]).toEqual([p, false]);
      if (hasMoved) met++;
    }
    expect(met).toBeGreaterThan(40);
  });

  it('lets no particle of a cloth in', async () => {
    const world = await open({
      bodies: [
        cloth({
          particles: [21, 21],
          size: [0.8, 0.8],
          rotation: [90, 0, 0],
          position: [0, 0.38, 0],
          pins: ['top'],
        }),
      ],
      colliders: [collider],
      timestep: STEP,
    });
    let touched = 0;
    for (let k = 0; k < 12; k++) {
      world.step();
      const x = await positionsOf(world);
      const { contact, faults } = await world.statistics();
      touched += contact.touching;
      expect(faults).toBe(0);
      for (let i = 0; i < x.length; i += 3) {
        const inside = RADIUS - distance(collider, world.time, [x[i], x[i + 1], x[i + 2]]);
        if (!world.isPinned(i / 3)) expect(inside).toBeLessThan(1e-3);
      }
    }
    expect(touched).toBeGreaterThan(5);
  });
});

it('steps are divided by keyframes and paths that turn too, and not where somebody says how', async () => {
  const bodies = [network({ vertices: [[0, 9, 0]], springs: [] })];
  const partsOf = async (motion: Collider['motion'], substeps: number | 'auto' = 'auto') => {
    const colliders: Collider[] = [{ shape: 'sphere', radius: 0.1, motion }];
    return (await open({ bodies, colliders, timestep: 0.1, substeps })).substeps;
  };
  const quarter = [0, 1].map((time) => ({ time, rotation: [0, 0, 90 * time] as Vec3 }));
  // π/2 · 0.1/0.2, and a circle in a second: 2π · 0.1/0.2.
  expect(await partsOf({ keyframes: quarter })).toBe(1);
  expect(
    await partsOf({ keyframes: quarter.map(({ time, ...rest }) => ({ time: time / 10, ...rest })) }),
  ).toBe(8);
  const points = Array.from({ length: 24 }, (_, k): Vec3 => {
    const angle = (Math.PI * k) / 12;
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  const round = { points, duration: 1, closed: true };
  expect(await partsOf({ path: { ...round, facing: [0, 1, 0] } })).toBe(4);
  expect(await partsOf({ path: round })).toBe(1);
  expect(await partsOf({ spin: [0, 0, 3600] })).toBe(32);
  expect(await partsOf({ spin: [0, 0, 3600] }, 3)).toBe(3);
});

import { createWorld, rope } from 'selvedge';
import { RailLines, WorldView } from 'selvedge/three';
import { expect, it } from 'vitest';

it('draws a line for every rail, where its collider carries it, until nothing slides on it', async () => {
  const world = await createWorld({
    bodies: [rope({ particles: 6 })],
    colliders: [{ shape: 'sphere', radius: 0.1, position: [0, 1, 0], motion: { velocity: [0, 0, 2] } }],
    attachments: [
      {
        name: 'standing',
        particles: [0, 1],
        rail: [
          [-1, 0, 0],
          [1, 0, 0],
          [1, 0, 1],
        ],
      },
      {
        particles: [3],
        collider: 0,
        rail: [
          [0, -1, 0],
          [1, -1, 0],
        ],
      },
    ],
    timestep: 0.01,
    backend: 'reference',
  });
  const view = new WorldView(world);
  const { rails } = view;
  expect(rails).toBeInstanceOf(RailLines);
  expect(rails.children).toHaveLength(2);
  world.step(50);
  await view.update();
  expect(rails.children.map(({ position }) => position.toArray())).toEqual([
    [0, 0, 0],
    [0, 1, expect.closeTo(1, 9)],
  ]);
  world.release('standing');
  await view.update();
  expect(rails.children).toHaveLength(1);
  view.dispose();
  world.dispose();
});

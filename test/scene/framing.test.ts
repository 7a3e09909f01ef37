// Where the floor lies and what the camera sees, for every scene of the catalogue, without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSceneWorld, parseScene } from 'selvedge/scene';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/plugin.js';
import {
  cameraFor,
  extentOf,
  pointsOf,
  reachOf,
  type Whereabouts,
  whereabouts,
} from '../../studio/framing.ts';
import { Ground } from '../../studio/ground.ts';

const folder = path.join(root, 'scenes');
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('schema'));
const parsed = (name: string) => parseScene(readFileSync(path.join(folder, name), 'utf8'));

const lowest = (points: readonly Vector3[]) => points.reduce((least, { y }) => Math.min(least, y), Infinity);
function floorUnder(places: Whereabouts): number {
  const ground = new Ground();
  const { floor } = places;
  ground.place(reachOf(places), { size: 1, floor, background: '#000000', isVisible: true });
  return ground.mesh.position.y;
}

describe('the floor', () => {
  // Held at two corners, at four, and stretched by a solver that is cut short.
  it.each(['hanging-cloth.json', 'hammock.json', 'np17-listing-5.1.json'])('lies below %s', async (name) => {
    const world = await createSceneWorld(parsed(name));
    const floor = floorUnder(whereabouts(world));
    for (const seconds of [0.5, 1]) {
      world.step(Math.round(seconds / world.timestep) - world.steps);
      const { positions } = await world.read();
      const heights = positions.filter((_, k) => k % 3 === 1);
      expect(heights.reduce((least, y) => Math.min(least, y))).toBeGreaterThan(floor);
    }
    world.dispose();
  });
});

describe('a floor of the scene', () => {
  it('is the ground, as high as the highest; a slope or a lift is none', async () => {
    const bodies = [{ type: 'cloth', particles: [4, 4], position: [0, 5, 0] }];
    const places = async (colliders: object[]) => {
      const world = await createSceneWorld({ version: 1, bodies, colliders }, { backend: 'reference' });
      world.dispose();
      return whereabouts(world);
    };
    const slope = { shape: 'plane', rotation: [0, 0, 10] };
    const lift = { shape: 'plane', motion: { velocity: [0, 1, 0] } };
    expect((await places([slope, lift])).floor).toBeUndefined();
    const two = await places([
      { shape: 'plane', position: [3, -2, 0] },
      { shape: 'plane', position: [0, -1, 0] },
    ]);
    expect(floorUnder(two)).toBe(-1);
    expect(reachOf(two).min.y).toBe(-1);
  });

  it('bears what stands on it: all of that is seen', async () => {
    const world = await createSceneWorld(parsed('cloth-on-sphere.json'), { backend: 'reference' });
    const { colliders, floor } = whereabouts(world);
    world.dispose();
    expect(floor).toBe(0);
    const heights = colliders.map(({ y }) => y);
    expect(Math.min(...heights)).toBeCloseTo(0, 2);
    expect(Math.max(...heights)).toBeCloseTo(0.8, 2);
  });
});

describe('the camera', () => {
  it.each(names)('sees all of %s', async (name) => {
    const { scene } = parsed(name);
    const world = await createSceneWorld(parsed(name), { backend: 'reference' });
    const places = whereabouts(world);
    const camera = cameraFor(scene.camera, places);
    const { across, up } = extentOf(camera, pointsOf(places));
    // The sample tells of all particles.
    const { positions, particles } = world.model;
    const all = Array.from({ length: particles }, (_, id) => new Vector3().fromArray(positions, 3 * id));
    expect(extentOf(camera, all).across).toBeLessThan(1.01 * across);
    expect(extentOf(camera, all).up).toBeLessThan(1.01 * up);
    // Nothing is behind it or so far beside it that the field of view could not hold it in a square window.
    expect(Math.max(across, up)).toBeLessThan(1);
    expect(camera.position[1]).toBeGreaterThan(floorUnder(places));
    expect(lowest(places.start)).toBeGreaterThan(floorUnder(places));
    world.dispose();
  });

  it('stays where the scene puts it, unless it would see a cloth from its edge', async () => {
    for (const [name, isKept] of [
      ['hanging-cloth.json', true],
      ['rope.json', true],
      ['np17-listing-5.1.json', false],
    ] as const) {
      const { scene } = parsed(name);
      const world = await createSceneWorld(parsed(name), { backend: 'reference' });
      const camera = cameraFor(scene.camera, whereabouts(world));
      if (isKept) expect(camera).toEqual(scene.camera);
      else expect(camera.position[1]).toBeGreaterThan(scene.camera.position[1] + 0.5);
      world.dispose();
    }
  });
});

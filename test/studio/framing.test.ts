// Where the floor lies and what the camera sees, for every scene of the catalogue, without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSceneWorld, parseScene } from 'selvedge/scene';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/plugin.js';
import { cameraFor, extentOf, type Whereabouts, whereabouts } from '../../studio/framing.ts';
import { Ground } from '../../studio/ground.ts';

const folder = path.join(root, 'scenes');
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('schema'));
const parsed = (name: string) => parseScene(readFileSync(path.join(folder, name), 'utf8'));

const lowest = (points: readonly Vector3[]) => points.reduce((least, { y }) => Math.min(least, y), Infinity);
function floorUnder({ start, hanging }: Whereabouts): number {
  const ground = new Ground();
  ground.place(new Box3().setFromPoints([...start, ...hanging]), 1, '#000000', true);
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

describe('the camera', () => {
  it.each(names)('sees all of %s', async (name) => {
    const { scene } = parsed(name);
    const world = await createSceneWorld(parsed(name), { backend: 'reference' });
    const places = whereabouts(world);
    const camera = cameraFor(scene.camera, places);
    const { across, up } = extentOf(camera, [...places.start, ...places.hanging]);
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

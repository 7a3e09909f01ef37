// Where the floor lies and what the camera sees, for every scene of the catalogue, without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createSceneWorld, parseScene } from 'selvedge/scene';
import { Box3, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/plugin.js';
import {
  cameraFor,
  fitted,
  halfField,
  reachOf,
  type Whereabouts,
  whereabouts,
} from '../../studio/framing.ts';
import { Ground } from '../../studio/ground.ts';

const folder = path.join(root, 'scenes');
const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('schema'));
const parsed = (name: string) => parseScene(readFileSync(path.join(folder, name), 'utf8'));

/** The sides of the picture, from its middle, that would just hold the points: 1 is the edge of a picture of 4 : 3. */
function shareOf(camera: ReturnType<typeof fitted>, points: readonly Vector3[]) {
  const eye = new Vector3(...camera.position);
  const toCamera = new Matrix4().lookAt(eye, new Vector3(...camera.target), new Vector3(0, 1, 0)).transpose();
  const half = halfField(camera.fov, 4 / 3);
  const seen = points.map((point) => point.clone().sub(eye).applyMatrix4(toCamera));
  expect(Math.max(...seen.map(({ z }) => z))).toBeLessThan(0);
  return {
    across: Math.max(...seen.map(({ x, z }) => Math.abs(x / z))) / (half * (4 / 3)),
    up: Math.max(...seen.map(({ y, z }) => Math.abs(y / z))) / half,
  };
}

const lowest = (points: readonly Vector3[]) => points.reduce((least, { y }) => Math.min(least, y), Infinity);
function floorUnder(places: Whereabouts): number {
  const ground = new Ground();
  ground.place(reachOf(places), { size: 1, floor: places.floor });
  return ground.mesh.position.y;
}

describe('the floor', () => {
  /** The papers' scenes, and those of the lab, have none. */
  const shown = names.filter((name) => !/^(pnf18|np17|lbok13)/.test(name));

  it.each(shown)('of %s is a collider', async (name) => {
    const world = await createSceneWorld(parsed(name), { backend: 'reference' });
    expect(whereabouts(world).floor).toBeTypeOf('number');
    world.dispose();
  });

  it('is not drawn where a scene has none', () => {
    const ground = new Ground();
    ground.place(new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)), { size: 1, floor: undefined });
    expect(ground.mesh.visible).toBe(false);
  });

  it.each(['hanging-cloth.json', 'hammock.json', 'rope.json'])('lies below %s', async (name) => {
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
  it.each(names)('sees where the bodies of %s begin', async (name) => {
    const { scene } = parsed(name);
    const world = await createSceneWorld(parsed(name), { backend: 'reference' });
    const places = whereabouts(world);
    const camera = cameraFor(scene.camera, places);
    // Balls that are yet to fly in may wait outside.
    const bodies = world.bodies.filter((_, k) => scene.bodies[k].type !== 'balls');
    const all = bodies.flatMap(({ first, count }) =>
      Array.from({ length: count }, (_, k) =>
        new Vector3().fromArray(world.model.positions, 3 * (first + k)),
      ),
    );
    const { across, up } = shareOf(camera, all);
    expect(Math.max(across, up)).toBeLessThan(1.05);
    expect(Math.max(across, up)).toBeGreaterThan(0.25);
    if (places.floor !== undefined) {
      expect(camera.position[1]).toBeGreaterThan(places.floor);
      expect(lowest(places.start)).toBeGreaterThan(places.floor);
    }
    world.dispose();
  });

  it('is put where the scene fills the picture, when the scene names none', () => {
    const points = [-1, 1].flatMap((x) =>
      [0, 0.5].flatMap((y) => [-0.2, 0.2].map((z) => new Vector3(x, y, z))),
    );
    for (const direction of [new Vector3(0, 0, 1), new Vector3(1, 0.4, 1), new Vector3(0.1, 3, 0.1)]) {
      const { across, up } = shareOf(fitted(direction, 32, points), points);
      expect(Math.max(across / 0.88, up / 0.8)).toBeCloseTo(1, 2);
    }
    // In a narrow window as wide as in one of 4 : 3.
    expect(halfField(32, 0.5) * 0.5).toBeCloseTo(halfField(32, 4 / 3) * (4 / 3), 12);
    expect(halfField(32, 2)).toBe(halfField(32, 4 / 3));
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

import { type Collider, cloth, createWorld } from 'selvedge';
import { ColliderMeshes, WorldView } from 'selvedge/three';
import { Box3, type Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';

const worldWith = (colliders: Collider[]) =>
  createWorld({
    bodies: [cloth({ particles: [4, 4], position: [0, 9, 0] })],
    colliders,
    timestep: 0.01,
    backend: 'reference',
  });

/** Of its corners, in its own frame. */
const extentOf = ({ geometry }: Mesh) => {
  geometry.computeBoundingBox();
  return geometry.boundingBox!.getSize(new Vector3()).toArray();
};

describe('ColliderMeshes', () => {
  it.each<[Collider, [number, number, number]]>([
    [{ shape: 'plane' }, [20, 0, 20]],
    [{ shape: 'sphere', radius: 2 }, [4, 4, 4]],
    [{ shape: 'box', size: [1, 2, 3] }, [1, 2, 3]],
    [{ shape: 'capsule', radius: 0.5, length: 3 }, [1, 4, 1]],
    [{ shape: 'cylinder', radius: 0.5, height: 3 }, [1, 3, 1]],
  ])('are as large as the shapes: %o', async (collider, size) => {
    const world = await worldWith([collider]);
    const group = new ColliderMeshes(world);
    const found = extentOf(group.meshes[0]);
    for (const [axis, length] of size.entries()) expect(found[axis]).toBeCloseTo(length, 6);
    group.dispose();
    world.dispose();
  });

  it('stand where the colliders do, also after they moved', async () => {
    const world = await worldWith([
      {
        shape: 'box',
        size: [2, 1, 1],
        position: [1, 0, 0],
        motion: { spin: [0, 90, 0], pivot: [0, 0, 0] },
        name: 'arm',
      },
      { shape: 'plane', position: [0, -3, 0] },
    ]);
    const group = new ColliderMeshes(world, { extent: 2 });
    expect(group.meshes.map(({ name }) => name)).toEqual(['arm', 'collider 1']);
    const corner = () => {
      group.updateMatrixWorld();
      return new Vector3(1, 0, 0).applyMatrix4(group.meshes[0].matrixWorld).toArray();
    };
    expect(corner()).toEqual([2, 0, 0]);
    world.step(100);
    group.place();
    for (const [axis, value] of [0, 0, -2].entries()) expect(corner()[axis]).toBeCloseTo(value, 6);
    expect(new Box3().setFromObject(group.meshes[1]).max.y).toBeCloseTo(-3, 6);
    group.dispose();
    world.dispose();
  });
});

describe('WorldView', () => {
  it('draws colliders in step with the bodies, in the material it is given', async () => {
    const world = await worldWith([
      { shape: 'sphere', radius: 1, motion: { velocity: [1, 0, 0] } },
      { shape: 'plane' },
    ]);
    const material = new MeshBasicMaterial();
    const view = new WorldView(world, { colliderMaterial: (k) => (k === 0 ? material : undefined) });
    const [ball, floor] = view.colliders.meshes;
    expect([ball.material === material, floor.material === material]).toEqual([true, false]);
    expect(view.children).toContain(view.colliders);
    world.step(50);
    expect(ball.position.x).toBe(0);
    await view.update();
    expect(ball.position.x).toBeCloseTo(0.5, 9);
    await view.advance(0.01);
    expect(ball.position.x).toBeCloseTo(0.51, 9);
    view.dispose();
    world.dispose();
  });
});

import { balls, type Collider, cloth, createWorld, type Vec3 } from 'selvedge';
import { BallMesh, ColliderMeshes, WorldView } from 'selvedge/three';
import { Box3, type BufferGeometry, Matrix4, type Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { fieldAt, shapeId, shapeNumbers } from '../../engine/contact/shapes/index.ts';
import { CORNER, sampledGrid } from '../random-shapes.ts';

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

/** What a ball is on a grid of a box that is 3 wide. */
const ballOnGrid = (cells: number, radius: number): Collider =>
  sampledGrid(3, cells, (x, y, z) => Math.hypot(x, y, z) - radius);

/** Within the triangles; above the lowest corner where they leave the bottom open. */
function volumeOf(geometry: BufferGeometry): number {
  geometry.computeBoundingBox();
  const lowest = geometry.boundingBox!.min.y;
  const places = geometry.getAttribute('position');
  const corner = (k: number) => {
    const v = new Vector3().fromBufferAttribute(places, geometry.index ? geometry.index.getX(k) : k);
    return v.setY(v.y - lowest);
  };
  let volume = 0;
  for (let k = 0; k < (geometry.index ?? places).count; k += 3)
    volume += corner(k).dot(corner(k + 1).cross(corner(k + 2))) / 6;
  return volume;
}

describe('ColliderMeshes', () => {
  it.each<[Collider, [number, number, number]]>([
    [{ shape: 'plane' }, [20, 0, 20]],
    [{ shape: 'sphere', radius: 2 }, [4, 4, 4]],
    [{ shape: 'box', size: [1, 2, 3] }, [1, 2, 3]],
    [{ shape: 'capsule', radius: 0.5, length: 3 }, [1, 4, 1]],
    [{ shape: 'cylinder', radius: 0.5, height: 3 }, [1, 3, 1]],
    [{ shape: 'cone', radius: 0.5, height: 3 }, [1, 3, 1]],
    [{ shape: 'wedge', size: [1, 2, 3], ridge: 0.3 }, [1, 2, 3]],
    [{ shape: 'torus', radius: 2, tube: 0.5 }, [5, 1, 5]],
  ])('are as large as the shapes: %o', async (collider, size) => {
    const world = await worldWith([collider]);
    const group = new ColliderMeshes(world);
    const found = extentOf(group.meshes[0]);
    for (const [axis, length] of size.entries()) expect(found[axis]).toBeCloseTo(length, 6);
    group.dispose();
    world.dispose();
  });

  it.each<[Collider['shape'], Collider, number]>([
    ['sphere', { shape: 'sphere', radius: 2 }, 33.5],
    ['box', { shape: 'box', size: [1, 2, 3] }, 6],
    ['capsule', { shape: 'capsule', radius: 0.5, length: 3 }, 2.88],
    ['cylinder', { shape: 'cylinder', radius: 0.5, height: 3 }, 2.36],
    ['cone', { shape: 'cone', radius: 1, height: 3, top: 0.5 }, 5.5],
    ['wedge', { shape: 'wedge', size: [1, 2, 3], ridge: 0.3 }, 3],
    ['torus', { shape: 'torus', radius: 2, tube: 0.5 }, 9.87],
    ['funnel', { shape: 'funnel', steepness: 0.5, bottom: -0.6, top: 0, thickness: 0.1 }, 0.397],
    [
      'heightfield',
      { shape: 'heightfield', size: [2, 3], cells: [2, 2], heights: [0, 1, 0, 1, 1, 1, 0, 0, 0] },
      6 * (0.625 + 0.15),
    ],
    ['grid', ballOnGrid(10, 1), (4 / 3) * Math.PI],
    ['grid', ballOnGrid(10, 9), 27], // All of its box.
    ['mesh', CORNER, 1 / 6],
  ])('have their corners on the shape, a %s, and its volume inside', async (shape, collider, volume) => {
    const world = await worldWith([collider]);
    const group = new ColliderMeshes(world);
    const { geometry } = group.meshes[0];
    const places = geometry.getAttribute('position');
    const { dimensions, data = new Float64Array(0) } = shapeNumbers(shape, collider);
    for (let k = 0; k < places.count; k++) {
      const p: Vec3 = [places.getX(k), places.getY(k), places.getZ(k)];
      const [, , , distance] = fieldAt(shapeId(shape), p, { dimensions, data, at: 0 }, 1);
      expect(Math.abs(distance)).toBeLessThan(shape === 'grid' ? 0.05 : 1e-5);
    }
    expect(volumeOf(geometry) / volume).toBeCloseTo(1, 1);
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

  it('draws balls where they are, as large as they are', async () => {
    const world = await createWorld({
      bodies: [
        cloth({ particles: [4, 4] }),
        balls({
          centres: [
            [5, 0, 0],
            [6, 1, 0],
          ],
          radius: 0.2,
          velocity: [0, 0, 3],
        }),
      ],
      ...{ gravity: [0, 0, 0], damping: 0, timestep: 0.01, backend: 'reference' },
    } as const);
    const kinds: string[] = [];
    const view = new WorldView(world, {
      material: (_, kind) => {
        kinds.push(kind);
        return undefined;
      },
    });
    expect(kinds).toEqual(['cloth', 'balls']);
    const mesh = view.objects[1] as BallMesh;
    expect(mesh).toBeInstanceOf(BallMesh);
    const second = () => {
      const matrix = new Matrix4();
      mesh.getMatrixAt(1, matrix);
      return [new Vector3().setFromMatrixPosition(matrix), new Vector3().setFromMatrixScale(matrix)];
    };
    expect(second()[0].toArray()).toEqual([6, 1, 0]);
    world.step(100);
    await view.update();
    const [place, scale] = second();
    for (const [axis, value] of [6, 1, 3].entries()) expect(place.getComponent(axis)).toBeCloseTo(value, 5);
    for (const value of scale.toArray()) expect(value).toBeCloseTo(0.2, 6);
    expect(() => new BallMesh(world, { body: 0 })).toThrow('1 (balls)');
    view.dispose();
    world.dispose();
  });
});

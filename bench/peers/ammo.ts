/**
 * ammojs3: Bullet's soft bodies, position iterations over links at full stiffness (its default). ammo.js itself is not
 * published under its name; this is the newest build of it with WebAssembly and types.
 */
import type Load from 'ammojs3';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY } from './scenes.ts';

type Ammo = typeof Load;

export const ammo: Peer = {
  id: 'ammo',
  title: 'ammojs3 (Bullet), 1 thread',
  package: 'ammojs3',
  unit: 'iterations',
  // Bullet's is 1; 10 is what three.js's example of a cloth has.
  iterations: 10,
  others: [50, 200, 400],
  files: ['builds/ammo.wasm.js', 'builds/ammo.wasm.wasm'],
  load: async () => {
    const { default: load } = await import('ammojs3/builds/ammo.wasm.js');
    const Ammo = await load();
    return {
      create: async (scene, iterations) => ({
        ...clothOf(Ammo, worldOf(Ammo), scene, iterations),
        bytes: async () => bytesOf(await load(), scene, iterations),
      }),
      dispose: () => {},
    };
  },
};

function worldOf(Ammo: Ammo) {
  const configuration = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
  const dispatcher = new Ammo.btCollisionDispatcher(configuration);
  const broadphase = new Ammo.btDbvtBroadphase();
  const solver = new Ammo.btSequentialImpulseConstraintSolver();
  const softSolver = new Ammo.btDefaultSoftBodySolver();
  const world = new Ammo.btSoftRigidDynamicsWorld(dispatcher, broadphase, solver, configuration, softSolver);
  const gravity = new Ammo.btVector3(0, GRAVITY, 0);
  world.setGravity(gravity);
  world.getWorldInfo().set_m_gravity(gravity);
  const parts = [world, softSolver, solver, broadphase, dispatcher, configuration];
  return { world, parts };
}

function clothOf(
  Ammo: Ammo,
  { world, parts }: ReturnType<typeof worldOf>,
  scene: ClothScene,
  iterations: number,
): Cloth {
  const { positions, springs, triangles, pins, mass } = scene;
  const particles = positions.length / 3;
  const place = new Ammo.btVector3(positions[0], positions[1], positions[2]);
  const body = new Ammo.btSoftBody(world.getWorldInfo(), 1, place, [mass / particles]);
  for (let i = 1; i < particles; i++) {
    place.setValue(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    body.appendNode(place, mass / particles);
  }
  const material = body.get_m_materials().at(0);
  for (let s = 0; s < springs.length; s += 2) body.appendLink(springs[s], springs[s + 1], material, false);
  for (let t = 0; t < triangles.length; t += 3)
    body.appendFace(triangles[t], triangles[t + 1], triangles[t + 2], material);
  for (const pin of pins) body.setMass(pin, 0);
  const settings = body.get_m_cfg();
  settings.set_viterations(0);
  settings.set_piterations(iterations);
  settings.set_kDP(DAMPING * FRAME);
  body.setActivationState(4); // never sleeps
  world.addSoftBody(body, 1, -1);
  const nodes = body.get_m_nodes();
  return {
    frame: () => {
      world.stepSimulation(FRAME, 0, FRAME);
    },
    read: (target) => {
      for (let i = 0; i < particles; i++) {
        const { x, y, z } = pointOf(nodes.at(i).get_m_x());
        target.set([x, y, z], 3 * i);
      }
    },
    dispose: () => {
      world.removeSoftBody(body);
      for (const one of [body, ...parts]) Ammo.destroy(one);
    },
  };
}

const pointOf = (vector: { x(): number; y(): number; z(): number }) => ({
  x: vector.x(),
  y: vector.y(),
  z: vector.z(),
});

/** Memory of a cloth, in an instance that has no other: what is free before it less what is free with it. */
function bytesOf(Ammo: Ammo, scene: ClothScene, iterations: number): number {
  const world = worldOf(Ammo);
  const before = freeOf(Ammo);
  clothOf(Ammo, world, scene, iterations).frame();
  return before - freeOf(Ammo);
}

/** Bytes, the largest and the smallest block that is asked for. */
const [LARGEST, SMALLEST] = [2 ** 20, 64];

/** Bytes that can be had without more memory, but for the last of it. Bullet does not tell: all are taken, and given back. */
function freeOf(Ammo: Ammo): number {
  const { _malloc, _free, HEAP8 } = Ammo as unknown as {
    _malloc(size: number): number;
    _free(place: number): void;
    HEAP8: Int8Array;
  };
  const end = HEAP8.length - 2 * LARGEST;
  const taken: number[] = [];
  let bytes = 0;
  for (let size = LARGEST; size >= SMALLEST; size /= 2) {
    let place = _malloc(size);
    for (; place + size <= end; place = _malloc(size)) {
      taken.push(place);
      bytes += size;
    }
    _free(place);
  }
  for (const place of taken) _free(place);
  return bytes;
}

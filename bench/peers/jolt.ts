/**
 * jolt-physics: Jolt's soft bodies. An iteration is a substep with one pass over the edges (XPBD of small steps). Edges have
 * the compliance of the scene's springs, 1e-5 m/N, which its examples have too; rigid ones (0) jitter more and stretch more
 * below 40 iterations. Nothing sleeps, there is nothing to collide with.
 */
import type Load from 'jolt-physics';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY, STIFFNESS } from './scenes.ts';

type Jolt = Awaited<ReturnType<typeof Load>>;

export const jolt: Peer = {
  id: 'jolt',
  title: 'jolt-physics, 1 thread',
  package: 'jolt-physics',
  unit: 'iterations',
  iterations: 5,
  others: [10, 20, 40, 60, 80, 120, 160],
  files: ['dist/jolt-physics.wasm-compat.js'],
  load: async () => {
    const { default: load } = await import('jolt-physics');
    // An instance has 128 MB and a system takes tens of them: every cloth has an instance of its own while it lives.
    const free = [await load()];
    return {
      create: async (scene, iterations) => {
        const Jolt = free.pop() ?? (await load());
        const cloth = clothOf(Jolt, systemOf(Jolt), scene, iterations);
        const dispose = () => {
          cloth.dispose();
          free.push(Jolt);
        };
        return { ...cloth, dispose };
      },
      dispose: () => {},
    };
  },
};

/** A system that holds one body and collides it with nothing. */
function systemOf(Jolt: Jolt) {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  const layer = new Jolt.BroadPhaseLayer(0);
  layers.MapObjectToBroadPhaseLayer(0, layer);
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  const system = new Jolt.JoltInterface(settings);
  const gravity = new Jolt.Vec3(0, GRAVITY, 0);
  system.GetPhysicsSystem().SetGravity(gravity);
  for (const one of [settings, layer, gravity]) Jolt.destroy(one);
  return system;
}

function clothOf(Jolt: Jolt, all: ReturnType<typeof systemOf>, scene: ClothScene, iterations: number): Cloth {
  const used = () => all.sGetTotalMemory() - all.sGetFreeMemory();
  const before = used();
  const shared = sharedOf(Jolt, scene);
  const origin = new Jolt.RVec3(0, 0, 0);
  const settings = new Jolt.SoftBodyCreationSettings(shared, origin, Jolt.Quat.prototype.sIdentity(), 0);
  settings.mNumIterations = iterations;
  settings.mLinearDamping = DAMPING;
  settings.mUpdatePosition = false; // the body's frame stays the world's
  settings.mAllowSleeping = false;
  const bodies = all.GetPhysicsSystem().GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
  Jolt.destroy(settings);
  Jolt.destroy(origin);
  const bytes = used() - before;
  const motion = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
  return {
    bytes: () => bytes,
    frame: () => all.Step(FRAME, 1),
    read: (positions) => {
      const vertices = motion.GetVertices();
      for (let i = 0; i < vertices.size(); i++) {
        const place = vertices.at(i).mPosition;
        positions.set([place.GetX(), place.GetY(), place.GetZ()], 3 * i);
      }
    },
    dispose: () => {
      bodies.RemoveBody(body.GetID());
      bodies.DestroyBody(body.GetID());
      Jolt.destroy(all);
    },
  };
}

function sharedOf(Jolt: Jolt, { positions, springs, triangles, pins, mass }: ClothScene) {
  const shared = new Jolt.SoftBodySharedSettings();
  const particles = positions.length / 3;
  const vertex = new Jolt.SoftBodySharedSettingsVertex();
  for (let i = 0; i < particles; i++) {
    [vertex.mPosition.x, vertex.mPosition.y, vertex.mPosition.z] = positions.subarray(3 * i, 3 * i + 3);
    vertex.mInvMass = pins.includes(i) ? 0 : particles / mass;
    shared.mVertices.push_back(vertex);
  }
  const edge = new Jolt.SoftBodySharedSettingsEdge(0, 0, 1 / STIFFNESS);
  for (let s = 0; s < springs.length; s += 2) {
    edge.set_mVertex(0, springs[s]);
    edge.set_mVertex(1, springs[s + 1]);
    shared.mEdgeConstraints.push_back(edge);
  }
  const face = new Jolt.SoftBodySharedSettingsFace(0, 0, 0, 0);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) face.set_mVertex(c, triangles[t + c]);
    shared.AddFace(face);
  }
  for (const one of [vertex, edge, face]) Jolt.destroy(one);
  shared.CalculateEdgeLengths();
  shared.Optimize();
  return shared;
}

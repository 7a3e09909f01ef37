/**
 * jolt-physics: Jolt's soft bodies. An iteration is a substep with one pass over the edges (XPBD of small steps). Edges have
 * the compliance of the scene's springs, 1e-5 m/N, which its examples have too; rigid ones (0) jitter more and stretch more
 * below 40 iterations. Nothing sleeps, there is nothing to collide with.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type Load from 'jolt-physics';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY, STIFFNESS } from './scenes.ts';

type Jolt = Awaited<ReturnType<typeof Load>>;

const ABOUT = { package: 'jolt-physics', unit: 'iterations', iterations: 5 };

export const jolt: Peer = {
  ...ABOUT,
  id: 'jolt',
  title: 'jolt-physics, 1 thread',
  others: [10, 20, 40, 60, 80, 120, 160, 240, 320, 480, 640, 960],
  files: ['dist/jolt-physics.wasm-compat.js'],
  load: async () => {
    const { default: load } = await import('jolt-physics');
    // An instance has 128 MB, which many cloths don't fit in: each has one of its own while it lives.
    const free = [await load()];
    return {
      create: async (scene, iterations) => {
        const Jolt = free.pop() ?? (await load());
        const cloth = clothOf(Jolt, scene, iterations);
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

export const joltThreads: Peer = {
  ...ABOUT,
  id: 'jolt-threads',
  title: 'jolt-physics, 2 threads',
  threads: 2,
  others: [40, 80, 160],
  files: ['dist/jolt-physics.multithread.wasm.js', 'dist/jolt-physics.multithread.wasm.wasm'],
  load: async () => {
    const { default: load } = await import('jolt-physics/wasm-multithread');
    const mended = mendWorkers();
    try {
      const Jolt = await inTime(load()); // starts sixteen workers: there is one of it, with few cloths
      return { create: async (scene, iterations) => clothOf(Jolt, scene, iterations), dispose: mended.end };
    } catch (error) {
      mended.end();
      throw error;
    } finally {
      mended.restore();
    }
  },
};

/** Seconds: the build with threads waits for all of its workers, for ever if it must. */
const PATIENCE = 60;

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`its workers did not start in ${PATIENCE} s`));
    timer = setTimeout(tooLate, 1000 * PATIENCE);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/**
 * In Node a worker of the build with threads imports the package but never starts it, as it looks for its own name on a promise,
 * and loading never ends. Until `restore`, workers start what they import; `end` ends them.
 */
function mendWorkers() {
  const begun: Worker[] = [];
  class Starting extends Worker {
    constructor(script: URL, options: WorkerOptions) {
      const start = `import(${JSON.stringify(script.href)}).then(({ default: load }) => load())`;
      super(start, { ...options, eval: true });
      begun.push(this);
    }
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
  // The package puts Node's own there when it is loaded.
  Object.defineProperty(globalThis, 'Worker', { configurable: true, get: () => Starting, set: () => {} });
  return {
    restore: () => {
      if (before) Object.defineProperty(globalThis, 'Worker', before);
      else Reflect.deleteProperty(globalThis, 'Worker');
    },
    end: () => {
      for (const worker of begun) worker.terminate();
    },
  };
}

/** A system that holds one body and collides it with nothing. */
function systemOf(Jolt: Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = 2;
  settings.mMaxBodyPairs = settings.mMaxContactConstraints = 16;
  settings.mMaxWorkerThreads = 1; // beside the one that calls; there are none in the build without threads
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

function clothOf(Jolt: Jolt, scene: ClothScene, iterations: number): Cloth {
  const all = systemOf(Jolt);
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

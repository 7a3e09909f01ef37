/** Ours, as peers: through the public API, wasm, one thread unless said, eight steps a frame. */
import {
  cloth,
  createWorld,
  DEFAULT_METHOD,
  network,
  type World,
  type WorldOptions,
  wasm,
} from '../../engine/index.ts';
import type { Cloth, Peer } from './peer.ts';
import { FRAME } from './peer.ts';
import { type ClothScene, DAMPING, GRAVITY, SLANT, STIFFNESS } from './scenes.ts';

const STEPS = 8;

const FILES = ['dist/index.js'];

/** The method that a world has when none is named. */
export const ours: Peer = {
  id: 'ours',
  title: `ours, default (${DEFAULT_METHOD.id})`,
  unit: 'steps',
  iterations: STEPS,
  others: [],
  files: FILES,
  load: () => engineOf(() => ({})),
};

/** The same with contact of the cloth with itself, which peers don't have or don't do here. */
export const oursSelf: Peer = {
  ...ours,
  id: 'ours-self',
  title: 'ours, default, self-collision',
  load: () => engineOf(() => ({ particleContact: 'all' })),
};

/**
 * The same without the parts that steps are divided into where bodies with springs meet (`substeps`), 3, 7 and 14 here: cloth that hangs
 * still does without, cloth that is thrown would gain energy.
 */
export const oursSelfUndivided: Peer = {
  ...ours,
  id: 'ours-self-undivided',
  title: 'ours, default, self-collision, substeps 1',
  load: () => engineOf(() => ({ particleContact: 'all', substeps: 1 })),
};

export const oursThreads: Peer = {
  ...ours,
  id: 'ours-threads',
  title: 'ours, default, 2 threads',
  threads: 2,
  load: () => engineOf(() => ({}), 2),
};

export const oursSor: Peer = {
  id: 'ours-sor',
  title: 'ours, SOR 1.9 frozen',
  unit: 'sweeps a step',
  iterations: 10,
  others: [20],
  files: FILES,
  load: () => engineOf((inner) => ({ method: { id: 'pd-rbgs', outer: 1, inner, omega: 1.9 } })),
};

export const oursMultigrid: Peer = {
  id: 'ours-multigrid',
  title: 'ours, multigrid',
  unit: 'cycles a step',
  iterations: 2,
  others: [1],
  files: FILES,
  load: () => engineOf((outer) => ({ method: { id: 'pd-multigrid', outer } })),
};

type Choice = Pick<WorldOptions, 'method' | 'particleContact' | 'substeps'>;

async function engineOf(choose: (iterations: number) => Choice, threads = 1) {
  const backend = wasm({ threads });
  // Kernels are compiled and the worker is started with the first world.
  (await createWorld({ bodies: [cloth({ particles: [3, 3] })], backend })).dispose();
  return {
    create: (scene: ClothScene, iterations: number) => clothOf(scene, { ...choose(iterations), backend }),
    dispose: () => backend.dispose(),
  };
}

async function clothOf(scene: ClothScene, choice: Choice & Pick<WorldOptions, 'backend'>): Promise<Cloth> {
  const options = {
    bodies: [scene.id === 'irregular' ? mesh(scene) : grid(scene)],
    timestep: FRAME / STEPS,
    gravity: [0, GRAVITY, 0] as const,
    damping: DAMPING,
    ...choice,
  };
  const world = await createWorld(options);
  return {
    about: () => `${world.storage}; ${bytesInWords(world)}`,
    bytes: () => world.memory().allocated,
    frame: () => {
      world.step(STEPS);
      return world.idle();
    },
    read: async (places) => {
      await world.read({ positions: places });
    },
    dispose: () => world.dispose(),
  };
}

const grid = ({ id, side, mass, pins }: ClothScene) =>
  cloth({
    particles: [side, side],
    mass,
    stiffness: { structural: STIFFNESS, shear: 0, bend: 0 },
    rotation: [-SLANT[id], 0, 0],
    pins,
  });

function mesh({ positions, springs, mass, pins }: ClothScene) {
  const vertices = Array.from(
    { length: positions.length / 3 },
    (_, i) => [...positions.subarray(3 * i, 3 * i + 3)] as unknown as [number, number, number],
  );
  const pairs = Array.from(
    { length: springs.length / 2 },
    (_, s) => [springs[2 * s], springs[2 * s + 1]] as const,
  );
  return network({ vertices, springs: pairs, stiffness: STIFFNESS, mass, pins });
}

/** Where the bytes of a world are, a particle, largest first. */
function bytesInWords(world: World): string {
  const { roles, parts } = world.memory();
  const inWords = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, bytes]) => [name, Math.round(bytes / world.model.particles)] as const)
      .filter(([, bytes]) => bytes > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([name, bytes]) => `${name} ${bytes}`)
      .join(', ');
  return `bytes a particle by lifetime: ${inWords(roles)}; by part: ${inWords(parts)}`;
}

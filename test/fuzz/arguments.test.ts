/** Every public call, every argument and every field of it, hostile values: refused by an `InputError` that names the field, or it works. */
import * as engine from 'selvedge';
import { createWorld, InputError, type World } from 'selvedge';
import * as scene from 'selvedge/scene';
import { describe, expect, it } from 'vitest';
import { HOSTILE, placesIn, put, told } from './hostile.ts';

const square = [
  [0, 0, 0],
  [0.1, 0, 0],
  [0.1, 0.1, 0],
  [0, 0.1, 0],
];
const common = {
  ...{ name: 'a', position: [0, 1, 0], rotation: [0, 0, 10], velocity: [0, 0, 1], radius: 0.01 },
  ...{ material: 'silk', strength: 2, strengthSpread: 0.1, seed: 3, pins: [0] },
};

/** Makers of bodies, with arguments that they take. */
const MAKERS: Readonly<Record<string, readonly unknown[]>> = {
  cloth: [
    {
      ...common,
      particles: [3, 3],
      size: [1, 1],
      stretch: 1.1,
      mass: 1,
      stiffness: { structural: 10, shear: 2, bend: 1 },
      diagonals: 1,
    },
  ],
  rope: [{ ...common, particles: 3, length: 1, mass: 1, stiffness: { structural: 10, bend: 1 } }],
  solid: [
    {
      ...common,
      particles: [2, 2, 2],
      size: [1, 1, 1],
      shape: 'box',
      mass: 1,
      stiffness: { structural: 10 },
    },
  ],
  network: [
    {
      ...common,
      vertices: square,
      springs: [
        [0, 1],
        [1, 2],
      ],
      restLengths: [0.1, 0.1],
      stiffness: [1, 1],
      masses: [1, 1, 1, 1],
      triangles: [[0, 1, 2]],
    },
  ],
  quadMesh: [
    {
      ...common,
      vertices: square,
      quads: [[0, 1, 2, 3]],
      mass: 1,
      stiffness: { structural: 10, shear: 1 },
      colouring: 'any',
    },
  ],
  triangles: [
    {
      ...common,
      strength: undefined,
      strengthSpread: undefined,
      seed: undefined,
      vertices: square,
      triangles: [
        [0, 1, 2],
        [0, 2, 3],
      ],
      density: 1,
      membrane: { warp: 10, weft: 10, shear: 2 },
      bending: 1e-3,
      grain: 20,
      weld: 1e-4,
    },
  ],
  balls: [{ centres: [[0, 0, 0]], mass: 1, radius: 0.1, velocity: [0, 0, 1], material: 'silk', name: 'b' }],
  magazine: [{ count: 2, mass: 1, radius: 0.1, material: 'silk', name: 'm' }],
};

const OPTIONS = {
  ...{
    timestep: 0.01,
    substeps: 2,
    gravity: [0, -1, 0],
    damping: 1,
    stiffnessDamping: 0.001,
    smoothing: 1,
    balance: true,
  },
  method: { id: 'pd-rbgs', outer: 1, inner: 2, omega: 1.5, integrate: true },
  particleContact: 'all',
  colliders: [
    {
      ...{
        shape: 'sphere',
        radius: 0.1,
        name: 'c',
        position: [0, -1, 0],
        rotation: [0, 1, 0],
        material: 'silk',
      },
      motion: { keyframes: [{ time: 0, position: [0, -1, 0] }], spin: [1, 0, 0], pivot: [0, 0, 0] },
    },
    { shape: 'wedge', size: [0.1, 0.1, 0.1], ridge: 0, cuts: true, position: [5, 0, 0] },
  ],
  materials: { silk: { friction: { static: 0.5, kinetic: 0.4 }, restitution: 0.1 } },
  pairs: [{ between: ['silk', 'default'], friction: 0.3, restitution: 0.2 }],
  attachments: [
    {
      name: 't',
      particles: [1],
      rail: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      spacing: 0.01,
      stops: [0],
      friction: 0.1,
    },
  ],
  wind: {
    velocity: [1, 0, 0],
    density: 1.2,
    gusts: [{ direction: [1, 0, 0], strength: 1, duration: 1, envelope: 'smooth', start: 0 }],
  },
  drags: [
    {
      body: 'a',
      particle: 2,
      kind: 'spring',
      stiffness: 1,
      damping: 1,
      radius: 0.1,
      path: [
        { time: 0, position: [0, 0, 0] },
        { time: 1, position: [1, 0, 0] },
      ],
    },
  ],
};

const ray = { origin: [0, 0, 2], direction: [0, 0, -1] };

/** Calls of a running world. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  step: [1, { before: () => {} }],
  read: [
    { positions: new Float32Array(33), velocities: new Float64Array(33), normals: new Float32Array(33) },
  ],
  write: [{ positions: new Float32Array(33), velocities: new Float32Array(33) }],
  move: [1, [0, 1, 0]],
  pin: [1, [0, 1, 0]],
  unpin: [1],
  isPinned: [1],
  setForce: [1, [0, 1, 0]],
  setForces: [[0, 0.1, 0]],
  tear: [1],
  cut: [
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ],
  cutStroke: [[ray, { ...ray, origin: [0.1, 0, 2] }], { reach: 3, goesOn: false }],
  pick: [ray, { tolerance: 0.1, reach: 5 }],
  grab: [1, [0, 1, 0], { kind: 'spring', stiffness: 1, damping: 1, radius: 0.1, facing: [0, 0, 1] }],
  shoot: [{ from: [0, 0, 1], velocity: [0, 0, 1] }],
  gust: [{ direction: [1, 0, 0], strength: 1, duration: 1, envelope: 'smooth', start: 9 }],
  moveCollider: ['c', { position: [0, -1, 0], rotation: [0, 0, 0] }],
  attach: [{ name: 'n', particles: [4], plane: { point: [0, 0, 0], normal: [0, 0, 1] }, friction: 0.1 }],
  release: ['n'],
  prepare: [{ method: { id: 'pd-rbgs' } }],
  configure: [{ timestep: 0.01, gravity: [0, -1, 0], method: { inner: 3 } }],
};

/** What a call may end with: the field's path, and in words what is allowed there. */
async function outcomeOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    const { name, message, stack } = error as Error;
    if (name === 'OddCycleError' || name === 'BackendUnavailable' || name === 'SceneError') return '';
    if (!(error instanceof InputError)) return `${name}: ${stack}`;
    if (message.length < error.path.length + 10) return `says little: ${message}`;
    return '';
  }
  return '';
}

/** Everything that goes wrong with hostile values at each place of each argument. */
async function faultsOf(
  given: readonly unknown[],
  act: (words: readonly unknown[]) => unknown,
): Promise<string[]> {
  const faults: string[] = [];
  for (const place of placesIn([...given]).filter(({ length }) => length > 0))
    for (const value of HOSTILE) {
      const outcome = await outcomeOf(() => act(put([...given], place, value) as unknown[]));
      if (outcome) faults.push(`${place.join('.')} = ${told(value)}: ${outcome}`);
    }
  return faults;
}

type Call = (...words: readonly unknown[]) => unknown;

async function worldOf(options: object = {}): Promise<World> {
  const bodies = [engine.cloth({ name: 'a', particles: [3, 3], pins: [0] }), engine.magazine({ count: 2 })];
  return createWorld({ bodies, backend: 'reference', ...options } as never);
}

describe('hostile values', () => {
  it.each(Object.entries(MAKERS))('to %s', async (name, given) => {
    const make = (engine as unknown as Record<string, Call>)[name];
    await expect(outcomeOf(() => make(...given))).resolves.toBe('');
    expect(await faultsOf(given, (words) => make(...words))).toEqual([]);
  });

  it('to createWorld, which then steps', async () => {
    (await worldOf(OPTIONS)).dispose();
    expect(
      await faultsOf([OPTIONS], async ([options]) => {
        const world = await worldOf(options as object);
        world.step(1);
        const { positions, velocities } = await world.read();
        if (![...positions, ...velocities].every(Number.isFinite)) throw new Error('not a number came out');
        world.dispose();
      }),
    ).toEqual([]);
  });

  it.each(Object.entries(CALLS))('to world.%s, which then steps', async (name, given) => {
    const world = await worldOf({ colliders: OPTIONS.colliders, materials: OPTIONS.materials });
    const method = (world as unknown as Record<string, Call>)[name];
    const faults = await faultsOf(given, async (words) => {
      await method.call(world, ...words);
      if (name !== 'step') world.step(1);
      const { positions, velocities } = await world.read();
      if (![...positions, ...velocities].every(Number.isFinite)) throw new Error('not a number came out');
    });
    expect(faults).toEqual([]);
  });

  it('to restore, and the world is as it was', async () => {
    const world = await worldOf();
    const snapshot = await world.snapshot();
    const before = await world.hash();
    const faults = await faultsOf([{ ...snapshot, buffers: { ...snapshot.buffers } }], (words) => {
      world.restore(words[0] as never);
    });
    expect(faults).toEqual([]);
    world.restore(snapshot);
    expect(await world.hash()).toBe(before);
  });

  it('to a grab', async () => {
    const world = await worldOf();
    for (const kind of ['spring', 'hard'] as const) {
      const grab = world.grab(4, [0, 0, 0], { kind });
      expect(await faultsOf([[0, 0, 1]], ([place]) => grab.moveTo(place as never))).toEqual([]);
      expect(await faultsOf([ray], ([along]) => grab.follow(along as never))).toEqual([]);
      world.step(1);
      expect([...(await world.read()).positions].every(Number.isFinite)).toBe(true);
    }
  });

  it.each(['parseScene', 'validateScene', 'createSceneWorld', 'applyAssignments'] as const)(
    'to %s',
    async (name) => {
      const value = { version: 1, bodies: [{ type: 'cloth', particles: [3, 3] }] };
      const given: Record<typeof name, readonly unknown[]> = {
        parseScene: [JSON.stringify(value), { source: 'a', set: ['timestep=0.01'] }],
        validateScene: [value, { source: 'a', set: ['timestep=0.01'] }],
        createSceneWorld: [value, { source: 'a', set: ['timestep=0.01'], backend: 'reference' }],
        applyAssignments: [value, ['timestep=0.01'], 'a'],
      };
      const call = ({ ...scene } as unknown as Record<string, Call>)[name];
      expect(
        await faultsOf(given[name], async (words) => ((await call(...words)) as Partial<World>)?.dispose?.()),
      ).toEqual([]);
    },
  );
});

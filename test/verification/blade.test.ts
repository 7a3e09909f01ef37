/** Wedges that cut: what their edge goes through is gone, and nothing else. */
import {
  type Backend,
  type Collider,
  cloth,
  InputError,
  METHODS,
  type MethodOptions,
  rope,
  type Vec3,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { CPU_BACKENDS, open, positionsOf } from '../engine/worlds.ts';
import { methodWith } from '../method-with.ts';

const EVERYWHERE: readonly { name: string; make: () => Backend | Promise<Backend> }[] = [
  ...CPU_BACKENDS.slice(0, 2),
  { name: 'webgpu', make: openWebGpu },
];

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, value) => all + value, 0);

/** A knife with its edge up, half a metre high and 4 cm thick, as long as is asked for; its edge is at its place. */
const knife = (length: number, edge: Vec3, options: Partial<Collider> = {}): Collider =>
  ({
    ...{ shape: 'wedge', name: 'knife', size: [0.04, 0.5, length], cuts: true },
    position: [edge[0], edge[1] - 0.25, edge[2]],
    ...options,
  }) as Collider;

/** A cloth of 13 × 12, upright, by which a blade passes: it stands still, in air, without weight. */
const [COLUMNS, ROWS] = [13, 12];
const sheet = (options: Partial<Parameters<typeof cloth>[0]> = {}) =>
  cloth({ particles: [COLUMNS, ROWS], size: [1.2, 1.1], radius: 0, ...options });
const still = {
  gravity: [0, 0, 0],
  damping: 0,
  timestep: 0.01,
  method: { id: 'pd-rbgs', outer: 2, inner: 3 },
} as const;

/** By spring: the places of its ends in the model. */
function ends(world: World, s: number): [Vec3, Vec3] {
  const { ends, idOf, positions } = world.model;
  const at = (k: number): Vec3 => {
    const [x, y, z] = positions.subarray(3 * idOf[ends[k]]);
    return [x, y, z];
  };
  return [at(2 * s), at(2 * s + 1)];
}

describe.each(EVERYWHERE)('a blade on $name', ({ make }) => {
  it('cuts exactly what its edge passes through, in one step or in many', async () => {
    const backend = await make();
    for (const steps of [1, 12]) {
      // The edge, along z, comes up from y = -0.7 to 0.13 at x = 0.02: columns stand at multiples of 0.1.
      const world = await open({
        ...still,
        bodies: [sheet()],
        colliders: [knife(1, [0.02, -0.7, 0])],
        backend,
      });
      for (let k = 1; k <= steps; k++) {
        world.moveCollider('knife', { position: [0.02, -0.95 + (0.83 * k) / steps, 0] });
        world.step();
      }
      const torn = await world.readTorn();
      for (let s = 0; s < world.model.springs; s++) {
        const [i, j] = ends(world, s);
        const passes = i[0] < 0.02 !== j[0] < 0.02;
        const y = i[1] + ((0.02 - i[0]) / (j[0] - i[0])) * (j[1] - i[1]);
        expect([s, torn[s]]).toEqual([s, passes && y <= 0.13 ? 1 : 0]);
      }
      expect(sum(torn)).toBeGreaterThan(6);
      expect((await world.statistics()).torn).toBe(sum(torn));
    }
    backend.dispose();
  });
});

describe.each(EVERYWHERE)('a blade that stands, on $name', ({ name, make }) => {
  // The edge is under the seventh of thirteen particles, or between two of them.
  it.each(name === 'webgpu' ? [0] : [0, 0.03, -0.02, 0.08])(
    'cuts a rope that falls on it once, %d m beside the middle',
    async (x) => {
      const backend = await make();
      const line = rope({ particles: 13, length: 1.2, position: [x - 0.6, 0.1, 0], mass: 0.1 });
      const world = await open({
        bodies: [line],
        colliders: [knife(0.4, [0, 0, 0])],
        materials: { default: { friction: 1 } },
        backend,
      });
      world.step(192);
      const torn = await world.readTorn();
      expect(sum(torn)).toBe(1);
      expect(Math.abs(torn.indexOf(1) - 5.5)).toBeLessThan(1);
      // Both halves fall beside it.
      const positions = await positionsOf(world);
      expect(Math.max(...positions.filter((_, k) => k % 3 === 1))).toBeLessThan(0);
      backend.dispose();
    },
  );
});

it('a blade lets cloth alone that comes near and does not touch', async () => {
  const flat = cloth({
    particles: [9, 9],
    size: [0.8, 0.8],
    rotation: [90, 0, 0],
    pins: ['top', 'bottom'],
  });
  // Sagging by less than 1 cm, half a spacing and 2 cm above the edge.
  const world = await open({
    bodies: [flat],
    colliders: [knife(2, [0, -0.08, 0])],
    gravity: [0, -1, 0],
  });
  world.step(100);
  expect((await world.statistics()).torn).toBe(0);
});

/** How many pieces triangles that share particles make. */
function piecesOf(triangles: Uint32Array): number {
  const piece = new Map([...triangles].map((id) => [id, id]));
  for (let changed = true; changed; ) {
    changed = false;
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [...triangles.subarray(t, t + 3)];
      const least = Math.min(...corners.map((id) => piece.get(id)!));
      for (const id of corners) if (piece.get(id)! > least) changed = !!piece.set(id, least);
    }
  }
  return new Set(piece.values()).size;
}

describe.each(EVERYWHERE)('cloth that splits, on $name', ({ make }) => {
  const woven = (options: Partial<Parameters<typeof cloth>[0]>) =>
    cloth({ particles: [9, 8], size: [0.8, 0.7], strength: 3, split: true, ...options });
  const method = { id: 'pd-rbgs', outer: 4, inner: 4 } as const;
  const cases = {
    /** Upright, held by its top; the edge, across it, goes up through it. */
    'is ripped': {
      bodies: [woven({ pins: ['top'] })],
      colliders: [
        knife(0.5, [0.02, 0, 0], {
          size: [0.04, 1, 0.5],
          motion: {
            keyframes: [
              { time: 0, position: [0.02, -1.05, 0] },
              { time: 0.3, position: [0.02, 0, 0] },
            ],
          },
        }),
      ],
    },
    /** Flat, it falls on an edge that is longer than it and lies askew. */
    'falls in two': {
      bodies: [woven({ rotation: [90, 0, 0] })],
      colliders: [knife(1.6, [0.01, -0.1, 0], { rotation: [0, 20, 0] })],
    },
  };
  it.each(Object.entries(cases))('%s: two pieces, and little of it is lost', async (_, options) => {
    const backend = await make();
    const world = await open({ ...options, method, timestep: 1 / 240, backend });
    const split = async () => (await world.statistics()).split;
    world.step(5);
    expect(await split()).toBe(0);
    world.step(75);
    const all = await world.readTriangles();
    const left = all.filter((_, k) => all[k - (k % 3)] !== all[k - (k % 3) + 1]);
    // A strip would be one quad in eight.
    expect(left.length).toBeGreaterThan(0.9 * all.length);
    expect(piecesOf(left)).toBe(2);
    expect(await split()).toBeLessThan(15);
    expect((await world.statistics()).faults).toBe(0);
    backend.dispose();
  });
});

/** Falls on a blade that spins, and on one that swings down from above. */
const busy = (method?: MethodOptions) => ({
  method,
  bodies: [
    cloth({ particles: [17, 16], size: [1, 1], rotation: [90, 0, 0], position: [0, 0.3, 0] }),
    rope({ particles: 30, length: 1.4, position: [-0.7, 0.4, 0.1] }),
    cloth({
      ...{ name: 'woven', particles: [15, 14], size: [1, 1], rotation: [90, 0, 0], position: [0, 0.5, 0] },
      ...{ strength: 3, split: true },
    }),
  ],
  colliders: [
    knife(0.8, [0.02, 0.1, 0], { motion: { spin: [0, 200, 0] } }),
    knife(0.7, [0, 0, 0], {
      name: 'axe',
      rotation: [0, 0, 180],
      motion: {
        keyframes: [
          { time: 0, position: [0.31, 1.2, 0] },
          { time: 0.2, position: [0.31, 0.2, 0.1] },
        ],
      },
    }),
  ],
  timestep: 1 / 240,
});

describe('what blades cut', () => {
  /** Some steps before the snapshot, some after it. */
  const run = async (world: World) => {
    world.step(30);
    const snapshot = await world.snapshot();
    world.step(30);
    return {
      snapshot,
      hash: await world.hash(),
      torn: await world.readTorn(),
      split: await world.readSplit(),
    };
  };

  it('is the same again, for any number of threads, and from a snapshot', async () => {
    const [one, two] = [wasm({ threads: 1 }), wasm({ threads: 2 })];
    const world = await open({ ...busy(), backend: one });
    const first = await run(world);
    expect(sum(first.torn)).toBeGreaterThan(20);
    expect(sum(first.split)).toBeGreaterThan(5);
    for (const backend of [one, two]) {
      const again = await run(await open({ ...busy(), backend }));
      expect([again.hash, again.torn, again.split]).toEqual([first.hash, first.torn, first.split]);
    }
    const continued = await open({ ...busy(), backend: one });
    continued.restore(first.snapshot);
    continued.step(30);
    expect(await continued.hash()).toBe(first.hash);
    for (const backend of [one, two]) backend.dispose();
  });

  it.each(METHODS.map(({ id }) => id))('is followed by %s', async (id) => {
    const backend = wasm({ threads: 1 });
    const world = await open({ ...busy(methodWith(id, {})), backend });
    world.step(40);
    const { torn, split, faults, strain } = await world.statistics();
    expect(torn).toBeGreaterThan(10);
    expect(split).toBeGreaterThan(3);
    expect(faults).toBe(0);
    // In the mean: where a blade strikes just now, springs may be stretched to twice their length.
    expect(strain.mean).toBeLessThan(0.1);
    backend.dispose();
  });
});

it.each<[string, unknown, string]>([
  [
    'a box',
    { shape: 'box', size: [1, 1, 1], cuts: true },
    'colliders[0].cuts: true is not allowed; false: a box has',
  ],
  [
    'a word',
    { shape: 'wedge', size: [1, 1, 1], cuts: 'yes' },
    'colliders[0].cuts: "yes" is not allowed; true or',
  ],
])('refuses %s that cuts', async (_, collider, message) => {
  const refused = open({ bodies: [sheet()], colliders: [collider as Collider] });
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(message);
});

it('leaves the step as it is where no collider cuts', async () => {
  const blunt = { ...knife(1, [0, -2, 0]), cuts: false } as Collider;
  const world = await open({ bodies: [sheet()], colliders: [blunt] });
  world.step();
  expect((await world.executed()).has('slice')).toBe(false);
  expect(world.mayHaveHoles).toBe(false);
});

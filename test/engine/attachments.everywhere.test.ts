/** Attaching and releasing during a run, on every backend. */
import { type Backend, cloth, createWorld, rope, type Vec3, type World, type WorldOptions } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { FAST_BACKENDS } from '../conformance/backends.ts';

const rail: Vec3[] = [
  [-0.6, 0.25, 0],
  [0, 0.25, 0.1],
  [0.6, 0.25, 0],
];

/** A cloth on rings, whose corner a ball carries, with a rope that is welded to it. */
const options = (backend: Backend | 'reference'): WorldOptions => ({
  bodies: [
    cloth({ particles: [13, 9], size: [1, 0.5], stiffness: 500 }),
    rope({ particles: 7, length: 0.3, position: [-0.5, -0.25, 0], rotation: [0, 0, -90], stiffness: 500 }),
  ],
  colliders: [
    {
      shape: 'sphere',
      name: 'ball',
      radius: 0.05,
      position: [0.5, 0.33, 0],
      motion: { velocity: [-0.5, 0, 0.1], spin: [0, 0, 40] },
    },
  ],
  attachments: [
    { particles: [12], collider: 'ball' },
    { name: 'rings', particles: [0, 4, 8], rail, spacing: 0.03, stops: [12] },
    { name: 'tassel', particles: [117], with: [104] },
  ],
  method: { id: 'pd-multigrid' },
  timestep: 1 / 240,
  backend,
});

const positionsOf = async (world: World) =>
  (await world.read({ positions: new Float64Array(3 * world.model.particles) })).positions;
const placeOf = async (world: World, id: number) => [...(await positionsOf(world)).slice(3 * id, 3 * id + 3)];

describe.each(FAST_BACKENDS)('on $name', ({ open }) => {
  const within = async (
    look: (world: World, backend: Backend) => Promise<void>,
    change: Partial<WorldOptions> = {},
  ) => {
    const backend = await open();
    const world = await createWorld({ ...options(backend), ...change });
    await look(world, backend);
    world.dispose();
    backend.dispose();
  };

  it('goes as on the reference', async () => {
    const exact = await createWorld(options('reference'));
    exact.step(40);
    const expected = await positionsOf(exact);
    exact.dispose();
    await within(async (world) => {
      world.step(40);
      const positions = await positionsOf(world);
      const off = positions.map((value, k) => Math.abs(value - expected[k]));
      expect(Math.max(...off)).toBeLessThan(2e-4);
      // The ball has gone on and turned; rings are on the rail, and the rope at its corner.
      expect(positions[3 * 12]).toBeLessThan(0.45);
      for (const ring of [0, 4, 8]) expect(positions[3 * ring + 1]).toBeCloseTo(0.25, 6);
      for (let c = 0; c < 3; c++) expect(positions[3 * 117 + c]).toBeCloseTo(positions[3 * 104 + c], 5);
    });
  });

  it('stays in the numbers where what it is attached to leaves them', async () => {
    const ball = { shape: 'sphere', name: 'ball', radius: 0.05, position: [0.5, 0.33, 0] } as const;
    await within(
      async (world) => {
        world.step(3);
        const before = await placeOf(world, 12);
        world.moveCollider('ball', { position: [1e15, 1e15, 0] });
        world.step();
        const { positions, velocities } = await world.read();
        for (const value of [...positions, ...velocities]) expect(Math.abs(value)).toBeLessThan(1e3);
        expect(await placeOf(world, 12)).toEqual(before);
        expect((await world.statistics()).faults).toBeGreaterThan(0);
      },
      { colliders: [ball], substeps: 1 },
    );
  });

  it('attaches and releases while it runs', async () => {
    await within(async (world) => {
      world.step(10);
      world.release('rings');
      world.release([104]);
      expect(world.attachments.map(({ particle, kind }) => `${particle} ${kind}`)).toEqual(['12 fixed']);
      world.step(20);
      const [, y] = await placeOf(world, 0);
      expect(y).toBeLessThan(0.24);
      // Where it is now, on a plane at that height; and more of them than there was room for.
      await world.attach({ particles: [0], plane: { point: [0, y, 0], normal: [0, 1, 0] } });
      await world.attach({
        name: 'hem',
        particles: [104, 106, 108, 110, 112, 114, 116],
        rail: [
          [-2, -0.4, 0],
          [2, -0.4, 0],
        ],
      });
      world.step(20);
      expect((await placeOf(world, 0))[1]).toBeCloseTo(y, 5);
      for (const id of [104, 110, 116]) expect((await placeOf(world, id))[1]).toBeCloseTo(-0.4, 5);
      world.release([12, 0]);
      world.release('hem');
      world.step(60);
      expect(world.attachments).toEqual([]);
      expect((await placeOf(world, 12))[1]).toBeLessThan(0.2);
    });
  });

  it('is kept in a snapshot', async () => {
    await within(async (world, backend) => {
      world.step(10);
      world.pin(4);
      world.step(5);
      const snapshot = await world.snapshot();
      world.step(20);
      const after = await world.hash();
      world.release('rings');
      world.unpin(4);
      await world.attach({ particles: [60], collider: 0 });
      world.step(3);
      world.restore(snapshot);
      expect(world.attachments).toHaveLength(5);
      world.step(20);
      expect(await world.hash()).toBe(after);
      const other = await createWorld({ ...options(backend), attachments: [] });
      other.restore(structuredClone(snapshot));
      other.step(20);
      expect(await other.hash()).toBe(after);
      other.dispose();
    });
  });

  it('holds a ring that is pinned, until it is unpinned', async () => {
    await within(async (world) => {
      world.step(20);
      world.pin(4);
      const held = await placeOf(world, 4);
      world.step(40);
      (await placeOf(world, 4)).forEach((place, c) => {
        expect(place).toBeCloseTo(held[c], 6);
      });
      world.unpin(4);
      world.step(60);
      expect(Math.abs((await placeOf(world, 4))[0] - held[0])).toBeGreaterThan(1e-4);
    });
  });

  it.each([
    ['first', 117],
    ['second', 104],
  ])('leaves the %s of a weld where it is pinned, and the other comes to it', async (_, pinned) => {
    await within(async (world) => {
      world.step(20);
      const place = (await placeOf(world, pinned)) as unknown as Vec3;
      world.pin(pinned);
      world.step(20);
      expect(await placeOf(world, pinned)).toEqual(place);
      // Moved by hand, it takes the other along.
      const there: Vec3 = [place[0] - 0.02, place[1] + 0.01, place[2]];
      world.move(pinned, there);
      world.step(5);
      for (const id of [117, 104])
        (await placeOf(world, id)).forEach((part, c) => {
          expect(part).toBeCloseTo(there[c], 6);
        });
      expect((await world.statistics()).faults).toBe(0);
    });
  });

  it('carries a rail along with a collider', async () => {
    await within(
      async (world) => {
        world.step(48);
        // 0.2 s at 1 m/s up, from 0.25 m.
        expect((await placeOf(world, 6))[1]).toBeCloseTo(0.45, 5);
        world.cut([
          [-1, 0, -1],
          [1, 0, -1],
          [1, 0, 1],
          [-1, 0, 1],
        ]);
        world.step(24);
        expect((await placeOf(world, 6))[1]).toBeCloseTo(0.55, 5);
        expect((await world.statistics()).faults).toBe(0);
      },
      {
        colliders: [{ shape: 'sphere', radius: 0.01, position: [0, 3, 0], motion: { velocity: [0, 1, 0] } }],
        attachments: [
          {
            particles: [0, 6, 12],
            collider: 0,
            rail: [
              [-1, -2.75, 0],
              [1, -2.75, 0],
            ],
          },
        ],
      },
    );
  });
});

const reference = (change: Partial<WorldOptions> = {}) => createWorld({ ...options('reference'), ...change });

it('snaps to the nearest place of a surface, and to the nearest vertex of a mesh', async () => {
  const vertices: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const triangles = [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ] as const;
  const world = await reference({
    colliders: [
      { shape: 'sphere', radius: 0.2, position: [0, -2, 0] },
      { shape: 'mesh', vertices, triangles, position: [1, 0.2, 0] },
    ],
    attachments: [
      { particles: [6], collider: 0, snap: 'surface' },
      { particles: [12, 116], collider: 1, snap: 'vertex' },
    ],
  });
  world.step(3);
  const [x, y, z] = await placeOf(world, 6);
  expect([x, y, z]).toEqual([0, expect.closeTo(-1.8, 9), 0]);
  expect(await placeOf(world, 12)).toEqual([1, 0.2, 0]);
  expect(await placeOf(world, 116)).toEqual([1, 0.2, 0]);
  world.dispose();
});

describe('refuses', () => {
  const rails = { rail };
  it.each([
    [{ particles: [1] }, 'attachment: '],
    [{ particles: [1], ...rails, with: [2] }, 'attachment: '],
    [{ particles: [], ...rails }, 'attachment.particles: '],
    [
      { particles: [1, 1], ...rails },
      'attachment.particles[1]: 1 is not allowed; a particle that is listed only once',
    ],
    [
      { particles: [12], ...rails },
      'attachment.particles[0]: 12 is not allowed; a particle that is not attached yet',
    ],
    [{ particles: [104], ...rails }, 'attachment.particles[0]: 104 '],
    [
      { particles: [124], ...rails },
      'attachment.particles[0]: 124 is not allowed; a whole number from 0 to 123',
    ],
    [{ particles: [1], rail: [[0, 0, 0]] }, 'attachment.rail: '],
    [
      {
        particles: [1],
        rail: [
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
      'attachment.rail[1]: ',
    ],
    [
      {
        particles: [1],
        rail: [
          [0, 0, 0],
          [0, Number.NaN, 0],
        ],
      },
      'attachment.rail[1][1]: ',
    ],
    [{ particles: [1], ...rails, spacing: -1 }, 'attachment.spacing: '],
    [{ particles: [1], ...rails, friction: -0.1 }, 'attachment.friction: '],
    [{ particles: [1], collider: 0, friction: 0.1 }, 'attachment.friction: 0.1 is not allowed; 0 without'],
    [{ particles: [1], ...rails, stops: [2] }, 'attachment.spacing: '],
    [{ particles: [1], ...rails, spacing: 0.1, stops: [1] }, 'attachment.stops[0]: '],
    [{ particles: [1], collider: 0, spacing: 0.1 }, 'attachment.spacing: '],
    [{ particles: [1], plane: { point: [0, 0, 0], normal: [0, 0, 0] } }, 'attachment.plane.normal: '],
    [{ particles: [1], plane: { point: [0, 0], normal: [0, 0, 1] } }, 'attachment.plane.point: '],
    [{ particles: [1], collider: 'bal' }, 'attachment.collider: "bal" is not allowed; ball'],
    [{ particles: [1], collider: 1 }, 'attachment.collider: '],
    [{ particles: [1], collider: 0, snap: 'edge' }, 'attachment.snap: '],
    [{ particles: [1], collider: 0, snap: 'vertex' }, 'attachment.snap: '],
    [{ particles: [1], ...rails, snap: 'surface' }, 'attachment.snap: '],
    [{ particles: [1], with: [1] }, 'attachment.with[0]: '],
    [{ particles: [1], with: [2, 3] }, 'attachment.with: '],
  ])('%j', async (attachment, message) => {
    const world = await reference();
    await expect(world.attach(attachment as never)).rejects.toThrow(message);
    expect(world.attachments).toHaveLength(5);
    world.dispose();
  });

  it('releasing what is not attached', async () => {
    const world = await reference();
    expect(() => world.release('ring')).toThrow('release: "ring" is not allowed; rings, tassel');
    expect(() => world.release([0, 3])).toThrow('release[1]: 3 is not allowed; a particle that is attached');
    world.dispose();
  });

  it('a snapshot with attachments that are none', async () => {
    const world = await reference();
    const snapshot = await world.snapshot();
    const [first, ...others] = snapshot.attachments;
    for (const [wrong, path] of [
      [{ ...first, kind: 'glue' }, 'kind'],
      [{ ...first, particle: -1 }, 'particle'],
      [{ ...first, place: undefined }, 'place'],
      [{ ...first, collider: 7 }, 'collider'],
      [{ ...others[0], points: [] }, 'points'],
      [{ ...others[0], friction: 'much' }, 'friction'],
      [{ ...others[0], chain: { spacing: 0.1, particles: [999] } }, 'chain.particles[0]'],
    ] as const)
      expect(() => world.restore({ ...snapshot, attachments: [wrong as never] })).toThrow(
        `snapshot.attachments[0].${path}`,
      );
    world.dispose();
  });

  it('more than there is room for', async () => {
    const bodies = [cloth({ particles: [30, 30] })];
    const particles = Array.from({ length: 513 }, (_, k) => k);
    const world = createWorld({ bodies, attachments: [{ particles, rail }], backend: 'reference' });
    await expect(world).rejects.toThrow('attachments: 513 is not allowed; at most 512');
  });
});

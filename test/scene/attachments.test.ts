/** Attachments in scenes: what is refused, and the showcases that need them, smaller. */
import { readFileSync } from 'node:fs';
import type { World } from 'selvedge';
import { createSceneWorld, type SceneError, validateScene } from 'selvedge/scene';
import { describe, expect, it } from 'vitest';

const sceneOf = (name: string) => readFileSync(new URL(`../../scenes/${name}.json`, import.meta.url), 'utf8');

const positionsOf = async (world: World) =>
  (await world.read({ positions: new Float64Array(3 * world.model.particles) })).positions;

const far = [
  [5e4, 0, 0],
  [5e4 + 1e-4, 0, 0],
];
const near = [
  [0, 0, 0],
  [1e-30, 0, 0],
];
const rail = [
  [0, 0, 0],
  [1, 0, 0],
];
const scene = (attachments: unknown[]) => ({
  version: 1,
  bodies: [
    { type: 'cloth', name: 'sheet', particles: [7, 5] },
    { type: 'rope', name: 'cord', particles: 10 },
    { type: 'balls', centres: [[0, 0, 0]] },
  ],
  colliders: [{ shape: 'sphere', name: 'hand', radius: 0.1 }],
  attachments,
});

function problemsOf(...attachments: unknown[]): string[] {
  try {
    validateScene(scene(attachments));
    return [];
  } catch (error) {
    return (error as SceneError).problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('an attachment', () => {
  it('finds bodies by name or number and particles by place', async () => {
    const world = await createSceneWorld(
      scene([
        {
          body: 'sheet',
          particles: ['top'],
          every: 4,
          rail,
          spacing: 0.01,
          stops: ['top-right'],
          friction: 0.2,
        },
        { body: 'cord', particles: ['end', 2], collider: 'hand' },
        { body: 1, particles: ['start'], with: { body: 'sheet', particles: ['bottom-left'] } },
      ]),
      { backend: 'reference' },
    );
    expect(world.attachments.map(({ particle, kind, other }) => [particle, kind, other])).toEqual([
      [0, 'rail', undefined],
      [4, 'rail', undefined],
      [44, 'fixed', undefined],
      [37, 'fixed', undefined],
      [35, 'weld', 28],
    ]);
    expect(world.attachments[0].chain?.particles).toHaveLength(3);
    expect(world.attachments.map(({ friction = 0 }) => friction)).toEqual([0.2, 0.2, 0, 0, 0]);
    world.dispose();
  });

  it.each([
    [
      { body: 'shet', particles: [0], rail },
      /^attachments\[0\].body: .*"sheet", "cord", "balls".* from 0 to 2/,
    ],
    [{ body: 3, particles: [0], rail }, /^attachments\[0\].body: /],
    [{ body: 'sheet', particles: [35], rail }, /^attachments\[0\].particles\[0\]: .*from 0 to 34/],
    [{ body: 'sheet', particles: ['end'], rail }, /^attachments\[0\].particles\[0\]: .*top-left/],
    [{ body: 'balls', particles: ['top'], rail }, /^attachments\[0\].particles\[0\]: .*a particle id/],
    [{ body: 'sheet', particles: [], rail }, /^attachments\[0\].particles: /],
    [{ body: 'sheet', particles: [0] }, /^attachments\[0\]: .*one of collider, rail, plane and with/],
    [
      { body: 'sheet', particles: [0], rail, plane: { point: [0, 0, 0], normal: [0, 1, 0] } },
      /^attachments\[0\]: /,
    ],
    [{ body: 'sheet', particles: [0], rail: [[0, 0, 0]] }, /^attachments\[0\].rail: /],
    [{ body: 'sheet', particles: [0], rail: [rail[0], rail[0]] }, /^attachments\[0\].rail\[1\]: /],
    // Different points, but not in float32, or not in the square of their distance.
    [{ body: 'sheet', particles: [0], rail: far }, /^attachments\[0\].rail\[1\]: .*float32/],
    [{ body: 'sheet', particles: [0], rail: near }, /^attachments\[0\].rail\[1\]: .*at least 1e-9 m/],
    [{ body: 'sheet', particles: [0], collider: 'foot' }, /^attachments\[0\].collider: .*hand/],
    [{ body: 'sheet', particles: [0], collider: 'hand', snap: 'vertex' }, /^attachments\[0\].snap: /],
    [
      { body: 'sheet', particles: [0], with: { body: 'cord', particles: [0, 1] } },
      /^attachments\[0\].with: /,
    ],
    [
      { body: 'sheet', particles: [0], with: { body: 'rope', particles: [0] } },
      /^attachments\[0\].with.body: /,
    ],
    [{ body: 'sheet', particles: [0], rail, friction: -1 }, /^attachments\[0\].friction: /],
    [
      { body: 'sheet', particles: [0], collider: 'hand', friction: 1 },
      /^attachments\[0\].friction: .*without a rail/,
    ],
    [{ body: 'sheet', particles: [0], rail, space: 1 }, /^attachments\[0\].space: unknown field.*spacing/],
  ])('%j is refused', (attachment, problem) => {
    expect(problemsOf(attachment)).toEqual([expect.stringMatching(problem)]);
  });

  it('is refused beside everything else that is, as far as what it names is sound', () => {
    const attachments = [
      { body: 'sheet', particles: [99], rail },
      { body: 'cord', particles: ['middle'], collider: 'hand' },
      { body: 'sheet', particles: ['top'], collider: 'foot' },
      { body: 'sheet', particles: [0], rail, stops: [3] },
      // Of these nothing can be said: the first names a body with a fault, the other may name a collider with one.
      { body: 'heavy', particles: [999], rail },
      { body: 'sheet', particles: [1], collider: 'fist' },
    ];
    const { bodies, colliders, ...rest } = scene(attachments);
    const faulty = {
      ...rest,
      bodies: [...bodies, { type: 'rope', name: 'heavy', particles: 5, pins: [7] }],
      colliders: [...colliders, { shape: 'box', name: 'fist', size: [1, 1] }],
      camera: { position: [0, 0, 0], target: [0, 0, 0] },
    };
    const found = () => {
      try {
        validateScene(faulty);
      } catch (error) {
        return (error as SceneError).problems.map(({ path }) => path);
      }
    };
    expect(found()?.sort()).toEqual([
      'attachments[0].particles[0]',
      'attachments[1].particles[0]',
      'attachments[3].spacing',
      'bodies[3].pins[0]',
      'camera.target',
      'colliders[1].size',
    ]);
    // With the collider sound, a name that none has is one.
    faulty.colliders = [...colliders];
    expect(found()).toContain('attachments[2].collider');
  });

  it('is refused where a particle is attached twice', () => {
    const first = { body: 'sheet', particles: ['top'], rail };
    const second = { body: 'sheet', particles: [0], collider: 'hand' };
    expect(problemsOf(first, second)).toEqual([
      expect.stringMatching(/^attachments\[1\].particles: .*not attached yet/),
    ]);
  });
});

it('curtain, 25 × 17: rings stay on the rail, in order and apart, while a hand draws it open and closed', async () => {
  const world = await createSceneWorld(sceneOf('curtain'), {
    set: ['bodies[0].particles=[25,17]', 'attachments[1].every=3'],
  });
  const rings = world.attachments.filter(({ kind }) => kind === 'rail').map(({ particle }) => particle);
  expect(rings).toEqual([3, 6, 9, 12, 15, 18, 21]);
  // The rail's direction.
  const [cos, sin] = [1.25, -0.0872].map((part) => part / Math.hypot(1.25, 0.0872));
  const widths: number[] = [];
  for (const seconds of [1, 4, 5, 9]) {
    world.step(Math.round((seconds - world.time) / world.timestep));
    const positions = await positionsOf(world);
    const along = [0, ...rings, 24].map((id) => cos * positions[3 * id] + sin * positions[3 * id + 2]);
    for (const id of rings) {
      expect(positions[3 * id + 1]).toBeCloseTo(0.8, 5);
      expect(sin * positions[3 * id] - cos * positions[3 * id + 2]).toBeCloseTo(0, 5);
    }
    for (let k = 1; k < along.length; k++) expect(along[k] - along[k - 1]).toBeGreaterThan(0.0349);
    widths.push(along.at(-1)! - along[0]);
    const lowest = positions.filter((_, k) => k % 3 === 1).reduce((least, y) => Math.min(least, y));
    expect(lowest).toBeGreaterThan(-0.9);
    const { faults, strain } = await world.statistics();
    expect([faults, strain.mean < 0.08]).toEqual([0, true]);
  }
  expect(widths[0]).toBeCloseTo(2.4, 2);
  expect(widths[1]).toBeCloseTo(0.9, 1);
  expect(widths[3]).toBeCloseTo(2.4, 2);
  world.dispose();
});

it('ropes, 100 particles each: they hold while they are entwined, and the wedge cuts every one in two', async () => {
  const set = [0, 1, 2].map((k) => `bodies[${k}].particles=100`);
  const world = await createSceneWorld(sceneOf('ropes'), { set });
  const runTo = (seconds: number) => world.step(Math.round((seconds - world.time) / world.timestep));
  runTo(4.9);
  expect((await world.statistics()).torn).toBe(0);
  // Entwined: in the middle, the ropes are nearer to each other than they were at the blocks.
  const before = await positionsOf(world);
  const apart = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((c) => before[3 * a + c] - before[3 * b + c]));
  expect(apart(50, 150)).toBeLessThan(0.15);
  runTo(6.5);
  const torn = await world.readTorn();
  for (const { springs } of world.bodies) {
    // Of 99 springs from neighbour to neighbour one, near the middle, and the two bend springs over it.
    const own = [...torn.subarray(...springs).entries()].filter(([, each]) => each === 1).map(([s]) => s);
    expect(own).toHaveLength(3);
    expect(Math.abs(own[0] - 49)).toBeLessThan(4);
    expect(own.slice(1)).toEqual([own[0] + 98, own[0] + 99]);
  }
  const { faults } = await world.statistics();
  expect(faults).toBe(0);
  // Ends are where the blocks are; what hung between them lies low.
  const positions = await positionsOf(world);
  for (const first of [0, 100, 200]) {
    expect(positions[3 * first]).toBeCloseTo(-1.6, 5);
    expect(positions[3 * (first + 99)]).toBeCloseTo(1.53, 4);
    expect(positions[3 * (first + 45) + 1]).toBeLessThan(0.6);
  }
  world.dispose();
});

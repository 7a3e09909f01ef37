/** Rows for cloths that tear: how long the frame takes in which they do, beside those before and after it. A hitch would be seen. */
import type { World } from '../engine/index.ts';
import { median } from '../lab/measure.ts';
import type { SceneInput } from '../scene/index.ts';
import type { Case, Checked, Contest, Side } from './case.ts';
import { checkedWorld, clothScene, openScene } from './worlds.ts';

/** Steps that a frame of 1/60 s has by default, and its milliseconds. */
const STEPS = 8;
const FRAME = 1000 / 60;
/** Frames before the one that tears: first those in which code is compiled, then those that are measured, as many as after it. */
const WARM = 10;
const BESIDE = 8;
/** Springs hold so many times their length: more than any has in the frames before. */
const STRENGTH = 3;
/** Metres that what holds the cloth is taken off it, so that the springs around tear in the first step. */
const OFF = 0.2;

/** A quarter of the cloth's width is left alone on either side. */
const blade = [
  [-0.25, -2, 0.001],
  [0.25, -2, 0.001],
  [0.25, 2, 0.001],
  [-0.25, 2, 0.001],
] as const;

interface Way {
  readonly scene: SceneInput;
  /** What is done before the frame, and is not measured. */
  before?(world: World): Promise<void>;
  /** And within it. */
  within?(world: World): void;
}

/**
 * By strength, in many places at once: the cloth is also held by a particle in every third column, in rows that go up and down, and these
 * are taken away.
 */
function byStrength(side: number): Way {
  const { bodies, ...settings } = clothScene(side, { outer: 1, inner: 10 });
  const held: number[] = [];
  for (let column = 1; column < side; column += 3)
    held.push((Math.floor(side / 2) + (column % 14)) * side + column);
  const tearable = bodies.map((body) => ({
    ...body,
    strength: STRENGTH,
    strengthSpread: 0,
    pins: ['top-left', 'top-right', ...held],
  }));
  return {
    scene: { ...settings, bodies: tearable } as SceneInput,
    before: async (world) => {
      const { positions } = world.model;
      for (const id of held)
        world.move(id, [positions[3 * id], positions[3 * id + 1] + OFF, positions[3 * id + 2]]);
      await world.idle();
    },
  };
}

/** By hand, half of its width, where no spring has a strength: nothing was made ready for it. */
const byHand = (side: number): Way => ({
  scene: clothScene(side, { outer: 1, inner: 10 }),
  within: (world) => world.cut(blade),
});

/** Milliseconds. */
interface Episode {
  readonly before: number;
  readonly tears: number;
  readonly after: number;
}

/** Milliseconds from the first call of a frame until its steps are done. */
async function frame(world: World, within?: (world: World) => void): Promise<number> {
  const began = performance.now();
  within?.(world);
  world.step(STEPS);
  await world.idle();
  return performance.now() - began;
}

async function frames(world: World, count: number): Promise<number> {
  const each: number[] = [];
  for (let k = 0; k < count; k++) each.push(await frame(world));
  return median(each);
}

/** A cloth that tears once, from a first frame on. */
async function tearOnce(world: World, { before: prepare, within }: Way): Promise<Episode> {
  await frames(world, WARM);
  const before = await frames(world, BESIDE);
  await prepare?.(world);
  const tears = await frame(world, within);
  return { before, tears, after: await frames(world, BESIDE) };
}

/** New worlds of a way, one after the other, each of which tears for the first time; medians of what they took. */
async function sampleOf(way: Way, seconds: number): Promise<Episode> {
  const episodes: Episode[] = [];
  const began = performance.now();
  do {
    const world = await openScene(way.scene);
    episodes.push(await tearOnce(world, way));
    world.dispose();
  } while (performance.now() - began < 1000 * seconds);
  const of = (which: keyof Episode) => median(episodes.map((episode) => episode[which]));
  return { before: of('before'), tears: of('tears'), after: of('after') };
}

/** Counted where the last world ended: what tore in the frame, and nothing before it. */
async function tornIn(world: World, way: Way): Promise<Checked & { readonly first: Episode }> {
  const { torn: early } = await world.statistics();
  const first = await tearOnce(world, way);
  const { torn, storage } = await world.statistics();
  return {
    first,
    notes: [`${torn} springs torn: ${storage.description}`],
    wrong:
      early > 0 || torn === 0 || storage.mixed === 0
        ? `${early} springs torn before, ${torn} after`
        : undefined,
  };
}

async function contestOf(way: Way, seconds: number, ratio: NonNullable<Contest['ratio']>): Promise<Contest> {
  const { world, notes, wrong, check } = await checkedWorld(way.scene);
  const torn = await tornIn(world, way);
  const cold = `the first of all, whose code is not compiled yet: ${torn.first.tears.toFixed(1)} ms`;
  let last: Promise<Episode>;
  const side = (name: string, which: keyof Episode): Side => ({
    name,
    sample: async () => (await last)[which],
  });
  return {
    sides: [
      {
        name: 'tearing frame',
        sample: async () => {
          last = sampleOf(way, seconds);
          return (await last).tears;
        },
      },
      side('before it', 'before'),
      side('after it', 'after'),
    ],
    ratio,
    notes: [...notes, ...torn.notes, cold],
    wrong: wrong ?? torn.wrong,
    check,
    dispose: () => world.dispose(),
  };
}

const UNIT = `ms per frame of ${STEPS} steps`;

/** What is torn in a step is weighed anew in the next, which is about a sweep; rows with a weight per spring take longer from then on. */
export const tearing = (side: number, large: boolean): Case => ({
  id: `tear-${side}`,
  title: `the frame in which a cloth tears, ${side} × ${side}`,
  unit: UNIT,
  ratio: 'tearing frame / before it',
  most: 2,
  large,
  open: ({ seconds }) => contestOf(byStrength(side), seconds, (tears, before) => tears / before),
});

/** What only cloths with holes need is made in the frame of the first cut: half of what a screen leaves for a frame. */
export const cutting = (side: number): Case => ({
  id: `cut-${side}`,
  title: `the frame in which a cloth is cut for the first time, ${side} × ${side}`,
  unit: UNIT,
  ratio: 'tearing frame / 16.7 ms',
  most: 0.5,
  open: ({ seconds }) => contestOf(byHand(side), seconds, (tears) => tears / FRAME),
});

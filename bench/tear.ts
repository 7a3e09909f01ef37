/** Rows for cloths that tear: how long the frame takes in which they do, beside those before and after it. A hitch would be seen. */
import type { World } from '../engine/index.ts';
import { median } from '../lab/measure.ts';
import type { SceneInput } from '../scene/index.ts';
import type { Case, Checked, Contest, Side } from './case.ts';
import {
  besideReference,
  type Course,
  checkedLast,
  checkedWorld,
  clothScene,
  heldBy,
  openScene,
} from './worlds.ts';

/** Steps that a frame of 1/60 s has by default, and its milliseconds. */
const STEPS = 8;
const FRAME = 1000 / 60;
/** Frames before the one that tears: first those in which code is compiled, then those that are measured, as many as after it. */
const WARM = 10;
const BESIDE = 8;
/** Particles along a side. */
type Width = 100 | 316;
/** Springs hold so many times their length: more than any has in the frames before, 1.6 and 7.6 times of it. */
const STRENGTH = { 100: 3, 316: 8 };
/**
 * Metres that what holds the cloth is taken off it, so that springs around tear, some 300 at 100 × 100: cycles let more of the cloth
 * follow at once than sweeps do, and tear 11 where these tear 275.
 */
const OFF = { swept: 0.2, cycled: 0.5 };

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
function byStrength(side: Width, off: number, solver?: SceneInput['solver']): Way {
  const { bodies, ...settings } = clothScene(side, { outer: 1, inner: 10 });
  const held: number[] = [];
  for (let column = 1; column < side; column += 3)
    held.push((Math.floor(side / 2) + (column % 14)) * side + column);
  const tearable = bodies.map((body) => ({
    ...body,
    strength: STRENGTH[side],
    strengthSpread: 0,
    pins: ['top-left', 'top-right', ...held],
  }));
  return {
    scene: { ...settings, ...(solver ? { solver } : {}), bodies: tearable } as SceneInput,
    before: async (world) => {
      const { positions } = world.model;
      for (const id of held)
        world.move(id, [positions[3 * id], positions[3 * id + 1] + off, positions[3 * id + 2]]);
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
interface Times {
  readonly before: number;
  readonly tears: number;
  readonly after: number;
}

/** And from where to where the world went in the frame that tears. */
interface Episode extends Times, Course {
  /** Springs torn before that frame. */
  readonly early: number;
}

const count = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

const ofFrame = (world: World) => world.step(STEPS);

/** Milliseconds from the first call of a frame until its steps are done. */
async function frame(world: World, go = ofFrame): Promise<number> {
  const began = performance.now();
  go(world);
  await world.idle();
  return performance.now() - began;
}

async function frames(world: World, count: number): Promise<number> {
  const each: number[] = [];
  for (let k = 0; k < count; k++) each.push(await frame(world));
  return median(each);
}

/** What is done in the frame that tears. */
const tearingFrame =
  ({ within }: Way) =>
  (world: World) => {
    within?.(world);
    ofFrame(world);
  };

/** A cloth that tears once, from a first frame on. */
async function tearOnce(world: World, way: Way): Promise<Episode> {
  await frames(world, WARM);
  const before = await frames(world, BESIDE);
  await way.before?.(world);
  const early = count(await world.readTorn());
  const begun = await world.snapshot();
  const tears = await frame(world, tearingFrame(way));
  const ended = await heldBy(world);
  return { before, tears, after: await frames(world, BESIDE), early, begun, ended };
}

/** Medians of what worlds took, and the last of these. */
interface Sample extends Times {
  readonly world: World;
  readonly episode: Episode;
}

/** New worlds of a way, one after the other, each of which tears for the first time. The caller disposes the last. */
async function sampleOf(way: Way, seconds: number): Promise<Sample> {
  const episodes: Episode[] = [];
  const of = (which: keyof Times) => median(episodes.map((one) => one[which]));
  for (const began = performance.now(); ; ) {
    const world = await openScene(way.scene);
    const episode = await tearOnce(world, way);
    episodes.push(episode);
    if (performance.now() - began >= 1000 * seconds)
      return { before: of('before'), tears: of('tears'), after: of('after'), world, episode };
    world.dispose();
  }
}

/** Whether a world that was measured tore in its frame and not before, there did as the reference does, and goes on as that. */
async function checkedTear(way: Way, { world, episode }: Sample): Promise<Checked> {
  const { early, ended } = episode;
  const torn = count(ended.torn);
  const inFrame = await besideReference(
    way.scene,
    episode,
    tearingFrame(way),
    'after the frame that tears, the same springs torn',
  );
  const { storage } = await world.statistics();
  const last = await checkedLast(world, way.scene);
  const hasTorn = early === 0 && torn > 0 && storage.mixed > 0;
  return {
    notes: [`${torn} springs torn: ${storage.description}`, inFrame.note, ...last.notes],
    wrong:
      (hasTorn ? undefined : `${early} springs torn before, ${torn} after`) ?? inFrame.wrong ?? last.wrong,
  };
}

async function contestOf(way: Way, seconds: number, goal: Goal): Promise<Contest> {
  const { world: first, notes, wrong } = await checkedWorld(way.scene);
  const { tears } = await tearOnce(first, way);
  first.dispose();
  const cold = `the first of all, whose code is not compiled yet: ${tears.toFixed(1)} ms`;
  let last: Sample | undefined;
  const side = (name: string, which: keyof Times): Side => ({ name, sample: async () => last![which] });
  return {
    sides: [
      {
        name: 'tearing frame',
        sample: async () => {
          last?.world.dispose();
          last = await sampleOf(way, seconds);
          return last.tears;
        },
      },
      side('before it', 'before'),
      side('after it', 'after'),
    ],
    ratio: goal.of,
    notes: [...notes, cold],
    wrong,
    check: () => checkedTear(way, last!),
    dispose: () => last?.world.dispose(),
  };
}

/** What is wanted of the frame that tears. */
interface Goal extends Pick<Case, 'ratio' | 'most'> {
  of(tears: number, before: number): number;
}

const TWICE: Goal = { ratio: 'tearing frame / before it', most: 2, of: (tears, before) => tears / before };
/** A screen that is drawn 60 times a second leaves half of its time to the rest of the page. */
const HALF: Goal = { ratio: 'tearing frame / 16.7 ms', most: 0.5, of: (tears) => tears / FRAME };

const caseOf = (id: string, title: string, way: () => Way, goal: Goal, large = false): Case => ({
  id,
  title,
  unit: `ms per frame of ${STEPS} steps`,
  ratio: goal.ratio,
  most: goal.most,
  large,
  open: ({ seconds }) => contestOf(way(), seconds, goal),
});

/** What is torn in a step is weighed anew in the next, which is about a sweep; rows with a weight per spring take longer from then on. */
export const tearing = (side: Width, large = false): Case =>
  caseOf(
    `tear-${side}`,
    `the frame in which a cloth tears, ${side} × ${side}`,
    () => byStrength(side, OFF.swept),
    TWICE,
    large,
  );

/**
 * The same by V-cycles, which `auto` chooses for a cloth as stiff as this, with as many cycles. A step after a tear looks through all
 * levels and makes coarse operators anew, which takes as long as four steps do, however few springs were torn; in four steps of the
 * frame some are. So it is three times as long as the one before, and what counts is that it fits the screen's.
 */
export const tearingInCycles = (side: Width, large = false): Case =>
  caseOf(
    `tear-cycles-${side}`,
    `the frame in which a cloth tears, by V-cycles, ${side} × ${side}`,
    () => byStrength(side, OFF.cycled, { method: 'pd-multigrid' }),
    HALF,
    large,
  );

/** What only cloths with holes need is made in the frame of the first cut. */
export const cutting = (side: number, large = false): Case =>
  caseOf(
    `cut-${side}`,
    `the frame in which a cloth is cut for the first time, ${side} × ${side}`,
    () => byHand(side),
    HALF,
    large,
  );

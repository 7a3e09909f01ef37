/** The rows of `selvedge bench cpu`. Limits are those that the project has set itself, on an otherwise idle machine. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { World } from '../engine/index.ts';
import type { SceneInput } from '../scene/index.ts';
import type { Case, Checked, Contest, Context, Side } from './case.ts';
import { factorisation, solve } from './cholesky.ts';
import { nativeSide } from './native.ts';
import { opening } from './opening.ts';
import { cutting, tearing, tearingInCycles } from './tear.ts';
import {
  asWithMore,
  checkedWorld,
  clothScene,
  goesOnAsWithMore,
  meshScene,
  openScene,
  type Sampling,
  type Split,
  stepping,
  steppingAtOnce,
  type Threads,
} from './worlds.ts';

const TEN: Split = { outer: 1, inner: 10 };
const EACH: Split = { outer: 10, inner: 1 };
const SWEEPS = 10;

/** Ours beside a program of bench/native. */
async function besideNative(
  { native }: Context,
  scene: SceneInput,
  ours: (world: World) => Side,
  theirs: (program: string) => Side,
): Promise<Contest> {
  const { world, notes, wrong, check } = await checkedWorld(scene);
  const found = await native('grid');
  const missing = 'missing' in found;
  return {
    sides: [ours(world), ...(missing ? [] : [theirs(found.program)])],
    ratio: missing ? undefined : (us, them) => us / them,
    notes: [...notes, ...(missing ? [`no native side: ${found.missing}`] : [])],
    wrong,
    check,
    dispose: () => world.dispose(),
  };
}

const sweepCase = (
  id: string,
  side: number,
  mode: 'sweep' | 'wave' | 'mesh',
  title: string,
  rest: Pick<Case, 'most' | 'large'>,
): Case => ({
  id,
  title,
  unit: 'ns per particle and sweep',
  ratio: `ours / native ${mode}`,
  ...rest,
  open: (context) =>
    besideNative(
      context,
      mode === 'mesh' ? meshScene(side, TEN) : clothScene(side, TEN),
      (world) =>
        stepping('ours', world, ({ phases }) => (1e6 * phases.global!) / SWEEPS / side ** 2, context),
      (program) => nativeSide(program, mode, side, side, context.seconds),
    ),
});

const stepCase = (id: string, side: number, split: Split, most: number): Case => ({
  id,
  title: `whole step, ${side} × ${side}, ${split.outer} × ${split.inner}`,
  unit: 'ns per particle and step',
  ratio: 'ours / native step',
  most,
  open: (context) =>
    besideNative(
      context,
      clothScene(side, split),
      (world) => stepping('ours', world, ({ perStep }) => (1e6 * perStep) / side ** 2, context),
      (program) => nativeSide(program, 'step', side, side, context.seconds, split.outer, split.inner),
    ),
});

interface Threading {
  /** Of the first side. */
  readonly name: string;
  readonly threads: Threads;
  readonly sampling: Sampling;
  /** Whether two worlds of one thread each take part, at once: what two cores have to give. */
  readonly besideTwo?: boolean;
}

/** Milliseconds of steps at once where threads are woken for them: about what a frame has. */
const FRAME = 4;
/** Steps that a frame of 1/60 s has by default. */
const FRAME_STEPS = 8;

const together = (all: readonly Checked[]): Checked => ({
  notes: [...new Set(all.flatMap(({ notes }) => notes))],
  wrong: all.find(({ wrong }) => wrong)?.wrong,
});

/** Two threads and one in turn, of the same scene. */
async function besideOneThread(
  side: number,
  { name, threads, sampling, besideTwo }: Threading,
): Promise<Contest> {
  const scene = clothScene(side, TEN);
  const { world: two, notes, wrong, check } = await checkedWorld(scene, threads);
  const one = await openScene(scene);
  one.step(two.steps);
  const begun = together([{ notes, wrong }, await asWithMore(two, one, `after ${two.steps} steps`)]);
  const another = besideTwo ? await openScene(scene) : undefined;
  const single = another ? [one, another] : [one];
  const perParticle = ({ perStep }: { perStep: number }) => (1e6 * perStep) / side ** 2;
  const cores = availableParallelism();
  return {
    sides: [
      stepping(name, two, perParticle, sampling),
      stepping('one thread', one, perParticle, sampling),
      ...(another ? [steppingAtOnce('two worlds of one thread at once', single, perParticle, sampling)] : []),
    ],
    ratio: cores < 2 ? undefined : (two, one) => one / two,
    notes: [...begun.notes, ...(cores < 2 ? ['no ratio: this machine has one core'] : [])],
    wrong: begun.wrong,
    check: async () => {
      const found = [await check()];
      for (const world of single) found.push(await goesOnAsWithMore(two, world));
      return together(found);
    },
    dispose: () => {
      for (const world of [two, ...single]) world.dispose();
    },
  };
}

const threadCase = (side: number, least: number, large: boolean): Case => ({
  id: `threads-${side}`,
  title: `two threads over one, ${side} × ${side}`,
  unit: 'ns per particle and step',
  ratio: 'one thread / two',
  least,
  large,
  open: ({ seconds }) =>
    besideOneThread(side, {
      name: 'two threads',
      threads: 2,
      sampling: { seconds: 2 * seconds, batch: FRAME, steps: FRAME_STEPS },
      besideTwo: true,
    }),
});

/**
 * The threads that a world has when none are asked for, while another process burns a core. Means: what that process
 * takes away is what is asked for. No slower than one thread, but for the trials of more that show when the process is gone.
 */
const busyCase = (side: number): Case => ({
  id: `busy-${side}`,
  title: `default threads over one beside a busy process, ${side} × ${side}`,
  unit: 'ns per particle and step',
  ratio: 'one thread / default',
  least: 0.95,
  open: async ({ seconds }) => {
    const sampling = { seconds: 2 * seconds, batch: FRAME, steps: FRAME_STEPS, average: mean };
    const contest = await besideOneThread(side, { name: 'default', threads: 'best', sampling });
    const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const dispose = () => {
      busy.kill();
      contest.dispose();
    };
    return { ...contest, dispose };
  },
});

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Particles along a side: 10³, 10⁴, 10⁵ and 10⁶ particles, nearly. */
const SIDES = [32, 100, 316, 1000];

const scale: Case = {
  id: 'scale',
  title: 'time per particle from 10³ to 10⁶ particles',
  unit: 'ns per particle and step',
  ratio: 'most / least',
  most: 2,
  large: true,
  open: async ({ seconds }) => {
    const checked = await Promise.all(SIDES.map((side) => checkedWorld(clothScene(side, TEN))));
    const worlds = checked.map(({ world }) => world);
    return {
      sides: SIDES.map((side, k) =>
        stepping(`${side} × ${side}`, worlds[k], ({ perStep }) => (1e6 * perStep) / side ** 2, {
          ...{ seconds, steps: FRAME_STEPS },
        }),
      ),
      ratio: (...each) => Math.max(...each) / Math.min(...each),
      at: SIDES.map((side) => side ** 2),
      notes: checked.map(({ notes }, k) => `${SIDES[k]}²: ${notes.join(', ')}`),
      wrong: checked.find(({ wrong }) => wrong)?.wrong,
      check: async () => {
        const found: Checked[] = [];
        for (const { check } of checked) found.push(await check());
        return {
          notes: found.map(({ notes }, k) => `${SIDES[k]}²: ${notes.join(', ')}`),
          wrong: found.find(({ wrong }) => wrong)?.wrong,
        };
      },
      dispose: () => {
        for (const world of worlds) world.dispose();
      },
    };
  },
};

export const CASES: readonly Case[] = [
  sweepCase('sweep-100', 100, 'sweep', 'red-black sweep, 100 × 100', { most: 2.2 }),
  sweepCase('sweep-1000', 1000, 'wave', 'red-black sweep, 1000 × 1000', { most: 1.5, large: true }),
  stepCase('step-1x10', 100, TEN, 2.3),
  stepCase('step-10x1', 100, EACH, 2.3),
  sweepCase('mesh-100', 100, 'mesh', 'any-mesh sweep, 100 × 100', { most: 1.2 }),
  solve(81, 0.22),
  solve(257, 0.17),
  factorisation(81, 0.8),
  threadCase(100, 1.6, false),
  threadCase(1000, 1.8, true),
  busyCase(100),
  tearing(100),
  tearing(316, true),
  tearingInCycles(100),
  cutting(100),
  cutting(316, true),
  opening(32, 0.3),
  opening(50, 0.4),
  scale,
];

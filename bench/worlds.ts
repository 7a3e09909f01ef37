/** Worlds as the bench measures them: scenes, loaded and stepped through the public API. */
import { reference, type Snapshot, type Statistics, type World, wasm } from '../engine/index.ts';
import { createSceneWorld, type SceneInput } from '../scene/index.ts';
import type { Checked, Side } from './case.ts';

export interface Split {
  readonly outer: number;
  readonly inner: number;
}

/** The cloth of bench/native/grid.cpp: structural springs, two corners held, falling from the horizontal. */
export function clothScene(side: number, { outer, inner }: Split): SceneInput {
  return {
    version: 1,
    bodies: [
      {
        type: 'cloth',
        particles: [side, side],
        mass: 1,
        stiffness: { structural: 1e4, shear: 0, bend: 0 },
        rotation: [-90, 0, 0],
        pins: ['top-left', 'top-right'],
      },
    ],
    solver: { method: 'pd-rbgs', outer, inner, omega: 1.7 },
    timestep: 0.002,
    gravity: [0, -9.82, 0],
    damping: 0,
  };
}

/** The same springs without their grid: a network, which may be any mesh. */
export function meshScene(side: number, split: Split): SceneInput {
  const { bodies: _, ...settings } = clothScene(side, split);
  const ids = Array.from({ length: side * side }, (_, id) => id);
  const spacing = 1 / (side - 1);
  return {
    ...settings,
    bodies: [
      {
        type: 'network',
        vertices: ids.map((id) => [(id % side) * spacing, 0, Math.floor(id / side) * spacing]),
        springs: [
          ...ids.filter((id) => (id + 1) % side > 0).map((id) => [id, id + 1] as [number, number]),
          ...ids.slice(side).map((id) => [id - side, id] as [number, number]),
        ],
        stiffness: 1e4,
        mass: 1,
        pins: [0, side - 1],
      },
    ],
  };
}

/** The cloth of [LBOK13] Table 1, or a larger one, as in bench/native/cholesky.cpp. */
export function lbok13Scene(side: number, outer: number, stretch = 1): SceneInput {
  return {
    version: 1,
    bodies: [
      {
        type: 'cloth',
        particles: [side, side],
        mass: 1,
        stiffness: { structural: 1000, shear: 1000, bend: 1000 },
        diagonals: 1,
        stretch,
        rotation: [-60, 0, 0],
        pins: ['top-left', 'top-right'],
      },
    ],
    solver: { method: 'pd-cholesky', outer },
    timestep: 1 / 30,
  };
}

/** With so many threads, or with as many as do best from moment to moment. */
export type Threads = number | 'best';

export const openScene = (scene: SceneInput, threads: Threads = 1): Promise<World> =>
  createSceneWorld(scene, { backend: wasm(threads === 'best' ? {} : { threads }) });

/** Metres. Float32 leaves 1e-5 of these cloths of a metre after some steps; another computation is off by more. */
const CLOSE = 1e-4;

/** What of a world's state is compared with another's. */
export interface Held {
  /** Three numbers a particle. */
  readonly positions: Float64Array;
  /** By spring, 1 where it is torn. */
  readonly torn: Uint8Array;
}

export async function heldBy(world: World): Promise<Held> {
  const targets = { positions: new Float64Array(3 * world.model.particles) };
  const { positions } = await world.read(targets);
  return { positions, torn: await world.readTorn() };
}

/** Metres between two states, at most (no number where one has none), and the springs that only one of them has lost. */
const apart = (one: Held, other: Held) => ({
  off: one.positions.reduce((most, value, k) => Math.max(most, Math.abs(value - other.positions[k])), 0),
  odd: one.torn.reduce((sum, torn, s) => sum + Math.abs(torn - other.torn[s]), 0),
});

/** From where to where a world went. */
export interface Course {
  readonly begun: Snapshot;
  readonly ended: Held;
}

/** Lets the reference do what a world has done, from where that began, and compares where both end: places, and which springs are torn. */
export async function besideReference(
  scene: SceneInput,
  { begun, ended }: Course,
  go: (world: World) => void,
  when: string,
) {
  const expected = await createSceneWorld(scene, { backend: reference() });
  expected.restore(begun);
  go(expected);
  const { off, odd } = apart(ended, await heldBy(expected));
  expected.dispose();
  const note = `${off.toExponential(1)} m from the reference ${when}`;
  if (odd > 0) return { note, wrong: `${note}; of ${odd} springs one of the two is torn, the other is not` };
  return { note, wrong: off < CLOSE ? undefined : note };
}

/** Steps from a world's state on, it and the reference alike, and compares; the world goes on from there. */
async function againstReference(world: World, scene: SceneInput, steps: number, when: string) {
  const go = (one: World) => one.step(steps);
  const begun = await world.snapshot();
  go(world);
  return besideReference(scene, { begun, ended: await heldBy(world) }, go, when);
}

/** Steps from the end of what was measured on: a cloth that swings has float32 and float64 part within tens. */
const LAST_STEPS = 2;

/** Whether a world that was measured goes on as the reference does. */
export async function checkedLast(world: World, scene: SceneInput): Promise<Checked> {
  const when = `after ${LAST_STEPS} steps, from the last state on`;
  const { note, wrong } = await againstReference(world, scene, LAST_STEPS, when);
  return { notes: [note], wrong };
}

/**
 * A world whose first steps are those of the reference, with notes on that and on which storage the steps took, and on what. `check` says
 * the same of its last state.
 */
export async function checkedWorld(scene: SceneInput, threads: Threads = 1) {
  const world = await openScene(scene, threads);
  const steps = Math.max(2, Math.min(20, Math.round(2e5 / world.model.particles)));
  const { note, wrong } = await againstReference(world, scene, steps, `after ${steps} steps`);
  const check = (): Promise<Checked> => checkedLast(world, scene);
  const { storage } = await world.statistics();
  return { world, notes: [storage.description, world.backend.description, note], wrong, check };
}

/** Whether a world of one thread is, bit for bit, where one of more is. The reference checks that one only: it takes its time. */
export async function asWithMore(more: World, one: World, when: string): Promise<Checked> {
  const { off } = apart(await heldBy(more), await heldBy(one));
  const name = more.backend.description;
  if (off === 0) return { notes: [`one thread: the bits of ${name} ${when}`] };
  return { notes: [], wrong: `one thread is ${off.toExponential(1)} m from ${name} ${when}` };
}

/** The same of where both get to from the state that one thread ended in. */
export async function goesOnAsWithMore(more: World, one: World): Promise<Checked> {
  more.restore(await one.snapshot());
  for (const world of [more, one]) world.step(LAST_STEPS);
  return asWithMore(more, one, `after ${LAST_STEPS} steps, from its last state on`);
}

/** Milliseconds of steps that are measured at once. */
const BATCH = 1;
/** Of these so many at least: the quickest of few is not quick. */
const BATCHES = 10;

const least = (values: readonly number[]): number => Math.min(...values);

export interface Sampling {
  /** Of one sample, about. */
  readonly seconds: number;
  /** Milliseconds of steps that are measured at once. */
  readonly batch?: number;
  /** Steps that are asked for at once, at least. */
  readonly steps?: number;
  /** What a sample is of its batches. */
  readonly average?: (values: readonly number[]) => number;
}

/**
 * What `choose` takes out of the cost of one step: of the quickest batch, as bench/native does it. A neighbour that computes on
 * the other half of the same core makes a machine half as fast for milliseconds at a time, and that is not what is compared.
 */
export const stepping = (
  name: string,
  world: World,
  choose: (ms: Statistics['ms']) => number,
  sampling: Sampling,
): Side => steppingAtOnce(name, [world], choose, sampling);

/** The same of several worlds that step at the same time, as if one world had done the steps of all. */
export function steppingAtOnce(
  name: string,
  worlds: readonly World[],
  choose: (ms: Statistics['ms']) => number,
  { seconds, batch = BATCH, steps: fewest = 1, average = least }: Sampling,
): Side {
  let steps = fewest;
  return {
    name,
    sample: async () => {
      const values: number[] = [];
      for (
        const began = performance.now();
        performance.now() - began < 1000 * seconds || values.length < BATCHES;
      ) {
        for (const world of worlds) {
          world.configure({}); // costs are counted from here
          world.step(steps);
        }
        const each = await Promise.all(worlds.map((world) => world.statistics()));
        const longest = Math.max(...each.map(({ ms }) => ms.perStep));
        steps = Math.max(fewest, Math.min(1000, Math.round(batch / longest)));
        values.push(each.reduce((sum, { ms }) => sum + choose(ms), 0) / worlds.length ** 2);
      }
      return average(values);
    },
  };
}

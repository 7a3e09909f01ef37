/** Steps worlds in turn for a chosen time and looks whether anything grows, leaves the numbers or gets slower. */
import type { World } from '../engine/index.ts';
import { median } from '../lab/measure.ts';
import { collector } from './heap.ts';

export interface Soaked {
  readonly name: string;
  readonly world: World;
  /** Steps at a time. */
  readonly steps: number;
}

/** Bytes. */
export interface Memory {
  /** What JavaScript holds on to in the main thread, after its garbage is collected. */
  readonly heap: number;
  /** Of the whole process, workers and WebAssembly with it. */
  readonly process: number;
  /** That the worlds share with their workers; 0 with one thread, where it is the worker's own. */
  readonly shared: number;
}

export interface Look {
  /** Since the beginning. */
  readonly seconds: number;
  readonly memory: Memory;
  /** Milliseconds a step since the look before, by world. */
  readonly ms: readonly number[];
}

export interface Verdict {
  readonly worlds: readonly {
    readonly name: string;
    readonly steps: number;
    /** Milliseconds a step, in the second quarter of the time and in the last. */
    readonly ms: readonly [before: number, after: number];
    /** Particles that left the numbers. */
    readonly faults: number;
  }[];
  /** Bytes, in the second quarter of the time and in the last. */
  readonly memory: Readonly<Record<keyof Memory, readonly [before: number, after: number]>>;
  /** What is wrong, in words. How long a step takes is never wrong: other programs have a say in it. */
  readonly wrong: readonly string[];
}

/** So often it is looked at, evenly over the time. */
const LOOKS = 40;

export async function soak(
  all: readonly Soaked[],
  seconds: number,
  tell: (share: number) => Promise<void>,
): Promise<Verdict> {
  const collect = collector();
  const totals = all.map(() => ({ ms: 0, steps: 0 }));
  const looks: Look[] = [];
  const began = performance.now();
  while (looks.length < LOOKS) {
    const next = ((looks.length + 1) * seconds) / LOOKS;
    let now: number;
    do {
      for (const { world, steps } of all) {
        world.step(steps);
        await world.idle();
      }
      now = (performance.now() - began) / 1000;
      await tell(Math.min(1, now / seconds));
    } while (now < next);
    const ms: number[] = [];
    for (const [k, { world }] of all.entries()) {
      const total = (await world.statistics()).ms.total;
      ms.push((total - totals[k].ms) / (world.steps - totals[k].steps));
      totals[k] = { ms: total, steps: world.steps };
    }
    looks.push({ seconds: now, ms, memory: await memoryOf(all, collect) });
  }
  const worlds: { name: string; steps: number; faults: number }[] = [];
  for (const { name, world } of all) worlds.push({ name, steps: world.steps, faults: await faultsOf(world) });
  return verdictOf(looks, worlds);
}

async function memoryOf(all: readonly Soaked[], collect: () => void): Promise<Memory> {
  let shared = 0;
  for (const { world } of all) {
    const { buffer } = (await world.view()).positions;
    if (buffer instanceof SharedArrayBuffer) shared += buffer.byteLength;
  }
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, process: rss, shared };
}

async function faultsOf(world: World): Promise<number> {
  const { faults } = await world.statistics();
  const { positions, velocities } = await world.read();
  const lost = [positions!, velocities!].map((values) => values.filter((value) => !Number.isFinite(value)));
  return faults + lost[0].length + lost[1].length;
}

/** Bytes that may come and go without anything being held on to: code that V8 compiles, pages that malloc keeps. */
const SLACK: Memory = { heap: 2e6, process: 48e6, shared: 0 };

const SUBJECTS = { heap: "JavaScript's heap", process: 'the process', shared: 'the memory of the worlds' };

/** The first quarter is not counted: code is compiled, caches fill. */
export function verdictOf(
  looks: readonly Look[],
  worlds: readonly Pick<Verdict['worlds'][number], 'name' | 'steps' | 'faults'>[],
): Verdict {
  const quarter = Math.floor(looks.length / 4);
  const [early, late] = [looks.slice(quarter, 2 * quarter), looks.slice(-quarter)];
  const compared = (of: (look: Look) => number) => [median(early.map(of)), median(late.map(of))] as const;
  const memory = {
    heap: compared((look) => look.memory.heap),
    process: compared((look) => look.memory.process),
    shared: compared((look) => look.memory.shared),
  };
  const grown = (Object.keys(SLACK) as (keyof Memory)[]).filter(
    (subject) => memory[subject][1] - memory[subject][0] > SLACK[subject],
  );
  return {
    worlds: worlds.map((world, k) => ({ ...world, ms: compared((look) => look.ms[k]) })),
    memory,
    wrong: [
      ...worlds
        .filter(({ faults }) => faults > 0)
        .map(({ name, faults }) => `${name}: ${faults} particles left the numbers`),
      ...grown.map((subject) => {
        const [before, after] = memory[subject];
        return `${SUBJECTS[subject]} grew by ${((after - before) / 1e6).toFixed(1)} MB`;
      }),
    ],
  };
}

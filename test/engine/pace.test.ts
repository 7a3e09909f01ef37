import { kernelNames } from 'virtual:selvedge/kernels';
import { cloth, createWorld, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { Executor } from '../../engine/backends/wasm/executor.ts';
import { inlinedModule } from '../../engine/backends/wasm/host.ts';
import { encodeProgram, Layout } from '../../engine/backends/wasm/layout.ts';
import { Pace } from '../../engine/backends/wasm/pace.ts';
import { finish } from '../../engine/motion/finish.ts';
import { predict } from '../../engine/motion/predict.ts';
import { call } from '../../engine/program.ts';

/**
 * Runs for so many milliseconds, `asked` times through a command, where a time through costs `cost(threads)` and more threads than
 * the run before have to be woken first; gives the milliseconds that each count took.
 */
function drive(
  pace: Pace,
  from: number,
  to: number,
  cost: (threads: number) => number,
  { asked = 1000, waking = 0 } = {},
): Map<number, number> {
  const taken = new Map<number, number>();
  for (let time = from; time < to; ) {
    let awake = 1;
    for (let done = 0; done < asked && time < to; ) {
      const threads = pace.threadsAt(time);
      const times = Math.min(pace.times, asked - done);
      const ms = times * cost(threads) + (threads > awake ? waking : 0);
      time += ms;
      done += times;
      awake = threads;
      pace.learn(times, ms, time);
      taken.set(threads, (taken.get(threads) ?? 0) + ms);
    }
  }
  return taken;
}

const idle = (threads: number) => 1 / threads;
/** Threads that wait for each other behind another program. */
const busy = (threads: number) => (threads > 1 ? 5 : 1);

describe('the number of threads', () => {
  it('is all of them where they help', () => {
    const taken = drive(new Pace(2), 0, 5000, idle);
    expect(taken.get(1)!).toBeLessThan(0.03 * 5000);
    expect(taken.get(1)!).toBeGreaterThan(0);
  });

  it('is one where they don’t, at little cost', () => {
    const taken = drive(new Pace(4), 0, 5000, busy);
    expect(taken.get(1)!).toBeGreaterThan(0.97 * 5000);
    expect(taken.get(4)!).toBeGreaterThan(0);
  });

  it('follows when the machine gets busy and idle again', () => {
    const pace = new Pace(2);
    drive(pace, 0, 1000, idle);
    expect(drive(pace, 1000, 3000, busy).get(1)!).toBeGreaterThan(1900);
    expect(drive(pace, 3000, 9000, idle).get(2)!).toBeGreaterThan(4000);
  });

  it('tries rarely what is dear', () => {
    const taken = drive(new Pace(2), 0, 20_000, (threads) => (threads > 1 ? 40 : 1));
    expect(taken.get(1)!).toBeGreaterThan(0.97 * 20_000);
    expect(taken.get(2)!).toBeGreaterThanOrEqual(6 * 40);
  });

  it('is all of them for many short steps, though threads take longer to wake than a step', () => {
    const short = (threads: number) => idle(threads) / 5;
    const pace = new Pace(2);
    drive(pace, 0, 1000, busy);
    expect(drive(pace, 1000, 6000, short, { waking: 0.2 }).get(2)!).toBeGreaterThan(4000);
  });

  it('is one for commands of one short step, where waking costs more than is gained', () => {
    const short = (threads: number) => idle(threads) / 5;
    const taken = drive(new Pace(2), 0, 5000, short, { waking: 0.2, asked: 1 });
    expect(taken.get(1)!).toBeGreaterThan(0.97 * 5000);
  });

  it('is one where there is one', () => {
    expect([...drive(new Pace(1), 0, 100, idle).keys()]).toEqual([1]);
  });
});

it('a world that chooses for itself has the bits of one thread', async () => {
  const hashOf = async (threads?: number) => {
    const bodies = [cloth({ particles: [70, 70], pins: ['top'] })];
    const world = await createWorld({
      bodies,
      backend: wasm({ threads }),
      method: { id: 'pd-rbgs', inner: 3 },
    });
    for (const count of [1, 2, 30, 40]) world.step(count);
    const hash = await world.hash();
    const { ms } = await world.statistics();
    expect(Object.keys(ms.phases)).toEqual(['predict', 'local', 'global', 'finish']);
    world.dispose();
    return hash;
  };
  expect(await hashOf()).toBe(await hashOf(1));
});

it.each([{ stretches: [40] }, { stretches: [1, 2, 4, 33] }, { stretches: [39, 1] }])(
  'what a phase takes is averaged over all stretches: $stretches',
  async ({ stretches }) => {
    // A clock that advances by a millisecond at each reading.
    let time = 0;
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 });
    const executor = await Executor.create(await inlinedModule(false), memory, () => time++);
    const options = { range: [0, 0], scalars: { h: 1, rate: 1, damping: 0, gx: 0, gy: 0, gz: 0 } } as const;
    const layout = new Layout();
    const program = [
      call(predict, { phase: 'predict', ...options }),
      call(finish, { phase: 'finish', ...options }),
    ];
    const at = layout.allocate(1024);
    const { bytes, start, end } = encodeProgram(program, at, layout, ({ name }) => kernelNames.indexOf(name));
    executor.write(at, bytes);
    for (let run = 0; run < 2; run++) {
      let done = 0;
      for (const count of stretches) {
        executor.run(start, end, count, 1, done, 40);
        done += count;
      }
      expect(executor.phases()).toEqual({ predict: 1, finish: 1 });
    }
    // Of 40 times 14 are timed, evenly: when each begins, between the phases and when it ends.
    expect(time).toBe(2 * 14 * 3);
  },
);

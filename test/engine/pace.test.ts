import { cloth, createWorld, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../engine/backends/wasm/pace.ts';

/** Runs for so many milliseconds where a time through costs `cost(threads, time)`; gives how often each count was taken. */
function drive(pace: Pace, from: number, to: number, cost: (threads: number) => number): Map<number, number> {
  const taken = new Map<number, number>();
  for (let time = from; time < to; ) {
    const threads = pace.threadsAt(time);
    time += cost(threads);
    pace.learn(threads, cost(threads), time);
    taken.set(threads, (taken.get(threads) ?? 0) + 1);
  }
  return taken;
}

const idle = (threads: number) => 1 / threads;
/** Threads that wait for each other behind another program. */
const busy = (threads: number) => (threads > 1 ? 5 : 1);

describe('the number of threads', () => {
  it('is all of them where they help', () => {
    const taken = drive(new Pace(2), 0, 2000, idle);
    expect(taken.get(1)!).toBeLessThan(0.01 * taken.get(2)!);
  });

  it('is one where they don’t, at little cost', () => {
    const taken = drive(new Pace(4), 0, 2000, busy);
    expect(taken.get(1)! * busy(1)).toBeGreaterThan(0.97 * 2000);
  });

  it('follows when the machine gets busy and idle again', () => {
    const pace = new Pace(2);
    drive(pace, 0, 1000, idle);
    expect(drive(pace, 1000, 3000, busy).get(1)!).toBeGreaterThan(1900);
    const after = drive(pace, 3000, 6000, idle);
    expect(after.get(2)! * idle(2)).toBeGreaterThan(2400);
  });

  it('tries rarely what is dear', () => {
    const taken = drive(new Pace(2), 0, 20_000, (threads) => (threads > 1 ? 40 : 1));
    expect(taken.get(1)! * 1).toBeGreaterThan(0.97 * 20_000);
    expect(taken.get(2)!).toBeGreaterThan(6);
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

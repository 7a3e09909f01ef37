import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../bench/index.ts';
import type { Look } from '../../bench/soak.ts';
import { jsonOf, selvedge } from './command.ts';

describe('selvedge soak', () => {
  it('steps scenes for a while and finds nothing', async () => {
    const { minutes, worlds, memory, wrong } = await jsonOf([
      'soak',
      'rope',
      'hanging-cloth',
      '--minutes',
      '0.02',
    ]);
    expect(minutes).toBe(0.02);
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['rope', 'hanging-cloth']);
    for (const { steps, ms, faults } of worlds) {
      expect(steps).toBeGreaterThanOrEqual(40);
      expect(Math.min(...ms)).toBeGreaterThan(0);
      expect(faults).toBe(0);
    }
    expect(memory.heap[1]).toBeGreaterThan(1e6);
    expect(wrong).toEqual([]);
  });

  it.each([
    [['soak', '--minutes', 'long'], '--minutes'],
    [['soak', 'no-such-scene'], 'is neither a file nor a built-in scene'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await selvedge(words);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  it('sees growth, steps that get slower, and particles that left the numbers', () => {
    const looks = (heap: (k: number) => number, shared: (k: number) => number): Look[] =>
      Array.from({ length: 40 }, (_, k) => ({
        seconds: k,
        ms: [1 + k],
        memory: { heap: heap(k), process: 1e8, shared: shared(k) },
      }));
    const world = { name: 'a', steps: 40, faults: 0 };
    const steady = verdictOf(
      looks(
        () => 1e7,
        () => 65_536,
      ),
      [world],
    );
    expect(steady.wrong).toEqual([]);
    expect(steady.worlds[0].ms).toEqual([16, 36]);
    expect(
      verdictOf(
        looks(
          (k) => 1e7 + 2e5 * k,
          () => 65_536,
        ),
        [world],
      ).wrong,
    ).toEqual(["JavaScript's heap grew by 4.0 MB"]);
    // What comes in the first quarter is the warm-up.
    expect(
      verdictOf(
        looks(
          (k) => (k < 10 ? 1e6 : 1e7),
          () => 0,
        ),
        [world],
      ).wrong,
    ).toEqual([]);
    expect(
      verdictOf(
        looks(
          () => 1e7,
          (k) => 65_536 * (k < 35 ? 1 : 2),
        ),
        [world],
      ).wrong,
    ).toEqual(['the memory of the worlds grew by 0.1 MB']);
    expect(
      verdictOf(
        looks(
          () => 1e7,
          () => 0,
        ),
        [{ ...world, faults: 3 }],
      ).wrong,
    ).toEqual(['a: 3 particles left the numbers']);
  });
});

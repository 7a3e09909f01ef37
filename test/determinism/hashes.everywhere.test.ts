/**
 * The WebAssembly path gives the same bits for 1, 2 and 4 threads, in Node and in Chromium: the hashes are written down.
 * They change when a kernel's arithmetic does; print new ones with `npx vitest run --project node test/determinism`
 * and look at why before writing them here.
 */
import { expect, test } from 'vitest';
import golden from './hashes.golden.json';
import { hashOfRun, RUNS } from './hashes.ts';

test.each(RUNS)('$name', async (run) => {
  for (const threads of [1, 2, 4]) {
    expect(await hashOfRun(run, threads), `${threads} threads`).toBe(
      (golden as Record<string, string>)[run.name],
    );
  }
});

test('every hash belongs to a run', () => {
  expect(Object.keys(golden).sort()).toEqual(RUNS.map(({ name }) => name).sort());
});

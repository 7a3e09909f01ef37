/** What 10,000 steps of the built package leave behind, seen from outside: a program with small heaps that are watched. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from './command.ts';

interface Look {
  readonly heap: number;
  readonly wasm: number;
}
type Around = Readonly<Record<'before' | 'after', Readonly<Record<'main' | 'worker', Look>>>>;

const THREADS = ['main', 'worker'] as const;
/** Bytes: what looking costs; and less than seven of every step. */
const LITTLE = 65_536;

it('steps allocate nothing', async () => {
  const folder = path.join(ROOT, 'test/cli/steady');
  // Room for all that is allocated: garbage is collected only where the program asks for it.
  const options = ['--expose-gc', '--min-semi-space-size=16', '--require', path.join(folder, 'heaps.cjs')];
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...options,
    path.join(folder, 'steady.js'),
  ]);
  const { once, frames, steps } = JSON.parse(stdout) as { once: Around; frames: Around; steps: number };
  expect(steps).toBe(30_000);
  for (const thread of THREADS) {
    const { before, after } = once;
    expect(after[thread].heap - before[thread].heap, `${thread}, at once`).toBeLessThan(LITTLE);
  }
  // A call leaves garbage, a message to the worker and its answer, but holds on to nothing.
  for (const thread of THREADS) {
    const { before, after } = frames;
    expect(after[thread].heap - before[thread].heap, `${thread}, in frames`).toBeLessThan(4 * LITTLE);
  }
  expect(once.before.worker.wasm).toBeGreaterThan(0);
  expect(frames.after.worker.wasm).toBe(once.before.worker.wasm);
}, 120_000);

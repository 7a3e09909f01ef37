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

interface Report {
  readonly once: readonly Around[];
  readonly frames: readonly Around[];
  readonly steps: number;
  readonly ms: number;
}

const THREADS = ['main', 'worker'] as const;
/** Bytes: what looking costs; and less than seven of every step. */
const LITTLE = 65_536;

/** Of several runs the least: what V8 has not compiled yet, or compiles then, is no step's. */
const grown = (runs: readonly Around[], thread: (typeof THREADS)[number]) =>
  Math.min(...runs.map(({ before, after }) => after[thread].heap - before[thread].heap));
const wasmIn = ({ main, worker }: Around['before']) => main.wasm + worker.wasm;

it.each([
  { world: 'alone', limit: LITTLE },
  { world: 'adaptive', limit: 4 * LITTLE, least: 50 },
])(
  'steps allocate nothing: $world',
  async ({ world, limit, least = 0 }) => {
    const folder = path.join(ROOT, 'test/cli/steady');
    // Room for all that is allocated: garbage is collected only where the program asks for it.
    const options = ['--expose-gc', '--min-semi-space-size=16', '--require', path.join(folder, 'heaps.cjs')];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...options,
      path.join(folder, 'steady.js'),
      world,
      String(limit),
    ]);
    const { once, frames, steps, ms } = JSON.parse(stdout) as Report;
    expect(steps).toBe(10_000 * (2 + once.length + frames.length));
    // Of 10,000 steps: many stretches, in every call.
    expect(ms).toBeGreaterThan(least);
    for (const thread of THREADS) expect(grown(once, thread), `${thread}, at once`).toBeLessThan(limit);
    // A call leaves garbage, a message to the worker and its answer, but holds on to nothing.
    for (const thread of THREADS)
      expect(grown(frames, thread), `${thread}, in frames`).toBeLessThan(4 * LITTLE);
    const before = wasmIn(once[0].before);
    expect(before).toBeGreaterThan(0);
    expect(wasmIn(frames[1].after)).toBe(before);
  },
  240_000,
);

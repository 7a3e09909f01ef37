/** `selvedge run` on every backend, and what it says where one can't be had. */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder, gpuEnvironment, jsonOf, ROOT, SMALL, selvedge } from './command.ts';

const files = folder();
const STEPS = 16;

/** Half the distance between two float32 numbers near 1. */
const U = 2 ** -24;
/**
 * Metres. Coordinates are of size 1. A step rounds x twice and the correction's few terms once each: under 8 U. That
 * error goes on as a velocity, so it grows at most linearly and the steps' errors sum to STEPS²/2 of them; the solver
 * contracts and adds no growth of its own. Plain sweeps, which don't overshoot.
 */
const TOLERANCE = 8 * U * (STEPS ** 2 / 2);

let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  env = await gpuEnvironment();
});

async function runOn(name: string, ...words: string[]) {
  const plain = ['--set', 'solver.method=pd-rbgs', '--set', 'timestep=0.004'];
  const state = ['--steps', String(STEPS), ...plain, '--state', files.path(`${name}.json`)];
  const report = await jsonOf(['run', ...SMALL, ...state, ...words], { env });
  const x: number[] = JSON.parse(files.read(`${name}.json`)).x.flat();
  return { report, x };
}

const largest = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

describe('a run ends at the same place on every backend', () => {
  let expected: number[];
  beforeAll(async () => {
    const { report, x } = await runOn('reference', '--backend', 'reference');
    expect([report.backend, report.threads]).toEqual(['reference', 1]);
    await jsonOf(['run', ...SMALL, '--steps', '0', '--state', files.path('start.json')]);
    // It has moved a hundred times further than it may be off.
    const start: number[] = JSON.parse(files.read('start.json')).x.flat();
    expect(largest(x, start)).toBeGreaterThan(100 * TOLERANCE);
    expected = x;
  });

  it.each([
    ['wasm-1', 'wasm', 1, ['--threads', '1']],
    ['wasm-2', 'wasm', 2, ['--threads', '2']],
    ['webgpu', 'webgpu', 0, ['--backend', 'webgpu']],
  ] as const)('%s', async (name, backend, threads, words) => {
    const { report, x } = await runOn(name, ...words);
    expect([report.backend, report.threads]).toEqual([backend, threads]);
    expect(x).toHaveLength(expected.length);
    expect(largest(x, expected)).toBeLessThanOrEqual(TOLERANCE);
  });
});

it('gives the same bits on 1, 2 and 4 threads', async () => {
  const hashes: string[] = [];
  for (const threads of ['1', '2', '4'])
    hashes.push((await jsonOf(['run', ...SMALL, '--steps', '30', '--threads', threads])).hash);
  expect(new Set(hashes).size).toBe(1);
});

describe('a backend that is not available ends with 3 and never falls back', () => {
  const asked = ['run', ...SMALL, '--steps', '1', '--backend', 'webgpu', '--json'];

  it('because it does not run the method', async () => {
    const words = ['--state', files.path('never.json'), '--set', 'solver.method=pd-gs'];
    const { code, out, err } = await selvedge([...asked, ...words], { env });
    expect(err).toContain('pd-gs does not run on webgpu; it runs on reference and wasm');
    expect([code, out]).toEqual([3, '']);
    expect(files.names()).not.toContain('never.json');
  });

  it.runIf(process.platform === 'linux')('because there is no driver', async () => {
    const missing = { ...process.env, VK_ICD_FILENAMES: '/nowhere/driver.json' };
    const { code, out, err } = await selvedge(asked, { env: missing });
    expect(err).toContain('finds no GPU it can use with the Vulkan driver /nowhere/driver.json');
    expect([code, out]).toEqual([3, '']);
  });

  it('because the optional package is not installed', async () => {
    // The command as npm installs it, in a place where nothing else is.
    const bare = files.path('bare');
    mkdirSync(bare);
    for (const part of ['bin', 'dist', 'scenes', 'package.json'])
      cpSync(path.join(ROOT, part), path.join(bare, part), { recursive: true });
    const bin = path.join(bare, 'bin/selvedge.js');
    const { code, out, err } = await selvedge(asked, { bin });
    expect(err).toContain('npm install webgpu');
    expect([code, out]).toEqual([3, '']);
    expect((await jsonOf(['run', ...SMALL, '--steps', '1'], { bin })).backend).toBe('wasm');
  });
});

/** Runs the built `selvedge` in a child process, as a user's shell does. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { demandFreshDist } from '../../scripts/lib/built.js';
import { findChromium, findSwiftShader } from '../../scripts/lib/chromium.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = path.join(ROOT, 'bin/selvedge.js');

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly bin?: string;
  /** Sends SIGINT so many milliseconds after the first words on stderr. */
  readonly interruptAfter?: number;
}

demandFreshDist();

export function selvedge(words: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { input = '', cwd, env = process.env, bin = BIN, interruptAfter } = surroundings;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...words], { cwd, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      if (err === '' && interruptAfter !== undefined) setTimeout(() => child.kill('SIGINT'), interruptAfter);
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.on('error', () => {}); // it did not want to read
    child.stdin.end(input);
  });
}

/** The JSON on stdout of a run that must go well. */
export async function jsonOf(words: readonly string[], surroundings?: Surroundings) {
  const { code, out, err } = await selvedge([...words, '--json'], surroundings);
  if (code !== 0) throw new Error(`selvedge ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** A folder for one test file, removed at its end. */
export function folder() {
  const place = mkdtempSync(path.join(tmpdir(), 'selvedge-cli-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  return {
    place,
    path: (name: string) => path.join(place, name),
    read: (name: string) => readFileSync(path.join(place, name), 'utf8'),
    names: () => readdirSync(place).sort(),
  };
}

/** An environment in which Node's WebGPU runs: the present one, or else with Chromium's SwiftShader. */
export async function gpuEnvironment(): Promise<NodeJS.ProcessEnv> {
  const { backends } = await jsonOf(['info']);
  if (backends.webgpu.runs) return process.env;
  const driver = findSwiftShader(findChromium() ?? '');
  if (!driver) throw new Error(`WebGPU does not run in Node here: ${backends.webgpu.reason}`);
  return { ...process.env, VK_ICD_FILENAMES: driver };
}

/** A small cloth for any backend: 9 by 7 particles, all kinds of springs. */
export const SMALL = ['hanging-cloth', '--set', 'bodies[0].particles=[9,7]'];

/** A scene of two ropes that fly at each other, faster than contact sees. */
export const TOO_FAST = {
  version: 1,
  bodies: [1, -1].map((side) => ({
    type: 'rope',
    particles: 3,
    radius: 0.02,
    position: [0, 0, 4 * side],
    velocity: [0, 0, -900 * side],
  })),
  particleContact: 'bodies',
};

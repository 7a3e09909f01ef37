// Running other programs from the scripts, and saying what is going on.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = (text) => paint('1', text);
export const green = (text) => paint('32', text);
export const red = (text) => paint('31', text);

/** 83.4 -> '1 min 23 s', 4.21 -> '4.2 s'. */
export function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Runs a program in the repository's root with its output shown, and gives its exit code and what it wrote to stderr.
 * A program that cannot be started counts as exit code 127, one ended by a signal as 1.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, keepErrors?: boolean, quiet?: boolean, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, errors: string }>}
 */
export function run(
  command,
  args,
  { cwd = ROOT, env = process.env, keepErrors = false, quiet = false, shell = false } = {},
) {
  return new Promise((resolve) => {
    const shown = quiet ? 'ignore' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: [shown, shown, keepErrors ? 'pipe' : shown],
    });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
      process.stderr.write(chunk);
    });
    child.on('error', (error) => resolve({ code: 127, errors: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, errors }));
  });
}

/** Runs a script of this repository, or a program of an installed package such as 'vitest/vitest.mjs', with this Node. */
export const runNode = (file, args = [], options = {}) =>
  run(process.execPath, [path.join(ROOT, file), ...args], options);

/** Runs npm: the one that started this script when there is one. */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], options);
  const windows = process.platform === 'win32';
  return run(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows });
}

/**
 * Runs named stages one after the other, all of them even when one fails, then prints a summary.
 * @param {readonly { name: string, run: () => Promise<number> }[]} stages each gives an exit code
 * @returns {Promise<boolean>} whether all passed
 */
export async function runStages(stages) {
  const results = [];
  for (const stage of stages) {
    console.log(`\n${bold(`── ${stage.name} `.padEnd(80, '─'))}`);
    const start = performance.now();
    const passed = (await stage.run()) === 0;
    const seconds = (performance.now() - start) / 1000;
    results.push({ name: stage.name, passed, seconds });
    console.log(`${passed ? green('passed') : red('FAILED')}: ${stage.name}, ${duration(seconds)}`);
  }
  const width = Math.max(...results.map(({ name }) => name.length));
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\n${bold('── Summary '.padEnd(80, '─'))}`);
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? green('passed') : red('FAILED')}  ${name.padEnd(width)}  ${duration(seconds)}`);
  const failures = results.filter(({ passed }) => !passed).length;
  console.log(
    failures ? red(`${failures} of ${results.length} failed`) : green('All passed'),
    `in ${duration(total)}.`,
  );
  return failures === 0;
}

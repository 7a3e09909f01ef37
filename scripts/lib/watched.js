// A program under watch: when it falls silent for too long it is ended, with all it started, and run once more.

import { spawn } from 'node:child_process';
import { ROOT, red } from './run.js';

/** The code `timeout` gives too. */
export const HUNG = 124;

/**
 * Runs a program of Node in the repository's root, shows its output, and gives its exit code. After `silence` seconds
 * without a line of output it counts as hung: it is ended, and tried again while `attempts` are left; the last gives
 * `HUNG`. For browsers and GPU drivers, which now and then do not come back; a failure is never tried again.
 * With `isHeld` its output is shown when it has ended, so that two can run at a time.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, silence: number, attempts?: number, isHeld?: boolean }} options
 * @returns {Promise<number>}
 */
export async function runWatched(file, args, options) {
  const { env = process.env, silence, attempts = 2, isHeld = false } = options;
  for (let attempt = 1; ; attempt++) {
    const code = await once(file, args, env, silence, isHeld);
    if (code !== HUNG || attempt >= attempts) return code;
    console.error(red(`Silent for ${silence} s: ended. Running it again (${attempt + 1} of ${attempts}).`));
  }
}

/** What ends the programs that run, with all they started. */
const running = new Set();

function interrupted() {
  for (const end of running) end();
  process.exit(130);
}

function once(file, args, env, silence, isHeld) {
  const group = process.platform !== 'win32';
  const colour = process.stdout.isTTY && !env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: ROOT,
      env: { ...colour, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: group, // a group of its own, so that browsers it started end with it
    });
    const end = () => {
      if (group) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    };
    let held = isHeld ? [] : undefined;
    let hung = false;
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        hung = true;
        end();
      }, 1000 * silence);
    };
    heard();
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (chunk) => {
        heard();
        if (held) held.push([to, chunk]);
        else to.write(chunk);
      });
    }
    if (running.size === 0) process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    running.add(end);
    child.on('exit', (code) => {
      clearTimeout(timer);
      running.delete(end);
      if (running.size === 0) process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      for (const [to, chunk] of held ?? []) to.write(chunk);
      held = undefined;
      resolve(hung ? HUNG : (code ?? 1));
    });
  });
}

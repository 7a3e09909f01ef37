import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium.js';
import { hasDesktop } from '../../scripts/lib/desktop.js';
import { nodeIsRecentEnough } from '../../scripts/lib/node-version.js';
import { packagesMissing } from '../../scripts/lib/packages.js';
import { HUNG, runWatched } from '../../scripts/lib/watched.js';
import { chromiumArgs } from '../chromium.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'selvedge-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, content: unknown) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), JSON.stringify(content));
};

describe('packagesMissing', () => {
  const wanted = {
    '': { name: 'selvedge' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  };

  it('sees a folder without node_modules', () => {
    write('package-lock.json', { packages: wanted });
    expect(packagesMissing(folder)).toContain('no node_modules');
  });

  it('sees an installation that was broken off', () => {
    write('package-lock.json', { packages: wanted });
    write('node_modules/a/package.json', {});
    expect(packagesMissing(folder)).toContain('not installed completely');
  });

  it('sees a missing package and another version', () => {
    write('package-lock.json', { packages: wanted });
    write('node_modules/.package-lock.json', { packages: {} });
    expect(packagesMissing(folder)).toBe('node_modules/a is missing');
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '0.9.0' } } });
    expect(packagesMissing(folder)).toBe('node_modules/a is 0.9.0, package-lock.json wants 1.0.0');
  });

  it('is content with what npm ci installs, without packages for other systems', () => {
    write('package-lock.json', { packages: wanted });
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
    expect(packagesMissing(folder)).toBeUndefined();
    expect(packagesMissing(new URL('../..', import.meta.url).pathname)).toBeUndefined();
  });
});

describe('hasDesktop', () => {
  it.each([
    [{ DISPLAY: ':0' }, 'linux', true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    [{}, 'linux', false],
    [{}, 'darwin', true],
    [{}, 'win32', true],
    [{ SSH_CONNECTION: '10.0.0.1 22' }, 'darwin', false],
    [{ DISPLAY: ':10', SSH_TTY: '/dev/pts/0' }, 'linux', false],
    [{ DISPLAY: ':0', CI: 'true' }, 'linux', false],
  ] as const)('%o on %s: %s', (env, platform, expected) => {
    expect(hasDesktop(env, platform)).toBe(expected);
  });
});

describe('nodeIsRecentEnough', () => {
  it.each([
    ['v18.20.0', false],
    ['v20.15.1', false],
    ['v20.16.0', true],
    ['v22.0.0', true],
  ])('%s: %s', (version, expected) => {
    expect(nodeIsRecentEnough(version)).toBe(expected);
  });
});

describe('Chromium', () => {
  it('is the one of SELVEDGE_CHROMIUM and no other when that is set', () => {
    expect(findChromium({ SELVEDGE_CHROMIUM: process.execPath })).toBe(process.execPath);
    expect(findChromium({ SELVEDGE_CHROMIUM: path.join(folder, 'absent') })).toBeUndefined();
  });

  it('gets one merged list of features, since only the last one counts', () => {
    for (const webgpu of [true, false]) {
      const lists = chromiumArgs({ webgpu }).filter((arg) => arg.startsWith('--enable-features='));
      expect(lists).toHaveLength(1);
      expect(lists[0]).toContain('CDPScreenshotNewSurface');
    }
  });
});

describe('runWatched', () => {
  const program = (text: string, name = 'program') => {
    const file = path.join(folder, `${name}.mjs`);
    writeFileSync(file, text);
    return file;
  };

  it('gives the exit code of a program that talks, however long it runs', async () => {
    const file = program(
      'let n = 0; const t = setInterval(() => { console.error(""); if (++n === 12) { clearInterval(t); process.exit(3); } }, 300);',
    );
    expect(await runWatched(file, [], { silence: 2.5 })).toBe(3);
  });

  it('holds what one says that runs beside another until it has ended', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const go = JSON.stringify(path.join(folder, 'go'));
    const waiting = program(`
      import { existsSync } from 'node:fs';
      console.log('first');
      const timer = setInterval(() => existsSync(${go}) && (console.log('last'), clearInterval(timer)), 100);`);
    const held = runWatched(waiting, [], { silence: 60, isHeld: true });
    const other = program(
      `import { writeFileSync } from 'node:fs'; console.log('between'); writeFileSync(${go}, '');`,
      'other',
    );
    const codes = await Promise.all([held, runWatched(other, [], { silence: 60 })]);
    const said = write.mock.calls.map(([chunk]) => String(chunk)).join('');
    write.mockRestore();
    expect([codes, said]).toEqual([[0, 0], 'between\nfirst\nlast\n']);
  });

  it('ends a silent one with all it started, and tries once more', async () => {
    const trace = path.join(folder, 'trace');
    const file = program(`
      import { appendFileSync } from 'node:fs';
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      appendFileSync(${JSON.stringify(trace)}, child.pid + '\\n');
      setInterval(() => {}, 1000);`);
    expect(await runWatched(file, [], { silence: 2.5 })).toBe(HUNG);
    const started = readFileSync(trace, 'utf8').trim().split('\n').map(Number);
    expect(started).toHaveLength(2);
    for (const pid of started) await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

/** Whether a process is there and not just waiting to be buried. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

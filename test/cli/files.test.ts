/** Output files are whole or not there, and a path that can't be written is refused before anything is computed. */
import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder, SMALL, selvedge } from './command.ts';

const files = folder();
const linux = process.platform === 'linux';

describe('Ctrl-C', () => {
  it.each(['wasm', 'reference'])('leaves files as they were, and says how far %s got', async (backend) => {
    writeFileSync(files.path('old.json'), 'old');
    const before = files.names();
    // This scene prints warnings just before the first step, so that the signal comes while it runs.
    const scene = ['np17-listing-5.1', '--set', 'bodies[0].particles=[100,12]', '--steps', '1000000000'];
    const outputs = ['--state', files.path('old.json'), '--stats', files.path('new.csv'), '--json'];
    const { code, out, err } = await selvedge(['run', ...scene, ...outputs, '--backend', backend], {
      interruptAfter: 700,
    });
    expect([code, out]).toEqual([130, '']);
    expect(err).toContain('stopping after this step; Ctrl-C again ends now\n');
    const [, step] = /interrupted after step (\d+) of 1000000000; no file was written/.exec(err) ?? [];
    expect(Number(step)).toBeGreaterThan(0);
    expect(files.names()).toEqual(before);
    expect(files.read('old.json')).toBe('old');
  });
});

describe('before the simulation', () => {
  mkdirSync(files.path('place'));
  writeFileSync(files.path('scene.json'), '{ "version": 1, "bodies": [{ "type": "rope" }] }');

  it.each<[string, string[], string]>([
    ['a folder that is not there', ['--state', 'none/x.json'], '--state none/x.json: the folder'],
    ['a folder for a file', ['--stats', 'place'], '--stats place: is a folder'],
    ['a file for a folder', ['--state', 'scene.json/x'], '--state scene.json/x: cannot be written'],
    ...(linux
      ? [
          [
            'a folder that takes no files',
            ['--state', '/proc/x.json'],
            '/proc/x.json: cannot be written: ENOENT',
          ] as [string, string[], string],
        ]
      : []),
    ['no name', ['--state', '-'], '--state -: give the name of a file'],
    ['one file for both', ['--state', 'x', '--stats', './x'], '--state and --stats name the same file'],
    ['the scene itself', ['--state', 'scene.json'], '--state scene.json is the scene itself'],
  ])('refuses %s', async (_, words, message) => {
    const before = files.names();
    // It would take hours if it began.
    const rest = ['--steps', '1000000000', ...words];
    const { code, out, err } = await selvedge(['run', 'scene.json', ...rest], { cwd: files.place });
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, '']);
    expect(files.names()).toEqual(before);
  });
});

describe('writing', () => {
  it('replaces a file, follows a link and leaves nothing else behind', async () => {
    writeFileSync(files.path('real.json'), 'old');
    symlinkSync(files.path('real.json'), files.path('link.json'));
    const before = files.names();
    const { code } = await selvedge(['run', ...SMALL, '--steps', '1', '--state', files.path('link.json')]);
    expect(code).toBe(0);
    expect(JSON.parse(files.read('real.json')).x).toHaveLength(63);
    expect(lstatSync(files.path('link.json')).isSymbolicLink()).toBe(true);
    expect(files.names()).toEqual(before);
  });

  it.runIf(linux)('writes none of the files when one of them fails', async () => {
    const outputs = ['--state', files.path('never.json'), '--stats', '/dev/full'];
    const { code, out, err } = await selvedge(['run', ...SMALL, '--steps', '1', ...outputs]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('ENOSPC');
    expect(files.names().filter((name) => name.startsWith('never'))).toEqual([]);
  });

  it.runIf(linux)('does not replace a device', async () => {
    const { code } = await selvedge(['run', ...SMALL, '--steps', '1', '--stats', '/dev/null']);
    expect([code, lstatSync('/dev/null').isCharacterDevice()]).toEqual([0, true]);
  });
});

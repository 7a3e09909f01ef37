import { describe, expect, it } from 'vitest';
import {
  focusProblems,
  KERNEL_EXCEPTIONS,
  kernelProblems,
  lengthProblems,
  lockGaps,
  lockProblems,
  SEAM_EXCEPTIONS,
  staleExceptions,
} from './rules.ts';
import { readTree } from './source.ts';

const files = readTree(new URL('../..', import.meta.url).pathname);

describe('every kernel has its languages side by side', () => {
  it('holds in this repository', () => {
    for (const { file, reason } of [...KERNEL_EXCEPTIONS, ...SEAM_EXCEPTIONS])
      console.log(`exception: ${file}: ${reason}`);
    expect(kernelProblems(files)).toEqual([]);
    expect(staleExceptions(files)).toEqual([]);
  });

  it('sees AssemblyScript without a declaration, and a declaration without AssemblyScript', () => {
    const kernel = 'export const relax = defineKernel({});\n';
    expect(kernelProblems(new Map([['engine/a/relax.ts', kernel]]))).toHaveLength(1);
    expect(kernelProblems(new Map([['engine/a/relax.as.ts', '']]))).toHaveLength(1);
    const pair: [string, string][] = [
      ['engine/a/relax.ts', kernel],
      ['engine/a/relax.as.ts', ''],
    ];
    expect(kernelProblems(new Map(pair))).toEqual([]);
  });

  it('sees an exception whose file is gone', () => {
    expect(staleExceptions(new Map())).not.toEqual([]);
  });
});

describe('files stay small', () => {
  it('holds in this repository', () => {
    expect(lengthProblems(files)).toEqual([]);
  });

  it('sees 501 lines, and lets data be long', () => {
    const tree = new Map([
      ['engine/a.ts', '\n'.repeat(501)],
      ['engine/b.ts', '\n'.repeat(500)],
      ['scenes/c.json', '\n'.repeat(501)],
    ]);
    expect(lengthProblems(tree)).toEqual(['engine/a.ts has 501 lines; at most 500']);
  });
});

describe('the lock file names no download address and no gap', () => {
  it('holds in this repository', () => {
    expect(files.has('package-lock.json')).toBe(true);
    expect(lockProblems(files)).toEqual([]);
    expect(lockGaps(files)).toEqual([]);
  });

  it('sees a program for another system that is not locked', () => {
    const lock = { packages: { 'node_modules/a': { optionalDependencies: { 'a-darwin-arm64': '1.0.0' } } } };
    expect(lockGaps(new Map([['package-lock.json', JSON.stringify(lock)]]))).toHaveLength(1);
  });

  it('sees one', () => {
    const lock = '{ "resolved": "https://registry.example/a/-/a-1.0.0.tgz", "resolved": "node_modules/b" }';
    expect(lockProblems(new Map([['package-lock.json', lock]]))).toHaveLength(1);
  });
});

describe('no test switches the others off', () => {
  it('holds in this repository', () => {
    expect(focusProblems(files)).toEqual([]);
  });

  it('sees one that does', () => {
    // Put together, so that this file does not trip over itself.
    const text = ['it', "only('a', () => {});\n"].join('.');
    expect(focusProblems(new Map([['test/a.test.ts', text]]))).toHaveLength(1);
  });
});

/** docs/step.md follows a step through files: every name that it tells a reader to look for is in its file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Rows of tables with a file and the names to look for in it. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([^`]+\.(?:ts|wgsl))` +\| ((?:`[^`]+`(?:, )?)+) +\|/gm)].map(([, file, names]) => ({
    file,
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  }));

/** Names that are not defined or called in the file that a row gives. */
const missingFrom = (text: string, read: (file: string) => string): string[] =>
  rowsOf(text).flatMap(({ file, names }) =>
    names.filter((name) => !read(file).includes(name)).map((name) => `${file} has no ${name}`),
  );

it('names files and functions that exist, and turns back to a file at most three times', () => {
  const text = readFileSync(path.join(ROOT, 'docs/step.md'), 'utf8');
  const files = rowsOf(text).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(missingFrom(text, (file) => readFileSync(path.join(ROOT, file), 'utf8'))).toEqual([]);
  expect(files.length - new Set(files).size).toBeLessThanOrEqual(3);
});

it('sees a name that is not in its file', () => {
  const text = '| `engine/world.ts` | `step`, `#run` | … |';
  expect(missingFrom(text, () => 'step(')).toEqual(['engine/world.ts has no #run']);
});

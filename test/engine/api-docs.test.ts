/** The guide, docs/api.md and docs/guide/, names everything that is public, and its examples run and print what they say. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as engine from 'selvedge';
import * as node from 'selvedge/node';
import * as scene from 'selvedge/scene';
import * as three from 'selvedge/three';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const guides = readdirSync(path.join(ROOT, 'docs/guide')).map((name) => `docs/guide/${name}`);
const text = ['docs/api.md', ...guides].map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');

/** Between backticks, or in an example. */
const names = new Set(
  [...text.matchAll(/`[^`]+`|^```[\s\S]*?^```/gm)].flatMap(([code]) => code.split(/\W+/)),
);

it('docs/api.md is short: what is longer is a guide of its own', () => {
  expect(readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(330);
});

describe('the guide names', () => {
  it.each(Object.entries({ engine, scene, three, node }))('every value of %s', (_, exports) => {
    expect(Object.keys(exports).filter((name) => !names.has(name))).toEqual([]);
  });

  it('every method and property of a world', async () => {
    const world = await engine.createWorld({ bodies: [engine.rope()], backend: 'reference' });
    const found = new Set<string>();
    for (let from: object = world; from !== Object.prototype; from = Object.getPrototypeOf(from))
      for (const name of Object.getOwnPropertyNames(from)) found.add(name);
    expect(found.delete('constructor')).toBe(true);
    expect([...found].filter((name) => !new RegExp(`\\bworld\\.${name}\\b`).test(text))).toEqual([]);
    expect(found.size).toBeGreaterThan(20);
  });
});

/** The blocks without another word behind `js`: those need no page and no GPU. */
const examples = [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code);

describe('the examples of the guide', () => {
  // Inside the project, where `selvedge` is the source.
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, '.cache/api-docs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => vi.restoreAllMocks());

  it('are there', () => expect(examples.length).toBeGreaterThan(5));

  it.each(examples.map((code, k) => ({ code, k })))('run: number $k', async ({ code, k }) => {
    const file = path.join(folder, `example-${k}.js`);
    writeFileSync(file, code);
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')));
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words]) => words);
    expect(printed).toEqual(promised);
  });
});

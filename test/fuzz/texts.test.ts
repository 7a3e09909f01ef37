/** Texts that were scenes or links, changed at random: refused in words, or read; never anything else, and never for long. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScene, SceneError } from 'selvedge/scene';
import { describe, expect, it } from 'vitest';
import { Random } from '../../cli/fuzz/random.ts';
import { readLink, writeLink } from '../../studio/link.ts';
import { HOSTILE } from './hostile.ts';

const SCENES = fileURLToPath(new URL('../../scenes', import.meta.url));
/** The short ones: mutations of a list of thousands of numbers are all alike. */
const texts = readdirSync(SCENES)
  .filter((name) => name.endsWith('.json') && !name.endsWith('schema.json'))
  .map((name) => readFileSync(path.join(SCENES, name), 'utf8'))
  .filter(({ length }) => length < 5000);

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '-',
  '1e999',
  '0x1',
  'null',
  'NaN',
  '\u0000',
  '\ud800',
  '"__proto__":',
  '1e-400',
  '//',
];

/** A few letters taken out, doubled, swapped or put in. */
function mutated(text: string, random: Random): string {
  let changed = text;
  for (let k = random.whole(1, 4); k > 0; k--) {
    const at = random.whole(0, changed.length);
    const length = random.whole(1, random.pick([1, 3, 40]));
    const [before, piece, after] = [
      changed.slice(0, at),
      changed.slice(at, at + length),
      changed.slice(at + length),
    ];
    changed = random.pick([
      () => before + after,
      () => before + piece + piece + after,
      () => before + random.pick(PIECES) + piece + after,
      () => before + random.pick(PIECES) + after,
    ])();
  }
  return changed;
}

/** A value somewhere inside is another one: numbers out of every bound, other types, other fields. */
function replaced(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) {
    const other = random.pick(HOSTILE);
    return typeof other === 'bigint' || typeof other === 'symbol' || typeof other === 'function'
      ? null
      : other;
  }
  if (Array.isArray(value)) {
    const at = random.whole(0, Math.max(0, value.length - 1));
    return value.map((each, k) => (k === at ? replaced(each, random) : each));
  }
  const keys = Object.keys(value);
  const key = random.pick(keys);
  if (keys.length === 0) return { x: 1 };
  const fields = value as Record<string, unknown>;
  if (random.chance(0.1)) return { ...fields, [`${key}x`]: fields[key] };
  return { ...fields, [key]: replaced(fields[key], random) };
}

/** How long reading one may take, ms: they are a few thousand letters. */
const MOST = 2000;

function read(text: string): void {
  const began = performance.now();
  try {
    parseScene(text);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    for (const { message } of error.problems) expect(message.length).toBeGreaterThan(5);
  }
  expect(performance.now() - began).toBeLessThan(MOST);
}

describe('scenes', () => {
  it('with letters changed', () => {
    const random = new Random(1);
    for (let k = 0; k < 500; k++) read(mutated(random.pick(texts), random));
  });

  it('with values changed', () => {
    const random = new Random(2);
    for (let k = 0; k < 500; k++)
      read(JSON.stringify(replaced(JSON.parse(random.pick(texts)), random)) ?? 'null');
  });
});

describe('links', () => {
  const links = [
    writeLink({
      scene: 'flag',
      solver: 'pd-rbgs',
      backend: 'wasm',
      values: { inner: 8, omega: 1.9 },
      view: [1, 2, 3, 4, 5, 6],
      isPaused: true,
    }),
    writeLink({ json: 'abc-_09', own: 'mine' }),
    '?scene=flag&solver=pd-gs&backend=webgpu&paused',
  ];

  it('with letters changed are read, and what is read is written so that it reads the same', () => {
    const random = new Random(3);
    for (let k = 0; k < 3000; k++) {
      const text = mutated(random.pick(links), random);
      const { link, notes } = readLink(text.startsWith('?') ? '' : text, text, ['flag']);
      for (const note of notes) expect(note).toMatch(/[.]$/);
      for (const number of [...(link.view ?? []), ...Object.values(link.values ?? {})])
        expect(typeof number === 'string' || Number.isFinite(number)).toBe(true);
      const again = readLink(writeLink(link), '', ['flag']).link;
      expect({ ...again, rest: undefined, view: undefined }).toEqual({
        ...link,
        rest: undefined,
        view: undefined,
      });
    }
  });
});

/** docs/reference is of the types as they are, and has all that is public. */
import { readFileSync } from 'node:fs';
import * as engine from 'selvedge';
import * as node from 'selvedge/node';
import * as scene from 'selvedge/scene';
import * as three from 'selvedge/three';
import { expect, it } from 'vitest';
import { demandFreshDist } from '../../scripts/lib/built.js';
import { hashOf, PAGES, REFERENCE, stalePages } from '../../scripts/lib/reference.js';

const read = (folder: string) =>
  readFileSync(new URL(`../../${REFERENCE}/${folder}.md`, import.meta.url), 'utf8');

it('is current', () => {
  demandFreshDist();
  expect(stalePages(), 'pages of docs/reference are stale: run npm run docs').toEqual([]);
  expect(new Set(Object.values(PAGES).map(hashOf)).size).toBe(Object.keys(PAGES).length);
});

it.each(Object.entries({ engine, scene, three, node }))('has every value of %s', (folder, exports) => {
  const page = read(folder).replaceAll('\\_', '_');
  const missing = Object.keys(exports).filter((name) => !new RegExp(`^#+ .*\\b${name}\\b`, 'm').test(page));
  expect(missing).toEqual([]);
});

// Whether dist/ is of the sources as they are: the build leaves their hash, and the tests that use dist/ compare it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './run.js';

/** Folders and files that the build reads. */
const SOURCES = [
  'engine',
  'scene',
  'three',
  'node',
  'cli',
  'lab',
  'bench',
  'scripts/plugin.js',
  'vite.config.ts',
];
const NOTE = path.join(ROOT, '.cache/dist-sources');

function hashOfSources() {
  const hash = createHash('sha256');
  const add = (file) => {
    const full = path.join(ROOT, file);
    if (/\.(ts|js|wgsl)$/.test(file)) hash.update(file).update(readFileSync(full));
    else if (!path.extname(file))
      for (const name of readdirSync(full).toSorted()) add(path.posix.join(file, name));
  };
  for (const file of SOURCES) add(file);
  return hash.digest('hex');
}

/** Called by the build when it is done. */
export function noteSources() {
  mkdirSync(path.dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, hashOfSources());
}

/** Throws where dist/ is missing or of other sources. */
export function demandFreshDist() {
  if (!existsSync(path.join(ROOT, 'dist/index.js')))
    throw new Error('dist/ is not built: run npm run build (npm test does)');
  if (!existsSync(NOTE) || readFileSync(NOTE, 'utf8') !== hashOfSources())
    throw new Error('dist/ is stale, its sources changed since: run npm run build');
}

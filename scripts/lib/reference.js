// docs/reference/: the public types and their comments as Markdown, made by typedoc from dist/types. Every page begins with the hash of
// the declarations that it was made from.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runNode, runNpm } from './run.js';

export const REFERENCE = 'docs/reference';
const TOOL = path.join(ROOT, 'scripts/reference');
const TYPES = path.join(ROOT, 'dist/types');

/** Each public name, the folder behind it and its page. */
export const PAGES = {
  selvedge: 'engine',
  'selvedge/scene': 'scene',
  'selvedge/three': 'three',
  'selvedge/node': 'node',
};

/** The declarations that a public name leads to, by way of their imports. */
function declarations(file, found) {
  if (found.has(file)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file, text);
  for (const [, name] of text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g))
    declarations(path.resolve(path.dirname(file), name.replace(/\.(js|ts)$/, '.d.ts')), found);
  return found;
}

/** The hash of what a page is made from. */
export function hashOf(folder) {
  const found = declarations(path.join(TYPES, folder, 'index.d.ts'), new Map());
  const hash = createHash('sha256');
  for (const file of [...found.keys()].toSorted())
    hash.update(path.relative(TYPES, file)).update(found.get(file));
  return hash.digest('hex').slice(0, 16);
}

const headOf = (folder) =>
  `<!-- written by npm run docs from the comments of the types: ${hashOf(folder)} -->\n\n`;

const pageOf = (folder) => path.join(ROOT, REFERENCE, `${folder}.md`);

/** Public names whose page is missing or of other declarations. */
export const stalePages = () =>
  Object.entries(PAGES).flatMap(([name, folder]) =>
    existsSync(pageOf(folder)) && readFileSync(pageOf(folder), 'utf8').startsWith(headOf(folder))
      ? []
      : [name],
  );

/** Writes the pages. */
export async function writeReference() {
  if (!existsSync(path.join(TOOL, 'node_modules/typedoc')))
    await demandDone('npm ci', runNpm(['ci', '--ignore-scripts', '--prefix', TOOL]));
  await demandDone(
    'typedoc',
    runNode('scripts/reference/node_modules/typedoc/bin/typedoc', [], { cwd: TOOL }),
  );
  for (const folder of Object.values(PAGES))
    writeFileSync(pageOf(folder), headOf(folder) + readFileSync(pageOf(folder), 'utf8'));
}

async function demandDone(name, running) {
  const { code } = await running;
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}`);
}

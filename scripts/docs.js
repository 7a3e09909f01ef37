// `npm run docs`, after `npm run build`: writes what is generated from the code: sections of README.md and docs/, the scene's JSON
// Schema, and docs/reference from the types.

import './lib/node-version.js';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { demandFreshDist } from './lib/built.js';
import { generatedFiles } from './lib/generated.js';
import { REFERENCE, stalePages, writeReference } from './lib/reference.js';
import { ROOT, runNode } from './lib/run.js';
import { publicNames, selvedge } from './plugin.js';

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

const options = { configFile: false, root: ROOT, plugins: [selvedge()], resolve: { alias: publicNames } };
const { module } = await runnerImport(path.join(ROOT, 'scripts/lib/documented.ts'), options);

for (const [file, content] of Object.entries(generatedFiles(module, read))) {
  const isData = typeof content !== 'string';
  const isStale = isData
    ? JSON.stringify(JSON.parse(read(file))) !== JSON.stringify(content)
    : read(file) !== content;
  if (!isStale) continue;
  writeFileSync(path.join(ROOT, file), isData ? JSON.stringify(content) : content);
  await runNode('node_modules/@biomejs/biome/bin/biome', ['format', '--write', file]);
  console.log(`${file}: written`);
}
// The reference is made from dist/types, which must be of the sources as they are.
demandFreshDist();
if (stalePages().length > 0) {
  await writeReference();
  console.log(`${REFERENCE}: written`);
}
// Vite's runner keeps workers of the engine's build alive.
process.exit();

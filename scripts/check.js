// `npm run check`: format and lint (biome), then types (tsc) of everything, and of engine/ with neither DOM nor Node.

import './lib/node-version.js';
import path from 'node:path';
import { ensurePackages } from './lib/packages.js';
import { red, runNode } from './lib/run.js';

await ensurePackages();

const checks = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings']],
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']],
  [
    'types of engine/ without DOM and Node',
    'node_modules/typescript/bin/tsc',
    ['--noEmit', '-p', 'engine/tsconfig.json'],
  ],
];

for (const [name, program, args] of checks) {
  console.log(`${name}: ${path.basename(program)} ${args.join(' ')}`);
  const { code } = await runNode(program, args);
  if (code === 0) continue;
  console.error(red(`${name}: failed`));
  process.exitCode = 1;
}

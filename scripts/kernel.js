// `npm run kernel -- NAME...`: tests kernels that were just changed, by the names in their declarations, against their reference on every
// backend of Node, and the fields of their arguments. Compiled without optimisation, which takes some seconds less.

import './lib/node-version.js';
import { red, runNode } from './lib/run.js';
import { testEnvironment } from './lib/system.js';

const names = process.argv.slice(2);
if (names.length === 0 || names.some((name) => !/^\w+$/.test(name))) {
  console.error(red('Usage: npm run kernel -- NAME..., as in npm run kernel -- relax'));
  process.exit(2);
}
const tests = ['kernels.everywhere', 'arguments'].map((name) => `test/conformance/${name}.test.ts`);
const which = `'(${names.join('|')})'|fields of the declaration|derived tolerance`;
const env = { ...(await testEnvironment()), SELVEDGE_QUICK: '1' };
const { code } = await runNode(
  'node_modules/vitest/vitest.mjs',
  ['run', '--project', 'node', ...tests, '-t', which],
  { env },
);
process.exitCode = code;

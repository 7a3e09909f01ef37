// `npm test`: installs what is missing, then runs everything. `npm test -- test/scene` runs only the tests that match
// (any arguments go to vitest).

import './lib/node-version.js';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages } from './lib/packages.js';
import { ROOT, runNode, runStages } from './lib/run.js';
import { testEnvironment } from './lib/system.js';

const filters = process.argv.slice(2);
const installed = await ensurePackages();
const env = await testEnvironment();

const stage = (name, file, args = []) => ({
  name,
  run: async () => (await runNode(file, args, { env })).code,
});
const check = stage('Format, lint and types', 'scripts/check.js');
const build = stage('Build', 'scripts/build.js');
const tests = stage('Tests', 'node_modules/vitest/vitest.mjs', ['run', ...filters]);

const isBuilt = existsSync(path.join(ROOT, 'dist', 'index.js'));
// `npm ci` has just built the package; a filtered run builds only when nothing is built.
const stages = filters.length > 0 ? [tests] : [check, tests];
if (filters.length > 0 ? !isBuilt : !(installed && isBuilt)) stages.splice(-1, 0, build);

process.exit((await runStages(stages)) ? 0 : 1);

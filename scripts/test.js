// `npm test`: installs what is missing, then runs everything. `npm test -- test/scene` runs only the tests that match
// (any arguments go to vitest).

import './lib/node-version.js';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages } from './lib/packages.js';
import { ROOT, runNode, runStages } from './lib/run.js';
import { testEnvironment } from './lib/system.js';
import { runWatched } from './lib/watched.js';

const filters = process.argv.slice(2);
const installed = await ensurePackages();
const env = await testEnvironment();

/** Seconds without a line of output after which tests count as hung; the longest file takes 75 on an idle machine. */
const SILENCE = 300;

const stage = (name, file, args = []) => ({
  name,
  run: async () => (await runNode(file, args, { env })).code,
});
const vitest = (args, isHeld = false) =>
  runWatched('node_modules/vitest/vitest.mjs', ['run', ...args], { env, silence: SILENCE, isHeld });
const tests = (name, ...args) => ({ name, run: () => vitest(args) });
/** Two projects at a time, where one alone would leave cores idle; what the second says follows at its end. */
const testsBeside = (name, project, other) => ({
  name,
  run: async () => {
    const codes = await Promise.all([vitest(['--project', project]), vitest(['--project', other], true)]);
    return Math.max(...codes);
  },
});
const check = stage('Format, lint and types', 'scripts/check.js');
const build = stage('Build', 'scripts/build.js');

const isBuilt = existsSync(path.join(ROOT, 'dist', 'index.js'));
// `npm ci` has just built the package; a filtered run builds only when nothing is built.
const stages =
  filters.length > 0
    ? [tests('Tests', ...filters)]
    : [
        check,
        tests('Tests in Node', '--project', 'node'),
        testsBeside('Tests in Chromium, and of the package', 'chromium', 'pack'),
        tests('Tests of the studio', '--project', 'studio'),
      ];
if (filters.length > 0 ? !isBuilt : !(installed && isBuilt))
  stages.splice(filters.length > 0 ? 0 : 1, 0, build);

process.exit((await runStages(stages)) ? 0 : 1);

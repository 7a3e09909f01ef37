// `node scripts/picture.js [FILE]`: the README's picture, docs/images/hanging-cloth.png, of the built studio page.

import './lib/node-version.js';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/run.js';
import { openStudio, readArguments, refuse, runUntil } from './lib/studio-page.js';

const USAGE = 'node scripts/picture.js [FILE.png]';
/** When the swing has died down to folds. */
const SECONDS = 6;

const { positionals } = readArguments(USAGE);
if (positionals.length > 1) refuse(`One file is written; there are ${positionals.length}.`, USAGE);
const file = path.resolve(positionals[0] ?? path.join(ROOT, 'docs/images/hanging-cloth.png'));
if (!file.endsWith('.png')) refuse(`${positionals[0]} is no name of a PNG file.`, USAGE);

const studio = await openStudio();
const page = await studio.open('hanging-cloth', { width: 1280, height: 720 });
await runUntil(page, SECONDS);
mkdirSync(path.dirname(file), { recursive: true });
await page.screenshot({ path: file });
await studio.close();
console.log(`${path.relative(ROOT, file)}: ${Math.round(statSync(file).size / 1000)} kB`);

// `node scripts/picture.js [FILE]`: the README's picture, docs/images/hanging-cloth.png, of the built studio page.

import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { build, preview, runnerImport } from 'vite';
import { ROOT } from './lib/run.js';

const file = path.resolve(process.argv[2] ?? path.join(ROOT, 'docs/images/hanging-cloth.png'));
const configFile = path.join(ROOT, 'studio/vite.config.ts');
const outDir = path.join(ROOT, '.cache/picture');
/** When the swing has died down to folds. */
const SECONDS = 6;

/** The tests' Chromium: rendering in software, so that the picture is the same on every machine. */
const { module: tests } = await runnerImport(path.join(ROOT, 'test/chromium.ts'));

await build({ configFile, logLevel: 'warn', build: { outDir } });
const server = await preview({
  configFile,
  logLevel: 'warn',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const browser = await chromium.launch({ executablePath: tests.chromiumPath(), args: tests.chromiumArgs() });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.goto(`${server.resolvedUrls.local[0]}?paused&scene=hanging-cloth`);
await page.waitForFunction(() => 'studio' in window);
await page.evaluate(async (seconds) => {
  const { studio } = window;
  await studio.ready;
  studio.world.step(Math.round(seconds / studio.world.timestep));
  await studio.view.update();
}, SECONDS);
// Frame rates of software rendering are nobody's.
await page.locator('#show-overlay').uncheck();
await page.locator('#handling').evaluate((tools) => tools.setAttribute('hidden', ''));
await page.locator('canvas').focus();
await page.waitForTimeout(1500);
mkdirSync(path.dirname(file), { recursive: true });
await page.screenshot({ path: file });
await browser.close();
await server.close();
console.log(`${path.relative(ROOT, file)}: ${Math.round(statSync(file).size / 1000)} kB`);
process.exit(0);

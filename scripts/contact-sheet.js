// `node scripts/contact-sheet.js FOLDER SCENE... [--every SECONDS] [--frames COUNT]`: for each scene one picture with the
// studio's view of it over its run, SCENE.png in the folder.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { build, preview, runnerImport } from 'vite';
import { ROOT } from './lib/run.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '0.4' }, frames: { type: 'string', default: '9' } },
});
const [folder, ...scenes] = positionals;
const [every, frames] = [Number(values.every), Number(values.frames)];
const configFile = path.join(ROOT, 'studio/vite.config.ts');
const outDir = path.join(ROOT, '.cache/contact-sheet');
const SIZE = { width: 640, height: 480 };
const COLUMNS = 3;

const { module: tests } = await runnerImport(path.join(ROOT, 'test/chromium.ts'));
await build({ configFile, logLevel: 'warn', build: { outDir } });
const server = await preview({
  configFile,
  logLevel: 'warn',
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const browser = await chromium.launch({ executablePath: tests.chromiumPath(), args: tests.chromiumArgs() });
mkdirSync(folder, { recursive: true });
for (const scene of scenes) {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(`${server.resolvedUrls.local[0]}?paused&backend=wasm&scene=${scene}`);
  await page.waitForFunction(() => 'studio' in window);
  await page.evaluate(() => window.studio.ready);
  await page.locator('#show-overlay').uncheck();
  await page.locator('#handling').evaluate((tools) => tools.setAttribute('hidden', ''));
  await page.locator('canvas').focus();
  const shots = [];
  for (let frame = 0; frame < frames; frame++) {
    const told = await page.evaluate(
      async ([isFirst, seconds]) => {
        const { world, view } = window.studio;
        const begin = performance.now();
        const steps = isFirst ? 0 : Math.round(seconds / world.timestep);
        world.step(steps);
        await view.update();
        const ms = (performance.now() - begin) / Math.max(1, steps);
        const { contact, strain, energy, faults } = await world.statistics();
        const { touching, missed, tooFast } = contact;
        return (
          `${world.time.toFixed(2)} s: ${ms.toFixed(2)} ms a step, touching ${touching}, missed ${missed}, ` +
          `too fast ${tooFast}, strain ${strain.mean.toFixed(4)} to ${strain.max.toFixed(3)}, ` +
          `kinetic ${energy.kinetic.toFixed(3)} J, faults ${faults}`
        );
      },
      [frame === 0, every],
    );
    console.log(`${scene} ${told}`);
    await page.waitForTimeout(1000);
    const shot = await page.locator('canvas').screenshot();
    shots.push(`<img src="data:image/png;base64,${shot.toString('base64')}" title="${told}">`);
  }
  await page.setViewportSize({ width: COLUMNS * 480, height: 100 });
  await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${COLUMNS},480px)">
    <style>img { width: 100%; display: block }</style>${shots.join('')}</body>`);
  await page.screenshot({ path: path.join(folder, `${scene}.png`), fullPage: true });
  await page.close();
}
await browser.close();
await server.close();

// `node scripts/picture.js [FILE.webp] [--scene NAME] [--seconds S]`: the README's moving picture of the studio's view.

import './lib/node-version.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { animatedWebp } from './lib/animated-webp.js';
import { ROOT } from './lib/run.js';
import {
  chosenScenes,
  openStudio,
  readArguments,
  readCatalogue,
  refuse,
  runUntil,
} from './lib/studio-page.js';

const USAGE = 'node scripts/picture.js [FILE.webp] [--scene NAME] [--seconds SECONDS]';
const FRAMES_PER_SECOND = 15;
const QUALITY = 0.8;

const { values, positionals } = readArguments(USAGE, {
  scene: 'text',
  seconds: { min: 0.1, max: 60, default: 5 },
});
if (positionals.length > 1) refuse(`One file is written; there are ${positionals.length}.`, USAGE);
const file = path.resolve(positionals[0] ?? path.join(ROOT, 'docs/images/studio.webp'));
if (!file.endsWith('.webp')) refuse(`${positionals[0]} is not the name of a WebP file.`, USAGE);
const [{ id }] = chosenScenes(await readCatalogue(), [values.scene ?? 'cloth-on-sphere'], USAGE);

const studio = await openStudio();
const page = await studio.open(id, { width: 940, height: 400 });
const box = await page.locator('canvas').boundingBox();
const size = { width: Math.floor(box.width), height: Math.floor(box.height) };
const clip = { x: box.x, y: box.y, ...size };
const frames = [];
for (let k = 0; k < values.seconds * FRAMES_PER_SECOND; k++) {
  await runUntil(page, k / FRAMES_PER_SECOND);
  const png = (await page.screenshot({ clip })).toString('base64');
  // The browser has an encoder.
  const webp = await page.evaluate(
    async ([data, { width, height }, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
      );
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [png, size, QUALITY],
  );
  frames.push(Buffer.from(webp, 'base64'));
}
await studio.close();
const picture = animatedWebp(frames, size, Math.round(1000 / FRAMES_PER_SECOND));
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, picture);
console.log(`${path.relative(ROOT, file)}: ${frames.length} frames, ${Math.round(picture.length / 1000)} kB`);

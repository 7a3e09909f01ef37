// Pictures of a scene: a thumbnail, and a contact sheet over its whole run.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { inWords, runUntil } from './studio-page.js';

/** CSS pixels; the studio's panel is beside the picture of this size. In a window of 720 or less it would be below. */
const THUMBNAIL = { width: 480, height: 300 };
const FRAME = { width: 480, height: 360 };
const PANEL = 300;
const COLUMNS = 3;

const windowFor = ({ width, height }) => ({ width: width + PANEL, height });

/** Of the moment that the scene names, as JPEG. */
export async function writeThumbnail(studio, scene, file) {
  const page = await studio.open(scene, windowFor(THUMBNAIL));
  await runUntil(page, await page.evaluate(() => window.studio.scene.showcase.thumbnail));
  mkdirSync(path.dirname(file), { recursive: true });
  await page.locator('canvas').screenshot({ path: file, type: 'jpeg', quality: 78 });
  await page.close();
}

/** As many frames as asked for, over the duration that the scene names or `every` so many seconds, as PNG. */
export async function writeContactSheet(studio, scene, file, { frames, every, tell }) {
  const page = await studio.open(scene, windowFor(FRAME));
  const duration = await page.evaluate(() => window.studio.scene.showcase.duration);
  const interval = every ?? duration / Math.max(1, frames - 1);
  const shots = [];
  for (let frame = 0; frame < frames; frame++) {
    const told = inWords(await runUntil(page, frame * interval));
    tell(`${scene} ${told}`);
    const shot = await page.locator('canvas').screenshot();
    shots.push(`<img src="data:image/png;base64,${shot.toString('base64')}" alt="">`);
  }
  await page.setViewportSize({ width: COLUMNS * FRAME.width, height: 100 });
  await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${COLUMNS},${FRAME.width}px)">
    <style>img { width: 100%; display: block }</style>${shots.join('')}</body>`);
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

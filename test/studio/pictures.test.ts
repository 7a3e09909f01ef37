// The scripts that take pictures of scenes, run small: what they write is looked at in Chromium.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/plugin.js';
import { launch } from './page.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'selvedge-pictures-'));
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch({ webgpu: false });
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const script = async (name: string, ...words: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [path.join(root, 'scripts', name), ...words])).stdout;

interface Seen {
  readonly width: number;
  readonly height: number;
  /** Of each frame: how many colours it has, and its mean difference per channel from the first, 0 to 255. */
  readonly frames: readonly { readonly colours: number; readonly difference: number }[];
}

/** A picture of so many frames side by side. */
function look(
  file: string,
  type: 'image/png' | 'image/jpeg',
  frameWidth: number,
  frames: number,
): Promise<Seen> {
  const base64 = readFileSync(path.join(folder, file)).toString('base64');
  return page.evaluate(
    async ({ source, frameWidth, frames }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const [width, height] = [image.naturalWidth, image.naturalHeight];
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const all = Array.from(
        { length: frames },
        (_, k) => context.getImageData(k * frameWidth, 0, frameWidth, height).data,
      );
      const seen = all.map((data) => ({
        colours: new Set(new Uint32Array(data.buffer)).size,
        difference: data.reduce((sum, value, k) => sum + Math.abs(value - all[0][k]), 0) / data.length,
      }));
      return { width, height, frames: seen };
    },
    { source: `data:${type};base64,${base64}`, frameWidth, frames },
  );
}

it('npm run showcases writes a thumbnail, a sheet over the run and the page', async () => {
  const told = await script('showcases.js', 'rope', '--frames', '2', '--into', folder);
  expect(told).toMatch(/^scenes\/thumbnails\/rope\.jpg: [\d.]+ kB$/m);
  expect(told).toMatch(/^rope 0\.00 s: .* missed 0, /m);
  const thumbnail = await look('scenes/thumbnails/rope.jpg', 'image/jpeg', 480, 1);
  expect(thumbnail).toMatchObject({ width: 480, height: 300 });
  expect(thumbnail.frames[0].colours).toBeGreaterThan(50);
  const sheet = await look('out/showcases/rope.png', 'image/png', 480, 2);
  expect(sheet).toMatchObject({ width: 3 * 480, height: 360 });
  for (const { colours } of sheet.frames) expect(colours).toBeGreaterThan(50);
  expect(sheet.frames[1].difference).toBeGreaterThan(0.1);
  const [written, kept] = [folder, root].map((at) =>
    readFileSync(path.join(at, 'docs/showcases.md'), 'utf8'),
  );
  expect(written).toBe(kept);
});

it('contact-sheet.js writes a sheet of two moments', async () => {
  const told = await script('contact-sheet.js', folder, 'rope', '--frames', '2', '--every', '0.25');
  expect(told).toMatch(/^rope 0\.25 s: /m);
  const sheet = await look('rope.png', 'image/png', 480, 2);
  expect(sheet).toMatchObject({ width: 3 * 480, height: 360 });
  for (const { colours } of sheet.frames) expect(colours).toBeGreaterThan(50);
  expect(sheet.frames[1].difference).toBeGreaterThan(0.1);
});

it('an unknown scene, or no folder, is refused before anything is built', async () => {
  await expect(script('showcases.js', 'ropes-and-more', '--into', folder)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no scene "ropes-and-more"'),
  });
  await expect(script('contact-sheet.js')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The folder for the pictures is missing.'),
  });
});

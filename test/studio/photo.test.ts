// A photo of what is on the picture, saved as a file, in a real Chromium.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  advance,
  builtAddress,
  difference,
  launch,
  open,
  openFile,
  picture,
  ready,
  smallScene,
} from './page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ webgpu: false });
});
afterAll(() => browser?.close());

it('is twice as large, without the controls, and the picture is as before', async () => {
  const viewport = { width: 360, height: 320 };
  const { page, complaints } = await open(browser, `${builtAddress()}#v=1&paused=1&scene=rope`, { viewport });
  await openFile(page, 'small.json', smallScene(8, 'My cloth'));
  await page.locator('#handling').evaluate((tools) => tools.setAttribute('hidden', ''));
  const before = await picture(page);
  const waiting = page.waitForEvent('download');
  await page.locator('#photo-button').click();
  const file = await waiting;
  await ready(page);
  expect(file.suggestedFilename()).toBe('my-cloth.png');
  const png = readFileSync(await file.path());
  const canvas = (await page.locator('canvas').boundingBox())!;
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    2 * Math.round(canvas.width),
    2 * Math.floor(canvas.height),
  ]);
  // What was seen, in softer light; not a blank sheet.
  const seen = await page.evaluate(
    async ([one, other]) => {
      const pixels = await Promise.all(
        [one, other].map(async (base64) => {
          const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
          const image = await createImageBitmap(blob);
          const context = new OffscreenCanvas(90, 50).getContext('2d')!;
          context.drawImage(image, 0, 0, 90, 50);
          return context.getImageData(0, 0, 90, 50).data;
        }),
      );
      const spread = (data: Uint8ClampedArray) =>
        Math.max(...data) - Math.min(...data.filter((_, k) => k % 4 < 3));
      const apart =
        pixels[0].reduce((sum, value, k) => sum + Math.abs(value - pixels[1][k]), 0) / pixels[0].length;
      return { apart, spread: pixels.map(spread) };
    },
    [before, png.toString('base64')],
  );
  expect(seen.spread[1]).toBeGreaterThan(seen.spread[0] / 2);
  expect(seen.apart).toBeLessThan(25);
  expect(await difference(page, before, await picture(page))).toBeLessThan(0.5);
  await page.evaluate(() => window.studio.play());
  await advance(page, 2);
  expect(complaints).toEqual([]);
  await page.close();
});

// What of the studio can be seen and reached in windows of several sizes, in a real Chromium.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  builtAddress,
  keepShot,
  launch,
  type OpenOptions,
  open,
  openFile,
  ready,
  smallScene,
} from './page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ webgpu: true });
});
afterAll(() => browser?.close());

async function studio(query: string, options: OpenOptions): Promise<Page> {
  const { page, complaints } = await open(browser, builtAddress() + query, options);
  onTestFinished(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

describe('the page', () => {
  it('has all statistics in its panel, in words that are not cut', async () => {
    const page = await studio('?paused&scene=pnf18-hanging', { viewport: { width: 1280, height: 800 } });
    await page.evaluate(() => window.studio.stepOnce());
    await page.waitForFunction(() => document.querySelector('#statistics')?.textContent?.includes('global'));
    const panel = page.locator('#panel');
    const [content, width] = await panel.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(content).toBeLessThanOrEqual(width);
    const lowest = await page.evaluate(() => {
      const last = [...document.querySelectorAll('#statistics dd')].at(-1)!;
      last.scrollIntoView();
      return last.getBoundingClientRect().bottom;
    });
    expect(lowest).toBeLessThanOrEqual(800);
    // Nothing is written over the picture but the hint.
    expect(await page.locator('#stage').textContent()).not.toMatch(/ms per step|cells a step/);
    await keepShot(page, 'statistics');
  });

  it('fits a narrow window', async () => {
    const page = await studio('?paused&scene=rope', { viewport: { width: 390, height: 844 } });
    await openFile(page, 'small.json', smallScene());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('button, label, legend, dt, dd, h1')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
    // Fingers need 44 pixels, and the whole bar is on the screen.
    for (const button of await page.locator('#tools button, #timeline button, #timeline select').all()) {
      const box = (await button.boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    await keepShot(page, 'narrow');
    // All of the cloth is in the picture, and the camera stays above the floor.
    const canvas = (await page.locator('canvas').boundingBox())!;
    for (const corner of [0, 19, 380, 399]) {
      const [x, y] = await page.evaluate((id) => window.studio.locate(id), corner);
      expect(x > canvas.x && x < canvas.x + canvas.width, `x ${x} of ${corner}`).toBe(true);
      expect(y > canvas.y && y < canvas.y + canvas.height, `y ${y} of ${corner}`).toBe(true);
    }
    await page.locator('#scene').selectOption('rope');
    await ready(page);
    await page.evaluate(() => window.studio.camera.position.set(0, -3, 1));
    await page.waitForFunction(() => {
      const ground = window.studio.view!.parent!.getObjectByName('ground')!;
      return window.studio.camera.position.y > ground.position.y;
    });
  });
});

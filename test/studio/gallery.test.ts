// The gallery of scenes, in a real Chromium.
import { expect, it } from 'vitest';
import { builtAddress, keepShot, launch, open, ready } from './page.ts';

it('shows every scene with a picture and words for it, and opens the one that is chosen', async () => {
  const browser = await launch({ webgpu: true });
  const viewport = { width: 1280, height: 760 };
  const { page, complaints } = await open(browser, `${builtAddress()}?paused&scene=rope`, { viewport });
  await page.locator('#gallery-button').click();
  const items = page.locator('#gallery-list button');
  expect(await items.count()).toBe(await page.locator('#scene option').count());
  for (const image of await items.locator('img').all()) {
    expect(await image.getAttribute('alt')).toMatch(/^Picture of the scene: .{20}/);
    expect(await image.getAttribute('src')).toBeTruthy();
  }
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('#gallery-list img')!.naturalWidth === 480,
  );
  await keepShot(page, 'gallery');
  await items.filter({ hasText: 'Jelly' }).click();
  await ready(page);
  expect(await page.locator('#gallery').isVisible()).toBe(false);
  expect(await page.locator('#scene').inputValue()).toBe('jelly');
  expect(complaints).toEqual([]);
  await browser.close();
});

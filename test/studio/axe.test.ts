// Every page and panel of the studio can be read and worked by those who don't see it, or have no mouse: axe finds nothing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtAddress, launch, open, openFile, smallScene } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch({ webgpu: false });
  ({ page } = await open(browser, `${builtAddress()}#v=1&paused=1&scene=rope`));
  await page.addScriptTag({ content: axe });
  await openFile(page, 'small.json', smallScene(8));
});
afterAll(() => browser?.close());

async function findings(): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (window as never as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

const PANELS = ['#world-panel', '#see-panel', '#compare-panel'];
const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1000, height: 600 } } as const;

it.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('the page and its panels, %s', async (size) => {
  await page.setViewportSize(SIZES[size]);
  expect(await findings()).toEqual([]);
  for (const panel of PANELS) await page.locator(`${panel} > summary`).click();
  await page.locator('#measure').selectOption('strain');
  await page.locator('#legend').waitFor({ state: 'visible' });
  expect(await findings()).toEqual([]);
  await page.locator('#measure').selectOption('fabric');
  for (const panel of PANELS) await page.locator(`${panel} > summary`).click();
});

it('the help, the gallery, the editor and a problem', async () => {
  await page.locator('#help-button').click();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('#gallery-button').click();
  await page.locator('#gallery').waitFor({ state: 'visible' });
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('#edit-button').click();
  await page.locator('.cm-content').waitFor();
  expect(await findings()).toEqual([]);
  await page.locator('#editor-close').click();
  await openFile(page, 'broken.json', '{ "version": 1, "bodies": [{ "type": "cloth", "mass": -1 }] }');
  await page.locator('#problem').waitFor({ state: 'visible' });
  expect(await findings()).toEqual([]);
});

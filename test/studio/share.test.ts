// Links, recorded time and the scene as text, in a real Chromium, as a user meets them.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  advance,
  builtAddress,
  keepShot,
  launch,
  open,
  openFile,
  positionsOf,
  ready,
  smallScene,
} from './page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ webgpu: true });
});
afterAll(() => browser?.close());

const SMALL = { width: 760, height: 420 };

async function studio(hash = ''): Promise<Page> {
  const { page, complaints } = await open(browser, builtAddress() + hash, { viewport: SMALL });
  onTestFinished(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

const hashOf = (page: Page) => page.evaluate(() => location.hash);
const hashHas = (page: Page, part: string) =>
  page.waitForFunction((text) => decodeURIComponent(location.hash).includes(text), part);

describe('the address', () => {
  it('carries scene, solver, parameters and camera; reload and Back find them again', async () => {
    const page = await studio('#v=1&scene=rope&paused=1');
    await page.locator('#solver').selectOption('pd-rbgs');
    await ready(page);
    await page.locator('#inner').fill('7');
    await page.locator('#inner').press('Enter');
    await page.evaluate(() => {
      window.studio.camera.position.set(1, 2, 3);
    });
    await page.evaluate(() => window.studio.stepOnce());
    await hashHas(page, 'inner:7');
    await hashHas(page, 'camera=');
    await page.reload();
    await page.waitForFunction(() => 'studio' in window);
    await ready(page);
    expect(await page.evaluate(() => window.studio.world!.method)).toMatchObject({ id: 'pd-rbgs', inner: 7 });
    const [x, y, z] = await page.evaluate(() => window.studio.camera.position.toArray());
    for (const [value, wanted] of [
      [x, 1],
      [y, 2],
      [z, 3],
    ])
      expect(value).toBeCloseTo(wanted, 1);

    await page.locator('#scene').selectOption('jelly');
    await ready(page);
    await hashHas(page, 'scene=jelly');
    await page.goBack();
    await page.waitForFunction(() => window.studio?.scene?.name === 'Rope');
    expect(await page.locator('#scene').inputValue()).toBe('rope');
    await hashHas(page, 'inner:7');
  });

  it('holds a scene of the user’s own whole', async () => {
    const page = await studio('#v=1&scene=rope&paused=1');
    await openFile(page, 'mine.json', smallScene(9, 'Mine'));
    await hashHas(page, 'json=');
    const { page: other } = await open(browser, builtAddress() + (await hashOf(page)), { viewport: SMALL });
    onTestFinished(() => other.close());
    expect(await other.evaluate(() => window.studio.scene!.name)).toBe('Mine');
    expect(await other.evaluate(() => window.studio.world!.model.particles)).toBe(81);
  });

  it('of another version, or damaged, opens what it can, says so, and loses nothing', async () => {
    const page = await studio('#v=7&scene=rope&solver=magic&lens=fish&paused=1');
    const said = await page.locator('#toast').textContent();
    expect(said).toContain('version 7');
    expect(said).toContain('There is no solver "magic"');
    expect(await page.evaluate(() => window.studio.scene!.name)).toBe('Rope');
    await hashHas(page, 'v=1');
    for (const part of ['solver=magic', 'lens=fish']) expect(await hashOf(page)).toContain(part);
    await keepShot(page, 'link-of-another-version');
    await page.goto(`${builtAddress()}#v=1&json=abcdef`);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#toast')?.textContent?.includes('damaged'));
    await page.waitForFunction(() => window.studio.world !== undefined);
  });
});

describe('time', () => {
  it('goes back over recorded moments, on from there, and slowly', async () => {
    const page = await studio('#v=1&scene=rope&paused=1');
    await openFile(page, 'small.json', smallScene(12));
    await page.evaluate(() => window.studio.play());
    await page.waitForFunction(() => window.studio.frames.length >= 5);
    await page.evaluate(() => window.studio.pause());
    const scrubber = page.locator('#scrubber');
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('#scrubber')!.disabled);
    const seek = async (frame: number) => {
      await scrubber.fill(String(frame));
      await page.waitForFunction((k) => window.studio.world!.time === window.studio.frames[k], frame);
    };
    await seek(1);
    const [time, early] = [await page.evaluate(() => window.studio.world!.time), await positionsOf(page)];
    expect(time).toBeGreaterThan(0);
    await seek(4);
    expect(await positionsOf(page)).not.toEqual(early);
    await seek(1);
    expect(await positionsOf(page)).toEqual(early);
    await page.locator('canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((before) => window.studio.world!.time < before, time);
    // Played on from there, what came later is another run.
    await page.evaluate(() => window.studio.play());
    await advance(page, 24);
    const ahead = await page.evaluate(() => {
      window.studio.pause();
      return window.studio.frames.filter((each) => each > window.studio.world!.time).length;
    });
    expect(ahead).toBe(0);
    await page.keyboard.press('m');
    expect(await page.locator('#speed').inputValue()).toBe('0.5');
  });
});

describe('the scene as text', () => {
  it('is tried while it is written, names problems by their place, and is kept', async () => {
    const page = await studio('#v=1&scene=rope&paused=1');
    await page.keyboard.press('e');
    const text = page.locator('#editor .cm-content');
    await text.waitFor();
    await page.waitForFunction(
      () => document.querySelector('#editor-problems')?.textContent === 'No problems.',
    );
    const write = async (json: string) => {
      await text.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(json);
    };
    await write('{ "version": 1, "name": "Typed", "bodies": [{ "type": "rope", "particles": 1 }] }');
    const problems = page.locator('#editor-problems');
    await page.waitForFunction(() =>
      document.querySelector('#editor-problems')?.textContent?.includes('bodies[0].particles'),
    );
    expect(await page.evaluate(() => window.studio.scene!.name)).toBe('Rope');
    await problems.locator('button').first().click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('1');
    await keepShot(page, 'editor-problem');
    await write('{ "version": 1, "name": "Typed", "bodies": [{ "type": "rope", "particles": 13 }] }');
    await page.waitForFunction(() => window.studio?.scene?.name === 'Typed');
    expect(await page.evaluate(() => window.studio.world!.model.particles)).toBe(13);
    await page.locator('#editor-undo').click();
    await page.locator('#editor-redo').click();
    const download = page.waitForEvent('download');
    await page.locator('#editor-save').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('typed.json');
    expect(JSON.parse(readFileSync(await file.path(), 'utf8')).bodies[0].particles).toBe(13);
    await page.locator('#editor-keep').click();
    await page.locator('#editor-close').click();
    await page.locator('#scene').selectOption('jelly');
    await ready(page);
    await page.reload();
    await page.waitForFunction(() => 'studio' in window);
    await ready(page);
    await page.locator('#scene').selectOption('own:Typed');
    await ready(page);
    expect(await page.evaluate(() => window.studio.world!.model.particles)).toBe(13);
  });
});

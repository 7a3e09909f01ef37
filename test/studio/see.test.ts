// What a person sees of a world beside its fabrics, in a real Chromium.
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { builtAddress, difference, keepShot, launch, open, openFile, picture, smallScene } from './page.ts';

let browser: Browser;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  browser = await launch({ webgpu: false });
  ({ page, complaints } = await open(browser, `${builtAddress()}#v=1&paused=1&scene=rope`));
  await openFile(page, 'small.json', smallScene(12));
  await page.locator('#see-panel summary').click();
});
afterAll(() => browser?.close());
afterEach(() => expect(complaints).toEqual([]));

const lensIsOn = () => page.waitForFunction(() => window.studio.view!.lens !== undefined);

it('colours the cloth by strain, with a legend, and gives it its fabric back', async () => {
  await page.evaluate(() => window.studio.stepOnce());
  const plain = await picture(page);
  await page.locator('#measure').selectOption('strain');
  await page.waitForFunction(() => (window.studio.view!.lens?.top ?? 0) > 0);
  const coloured = await picture(page);
  expect(await difference(page, plain, coloured)).toBeGreaterThan(2);
  expect(await page.locator('#legend').textContent()).toMatch(/^Strain0 %[\d.]+ %/);
  await keepShot(page, 'strain');
  // The colours follow the motion, and another solver.
  await page.evaluate(() => window.studio.stepOnce());
  for (const measure of ['speed', 'force', 'contact', 'crossing']) {
    await page.locator('#measure').selectOption(measure);
    await page.waitForFunction((name) => window.studio.view!.lens?.sights.measure === name, measure);
  }
  await page.locator('#measure').selectOption('fabric');
  await page.waitForFunction(() => window.studio.view!.lens === undefined);
  await page.evaluate(() => window.studio.reset());
  await page.evaluate(() => window.studio.stepOnce());
  expect(await difference(page, plain, await picture(page))).toBeLessThan(0.5);
  expect(await page.locator('#legend').isVisible()).toBe(false);
});

it('shows triangles, particles by colour class, normals and colliders', async () => {
  const plain = await picture(page);
  for (const sight of ['wires', 'particles', 'normals']) {
    await page.locator(`#see-${sight}`).check();
    await lensIsOn();
    await page.evaluate(() => window.studio.stepOnce());
    expect(await difference(page, plain, await picture(page)), sight).toBeGreaterThan(0.3);
    await page.locator(`#see-${sight}`).uncheck();
    await page.waitForFunction(() => window.studio.view!.lens === undefined);
  }
  const floor = { shape: 'plane', position: [0, -0.3, 0] };
  await openFile(page, 'floor.json', JSON.stringify({ ...JSON.parse(smallScene(12)), colliders: [floor] }));
  const shown = () => page.evaluate(() => window.studio.view!.colliders.meshes[0].visible);
  expect(await shown()).toBe(false);
  await page.locator('#see-colliders').check();
  await lensIsOn();
  expect(await shown()).toBe(true);
  // It stays with another scene.
  await page.locator('#scene').selectOption('rope');
  await page.evaluate(() => window.studio.ready);
  await lensIsOn();
  await page.locator('#see-colliders').uncheck();
  await openFile(page, 'small.json', smallScene(12));
});

it('reads what is under the pointer', async () => {
  await page.locator('#see-probe').check();
  await page.waitForTimeout(300);
  const [x, y] = await page.evaluate(() => window.studio.locate(66));
  await page.mouse.move(x, y);
  await page.locator('#probe').waitFor({ state: 'visible' });
  await page.waitForFunction(() => document.querySelector('#probe')?.textContent?.includes('Strain'));
  const said = await page.locator('#probe').textContent();
  expect(said).toMatch(/^Particle\d+ of cloth/);
  expect(said).toMatch(/Speed.*m\/s.*Force.*Contact.*Mass.*g/);
  const [px] = await page.evaluate(async () => {
    const { positions } = await window.studio.world!.read();
    const id = Number(/\d+/.exec(document.querySelector('#probe')!.textContent!)![0]);
    return [positions[3 * id]];
  });
  expect(said).toContain(px.toFixed(3));
  await page.mouse.move(5, 5);
  await page.locator('#probe').waitFor({ state: 'hidden' });
});

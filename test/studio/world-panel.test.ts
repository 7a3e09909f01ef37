// The fabric and world panel as a person uses it, in a real Chromium.
import type { Browser, Page } from 'playwright';
import { parseScene } from 'selvedge/scene';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { unpack } from '../../studio/link.ts';
import { advance, builtAddress, keepShot, launch, open, positionsOf, ready } from './page.ts';

let browser: Browser;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  browser = await launch({ webgpu: false });
  ({ page, complaints } = await open(browser, `${builtAddress()}#v=1&paused=1&scene=silk-on-a-ball`));
  await page.locator('#world-panel summary').click();
});
afterAll(() => browser?.close());
afterEach(() => expect(complaints).toEqual([]));

async function choose(scene: string): Promise<void> {
  await page.locator('#scene').selectOption(scene);
  await ready(page);
}

const type = async (knob: string, value: number) => {
  const field = page.locator(`.knob:has(#knob-${knob}) .value input`);
  await field.fill(String(value));
  await field.press('Enter');
  await page.waitForTimeout(50);
  await ready(page);
};
const material = () =>
  page.evaluate(() => {
    const { scene } = window.studio;
    const [body] = scene!.bodies;
    return { name: body.material, ...scene!.materials[body.material ?? ''], color: body.color };
  });

it('changes gravity while it runs, and the link says so', async () => {
  await page.evaluate(() => {
    Object.assign(window, { before: window.studio.world });
  });
  await type('gravity', 1.62);
  // The same world goes on.
  expect(
    await page.evaluate(() => (window as never as { before: unknown }).before === window.studio.world),
  ).toBe(true);
  expect(await page.evaluate(() => window.studio.scene!.gravity[1])).toBeCloseTo(-1.62, 9);
  await page.waitForFunction(() => location.hash.includes('json='));
  const text = await unpack(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('json')!);
  expect(parseScene(text).scene.gravity[1]).toBeCloseTo(-1.62, 9);
  await page.locator('[aria-label="Reset gravity"]').click();
  await ready(page);
  expect(await page.evaluate(() => window.studio.scene!.gravity[1])).toBeCloseTo(-9.81, 9);
});

it('makes denim of the silk where it is, finer, and goes back to its beginning', async () => {
  await choose('silk-on-a-ball');
  await page.evaluate(() => window.studio.play());
  await advance(page, 8);
  await page.evaluate(() => window.studio.pause());
  await ready(page);
  const before = await positionsOf(page);
  const time = await page.evaluate(() => window.studio.world!.time);
  await page.locator('#knob-preset').selectOption('denim');
  await ready(page);
  expect(await page.locator('#toast').textContent()).toContain('Made again from where it was');
  expect(await material()).toMatchObject({ name: 'denim of silk', density: 0.4, color: '#3d5a82' });
  expect(await page.locator('#knob-preset').inputValue()).toBe('denim');
  expect(await positionsOf(page)).toEqual(before);
  expect(await page.evaluate(() => window.studio.world!.time)).toBe(time);
  await keepShot(page, 'world-panel');
  await type('bend', 90);
  expect(await material()).toMatchObject({ stiffness: { bend: 90 } });
  expect(await page.locator('#knob-preset').inputValue()).toBe('other');
  await type('resolution', 30);
  expect(await page.evaluate(() => window.studio.scene!.bodies[0])).toMatchObject({ particles: [30, 30] });
  const now = await positionsOf(page);
  expect(now.length).toBe(3 * 900);
  for (const c of [0, 1, 2]) expect(now[c]).toBeCloseTo(before[c], 5);
  await page.evaluate(() => window.studio.play());
  await advance(page, 4);
  expect((await positionsOf(page)).every(Number.isFinite)).toBe(true);
  await page.keyboard.press('r');
  await page.waitForFunction(() => window.studio.world!.time < 0.5);
});

it('has every knob with a name, a sentence and limits that hold', async () => {
  await choose('flag');
  const knobs = await page.locator('.knob').count();
  expect(knobs).toBeGreaterThanOrEqual(18);
  for (const knob of await page.locator('.knob').all()) {
    const control = knob.locator('> input, > select');
    const id = await control.getAttribute('aria-describedby');
    expect((await page.locator(`#${id}`).textContent())!.length).toBeGreaterThan(20);
    expect(await knob.locator('label').textContent()).not.toBe('');
  }
  await type('density', 1e9);
  expect((await material()).density).toBe(3);
  await type('wind', 12);
  expect(await page.evaluate(() => Math.hypot(...window.studio.scene!.wind!.velocity))).toBeCloseTo(12, 6);
  // A strength lets it tear, and the tool for that can be taken then.
  await type('strength', 1.2);
  expect(await page.evaluate(() => window.studio.world!.model.strengths !== undefined)).toBe(true);
  await page.keyboard.press('Escape');
  // A scene without cloth has the world alone.
  await choose('soft-torus');
  expect(await page.locator('#fabric-section').isVisible()).toBe(false);
  expect(await page.locator('#knob-gravity').isVisible()).toBe(true);
});

// The studio's tools in a real Chromium, each by what it does to the world. With STUDIO_SHOTS=1 pictures are kept in .cache/studio-shots.
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  advance,
  builtAddress,
  keepShot,
  launch,
  type OpenOptions,
  open,
  openFile,
  positionsOf,
} from './page.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch({ webgpu: true });
});
afterAll(() => browser?.close());

/** Wide enough for the panel to stand beside the picture. */
const VIEWPORT = { width: 760, height: 440 };
const SIDE = 20;
const MIDDLE = SIDE * 10 + 10;

/** A small cloth of structural springs that hangs and faces the camera; `more` of its body, and bodies besides it. */
const hanging = (more: object = {}, ...others: object[]) =>
  JSON.stringify({
    version: 1,
    name: 'Hanging',
    bodies: [
      {
        type: 'cloth',
        particles: [SIDE, SIDE],
        pins: ['top'],
        stiffness: { structural: 1000, shear: 0, bend: 0 },
        ...more,
      },
      ...others,
    ],
    // What is to tear by a hand must not tear by too few sweeps.
    solver: 'strength' in more ? { method: 'pd-multigrid' } : { method: 'pd-rbgs', outer: 1, inner: 8 },
    timestep: 1 / 120,
    stepsPerFrame: 2,
  });

/** The open page and its scene; a page left open in the background would still be drawn. */
let opened: Awaited<ReturnType<typeof open>> | undefined;
let openedFor = '';
afterEach(() => expect(opened?.complaints ?? []).toEqual([]));

/** The studio, paused, with that scene and the tool it begins with. */
async function studio(text: string, backend = 'wasm', options: OpenOptions = {}): Promise<Page> {
  const wanted = `${backend} ${JSON.stringify(options)}`;
  if (!opened || openedFor !== wanted) {
    await opened?.page.close();
    const address = `${builtAddress()}?paused&scene=rope&backend=${backend}`;
    opened = await open(browser, address, { viewport: VIEWPORT, ...options });
    openedFor = wanted;
  }
  const { page } = opened;
  await page.evaluate(() => window.studio.pause());
  await openFile(page, 'hanging.json', text);
  await choose(page, 'drag');
  return page;
}

const choose = (page: Page, tool: string) => page.locator(`#tools [data-tool="${tool}"]`).click();
const hint = (page: Page) => page.locator('#hint').textContent();
const locate = (page: Page, id: number) => page.evaluate((which) => window.studio.locate(which), id);
const torn = (page: Page) => page.evaluate(async () => (await window.studio.world!.statistics()).torn);
const camera = (page: Page) => page.evaluate(() => window.studio.camera.position.toArray());
const pressed = (page: Page) =>
  page
    .locator('#tools [aria-pressed="true"]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent));
const pixels = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A GPU in software takes its time. */
const PATIENCE = { timeout: 20_000 };

/** Down on a particle, until it is held. */
async function grab(page: Page, id: number): Promise<[number, number]> {
  const [x, y] = await locate(page, id);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForFunction(() => window.studio.grabbed !== undefined);
  return [x, y];
}

describe('drag', () => {
  it('pulls by a spring, and lets go', async () => {
    const page = await studio(hanging());
    const [x, y] = await grab(page, MIDDLE);
    expect(await page.evaluate(() => window.studio.grabbed)).toBe(MIDDLE);
    await page.evaluate(() => window.studio.play());
    await page.mouse.move(x + 80, y - 60, { steps: 3 });
    await advance(page, 60);
    // Nearer to the pointer than to where it was, without being pinned.
    expect(pixels(await locate(page, MIDDLE), [x + 80, y - 60])).toBeLessThan(60);
    expect(await page.evaluate((id) => window.studio.world!.isPinned(id), MIDDLE)).toBe(false);
    await keepShot(page, 'tool-drag');
    await page.mouse.up();
    expect(await page.evaluate(() => window.studio.grabbed)).toBe(undefined);
    await advance(page, 60);
    expect(pixels(await locate(page, MIDDLE), [x + 80, y - 60])).toBeGreaterThan(60);
  });
});

describe('tear', () => {
  it('tears what has a strength, and a reset mends it', async () => {
    const page = await studio(hanging({ strength: 1.3 }));
    await choose(page, 'tear');
    expect(await pressed(page)).toEqual(['Tear']);
    const [x, y] = await grab(page, MIDDLE);
    await page.evaluate(() => window.studio.play());
    await advance(page, 10);
    expect(await torn(page)).toBe(0);
    await page.mouse.move(x + 60, y + 120, { steps: 12 });
    await advance(page, 40);
    const count = await torn(page);
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(400);
    await keepShot(page, 'tool-tear');
    await page.mouse.up();
    await page.keyboard.press('r');
    await expect.poll(() => torn(page), PATIENCE).toBe(0);
  });

  it('says why it cannot where nothing has a strength', async () => {
    const page = await studio(hanging());
    const button = page.locator('#tools [data-tool="tear"]');
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(await hint(page)).toBe("This scene's bodies cannot tear: they have no strength. Cut them.");
    expect(await button.getAttribute('title')).toContain('no strength');
    expect(await page.evaluate(() => window.studio.tool)).toBe('drag');
    await keepShot(page, 'tool-disabled');
  });
});

describe('cut', () => {
  it('cuts along the stroke and leaves the camera alone', async () => {
    const page = await studio(hanging());
    await page.keyboard.press('c');
    expect(await pressed(page)).toEqual(['Cut']);
    const [left, right] = [await locate(page, 10 * SIDE + 2), await locate(page, 11 * SIDE + 16)];
    const before = await camera(page);
    await page.mouse.move(left[0], left[1]);
    await page.mouse.down();
    await page.mouse.move((left[0] + right[0]) / 2, left[1] + 2, { steps: 4 });
    await page.mouse.move(right[0], right[1], { steps: 4 });
    await keepShot(page, 'tool-cut-stroke');
    await page.mouse.up();
    // Each of some fourteen columns lost its spring across the stroke, and where it slopes some rows.
    expect(await torn(page)).toBeGreaterThan(11);
    expect(await torn(page)).toBeLessThan(40);
    expect(await camera(page)).toEqual(before);
    await page.evaluate(() => window.studio.play());
    await advance(page, 30);
    await keepShot(page, 'tool-cut');
    // The right button turns the camera.
    await page.mouse.move(left[0], left[1]);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(left[0] + 40, left[1], { steps: 4 });
    await page.mouse.up({ button: 'right' });
    await expect.poll(() => camera(page), PATIENCE).not.toEqual(before);
  });
});

describe('shoot', () => {
  it('brings balls to a scene without, where it is, and shoots them', async () => {
    const page = await studio(hanging());
    await page.evaluate(() => window.studio.world!.step(8));
    const before = await positionsOf(page);
    await choose(page, 'shoot');
    await page.waitForFunction(() => window.studio.tool === 'shoot');
    expect(await page.evaluate(() => window.studio.world!.steps)).toBe(8);
    expect((await positionsOf(page)).slice(0, before.length)).toEqual(before);
    expect(await hint(page)).toContain('12 of 12 balls left.');
    const [x, y] = await locate(page, MIDDLE);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.up();
    expect(await page.evaluate(() => window.studio.world!.magazine.loaded)).toBe(11);
    const ball = before.length / 3;
    const start = await positionsOf(page);
    await page.evaluate(() => window.studio.play());
    await advance(page, 40);
    const after = await positionsOf(page);
    const [from, to] = [start, after].map((all) => all[3 * ball + 2]);
    expect(to).toBeLessThan(from - 1);
    // The cloth is pushed away.
    const pushed = after.slice(0, before.length).map((value, k) => (k % 3 === 2 ? start[k] - value : 0));
    expect(Math.max(...pushed)).toBeGreaterThan(0.02);
    await keepShot(page, 'tool-shoot');
    await page.keyboard.press('r');
    await page.waitForFunction(() => window.studio.world!.magazine.loaded === 12);
  });

  it('shoots the balls that a scene has', async () => {
    const magazine = { type: 'magazine', count: 2, radius: 0.05 };
    const page = await studio(hanging({}, magazine));
    await page.keyboard.press('b');
    expect(await hint(page)).toContain('2 of 2 balls left.');
    for (let k = 0; k < 3; k++) await page.mouse.click(200 + 20 * k, 150);
    expect(await hint(page)).toContain('paused');
    expect(await page.evaluate(() => window.studio.world!.magazine.loaded)).toBe(0);
    await keepShot(page, 'tool-shoot-paused');
  });
});

describe('pin', () => {
  it('pins what is clicked and lets it go again; beside the cloth the camera turns', async () => {
    const page = await studio(hanging());
    await choose(page, 'pin');
    const isPinned = () => page.evaluate((id) => window.studio.world!.isPinned(id), MIDDLE);
    const at = await locate(page, MIDDLE);
    await page.mouse.click(at[0], at[1]);
    await expect.poll(isPinned, PATIENCE).toBe(true);
    expect(await hint(page)).toContain(`Particle ${MIDDLE} is pinned.`);
    await page.evaluate(() => window.studio.play());
    await advance(page, 20);
    expect(pixels(await locate(page, MIDDLE), at)).toBeLessThan(1);
    await keepShot(page, 'tool-pin');
    await page.mouse.click(at[0], at[1]);
    await expect.poll(isPinned, PATIENCE).toBe(false);
    const before = await camera(page);
    await page.mouse.move(30, 200);
    await page.mouse.down();
    let x = 30;
    await expect
      .poll(async () => {
        x += 5;
        await page.mouse.move(x, 200);
        return camera(page);
      }, PATIENCE)
      .not.toEqual(before);
    await page.mouse.up();
  });
});

describe('wind', () => {
  it('blows along the stroke, or away from the eye after a click', async () => {
    const page = await studio(hanging(), 'wasm');
    await choose(page, 'wind');
    const blown = (axis: number) =>
      page.evaluate((axis) => {
        const { world } = window.studio;
        return [0, 0.25, 0.5].map((later) => {
          // The gust as it will be.
          const { time } = world!;
          world!.time = time + later;
          const speed = world!.wind[axis];
          world!.time = time;
          return speed;
        });
      }, axis);
    expect(await blown(0)).toEqual([0, 0, 0]);
    await page.mouse.move(120, 150);
    await page.mouse.down();
    await page.mouse.move(320, 150, { steps: 3 });
    await keepShot(page, 'tool-wind-stroke');
    await page.mouse.up();
    const speeds = await blown(0);
    expect(speeds[2]).toBeGreaterThan(3);
    await page.keyboard.press('r');
    expect(await blown(0)).toEqual([0, 0, 0]);
    const before = await positionsOf(page);
    await page.mouse.click(230, 200);
    expect((await blown(2))[2]).toBeLessThan(-3);
    await page.evaluate(() => window.studio.play());
    await advance(page, 60);
    const after = await positionsOf(page);
    expect(after[3 * MIDDLE + 2]).toBeLessThan(before[3 * MIDDLE + 2] - 0.05);
    await keepShot(page, 'tool-wind');
  });
});

describe('the tools', () => {
  it('are chosen by key, listed in the help, and go back to dragging where the next scene has no use for one', async () => {
    const page = await studio(hanging({ strength: 1.5 }));
    for (const [key, title] of [
      ['t', 'Tear'],
      ['c', 'Cut'],
      ['p', 'Pin'],
      ['w', 'Wind'],
      ['d', 'Drag'],
      ['t', 'Tear'],
    ]) {
      await page.keyboard.press(key);
      expect(await pressed(page)).toEqual([title]);
    }
    await page.keyboard.press('h');
    expect(await page.locator('#help').textContent()).toContain('Cut along a stroke');
    await page.keyboard.press('Escape');
    await openFile(page, 'whole.json', hanging());
    expect(await pressed(page)).toEqual(['Drag']);
  });

  it('work with fingers: two hold two particles', async () => {
    const page = await studio(hanging(), 'wasm', { hasTouch: true });
    const [a, b] = [await locate(page, 12 * SIDE + 5), await locate(page, 12 * SIDE + 15)];
    const client = await page.context().newCDPSession(page);
    const touch = (type: string, touchPoints: { x: number; y: number; id: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
    const fingers = (dy: number) => [
      { x: a[0], y: a[1] + dy, id: 1 },
      { x: b[0], y: b[1] + dy, id: 2 },
    ];
    await touch('touchStart', fingers(0).slice(0, 1));
    await page.waitForFunction(() => window.studio.grabbed !== undefined);
    await touch('touchStart', fingers(0));
    await page.waitForTimeout(300);
    await page.evaluate(() => window.studio.play());
    for (const dy of [-20, -40, -60]) await touch('touchMove', fingers(dy));
    await advance(page, 60);
    for (const [id, [x, y]] of [
      [12 * SIDE + 5, a],
      [12 * SIDE + 15, b],
    ] as const)
      expect(pixels(await locate(page, id), [x, y - 60])).toBeLessThan(45);
    await keepShot(page, 'tool-touch');
    await touch('touchEnd', []);
    await page.waitForFunction(() => window.studio.grabbed === undefined);
  });

  it('fit a narrow window', async () => {
    const page = await studio(hanging());
    await page.setViewportSize({ width: 420, height: 760 });
    await page.waitForTimeout(200);
    await keepShot(page, 'tools-narrow');
    const bar = await page.locator('#tools').boundingBox();
    expect(bar!.x).toBeGreaterThanOrEqual(0);
    expect(bar!.x + bar!.width).toBeLessThanOrEqual(420);
    await page.setViewportSize(VIEWPORT);
  });
});

describe('on webgpu', () => {
  it('drags, cuts, pins and shoots', async () => {
    const page = await studio(hanging({}, { type: 'magazine', count: 2, radius: 0.05 }), 'webgpu');
    const [x, y] = await grab(page, MIDDLE);
    await page.mouse.move(x + 80, y - 60, { steps: 3 });
    await page.evaluate(() => window.studio.world!.step(60));
    expect(pixels(await locate(page, MIDDLE), [x + 80, y - 60])).toBeLessThan(60);
    await page.mouse.up();
    await choose(page, 'pin');
    const at = await locate(page, MIDDLE);
    await page.mouse.click(at[0], at[1]);
    // It lies on those that were pinched with it.
    await expect.poll(() => hint(page), PATIENCE).toContain('is pinned.');
    await choose(page, 'cut');
    await page.mouse.move(x - 60, y + 50);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 55, { steps: 2 });
    await page.mouse.up();
    expect(await torn(page)).toBeGreaterThan(3);
    await choose(page, 'shoot');
    await page.mouse.click(x, y);
    expect(await page.evaluate(() => window.studio.world!.magazine.loaded)).toBe(1);
    await page.evaluate(() => window.studio.world!.step(10));
    const z = (await positionsOf(page))[3 * SIDE * SIDE + 2];
    expect(z).toBeGreaterThan(0.5);
    expect(z).toBeLessThan(2.5);
    await keepShot(page, 'tools-webgpu');
  });
});

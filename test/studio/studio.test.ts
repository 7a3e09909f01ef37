// The studio in a real Chromium, as a user meets it. With STUDIO_SHOTS=1 pictures for people are kept in .cache/studio-shots.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StudioFace } from '../../studio/main.ts';
import {
  advance,
  builtAddress,
  difference,
  dropFile,
  keepShot,
  launch,
  type OpenOptions,
  open,
  openFile,
  picture,
  positionsOf,
  ready,
  serveSources,
  smallScene,
  stepsOf,
} from './page.ts';

declare global {
  interface Window {
    studio: StudioFace;
  }
}

let browser: Browser;

beforeAll(async () => {
  browser = await launch({ webgpu: true });
});
afterAll(() => browser?.close());

/** The built studio; fails the test in the end if the page complained. */
async function studio(query = '', options: OpenOptions & { browser?: Browser } = {}): Promise<Page> {
  const { page, complaints } = await open(options.browser ?? browser, builtAddress() + query, options);
  onTestFinished(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

/** The studio with a small cloth on a backend. */
async function small(backend: string, options: OpenOptions = {}): Promise<Page> {
  const page = await studio(`?paused&scene=rope&backend=${backend}`, options);
  await openFile(page, 'small.json', smallScene());
  return page;
}

const heights = (positions: readonly number[]) => positions.filter((_, k) => k % 3 === 1);
const overlay = (page: Page) => page.locator('#overlay');
const problem = (page: Page) => page.locator('#problem');

describe('the first scene', () => {
  it('is silk that falls over a ball, and says what runs', async () => {
    const page = await studio();
    await advance(page, 6);
    const positions = await positionsOf(page);
    const start = await page.evaluate(() => Array.from(window.studio.world!.model.positions));
    expect(positions).toHaveLength(3 * 54 * 54);
    expect(positions.every(Number.isFinite)).toBe(true);
    expect(Math.min(...heights(positions))).toBeLessThan(Math.min(...heights(start)) - 1e-3);
    await page.waitForFunction(() =>
      /[\d.]+ ms per step/.test(document.querySelector('#overlay')!.textContent!),
    );
    const shown = `${await overlay(page).textContent()} ${await page.locator('#statistics').textContent()}`;
    for (const part of [
      'wasm',
      'threads',
      'auto',
      '2,916',
      'fps',
      'Step, global',
      'eq. (7)',
      'Strain',
      'kinetic',
    ])
      expect(shown).toContain(part);
    await keepShot(page, 'first-scene');
  });

  it('is served by npm run dev from the sources', async () => {
    const { server, address } = await serveSources();
    onTestFinished(() => server.close());
    const { page, complaints } = await open(browser, address);
    onTestFinished(() => page.close());
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await advance(page, 1);
    expect(complaints).toEqual([]);
  });
});

describe('playing', () => {
  it('pauses, steps once, resets, by button and by key', async () => {
    const page = await small('wasm');
    await page.locator('#step').click();
    await page.waitForFunction(() => window.studio.world!.steps === 1);
    await page.locator('#play').click();
    await advance(page, 4);
    await page.locator('canvas').focus();
    await page.keyboard.press('Space');
    expect(await page.evaluate(() => window.studio.playing)).toBe(false);
    await page.waitForTimeout(100);
    const paused = await stepsOf(page);
    await page.waitForTimeout(300);
    expect(await stepsOf(page)).toBe(paused);
    await page.keyboard.press('s');
    await page.waitForFunction((steps) => window.studio.world!.steps === steps, paused + 1);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((steps) => window.studio.world!.steps === steps, paused + 2);
    const start = await page.evaluate(() =>
      Array.from(Float32Array.from(window.studio.world!.model.positions)),
    );
    expect(await positionsOf(page)).not.toEqual(start);
    await page.keyboard.press('r');
    await page.waitForFunction(() => window.studio.world!.steps === 0);
    expect(await positionsOf(page)).toEqual(start);
    await page.keyboard.press('h');
    expect(await page.locator('#help').isVisible()).toBe(true);
    await keepShot(page, 'help');
    await page.keyboard.press('Escape');
    expect(await page.locator('#help').isVisible()).toBe(false);
  });
});

describe('keys', () => {
  const playing = (page: Page) => page.evaluate(() => window.studio.playing);

  it('are shortcuts again after a button, the help or a list was used', async () => {
    const page = await small('wasm');
    for (const id of ['#step', '#reset']) {
      await page.locator(id).click();
      await page.keyboard.press('Space');
      expect(await playing(page), id).toBe(true);
      await page.keyboard.press('Space');
      expect(await playing(page), id).toBe(false);
    }
    await page.locator('#help-button').click();
    await page.locator('#help').getByRole('button').click();
    await page.keyboard.press('Space');
    expect(await playing(page)).toBe(true);
    expect(await page.locator('#help').isVisible()).toBe(false);
    await page.keyboard.press('Space');
    await page.locator('#scene').selectOption('rope');
    await ready(page);
    await page.keyboard.press('s');
    await page.waitForFunction(() => window.studio.world!.steps === 1);
    expect(await page.locator('#scene').inputValue()).toBe('rope');
  });
});

describe('the solver', () => {
  it('is chosen where a scene names none; what was chosen and why is shown', async () => {
    const page = await small('wasm');
    expect(await page.locator('#solver').inputValue()).toBe('auto');
    await page.evaluate(() => window.studio.stepOnce());
    const shows = (part: string) =>
      page.waitForFunction((text) => document.querySelector('#overlay')!.textContent!.includes(text), part);
    await shows('auto → Projective dynamics, multigrid, 2');
    await shows('a correction travels 5.89 cells a step');
    await keepShot(page, 'auto');
    // Coarser, and so with heavier particles: a correction travels 1.5 cells.
    await openFile(page, 'tiny.json', smallScene(5, 'Tiny'));
    await page.evaluate(() => window.studio.stepOnce());
    await shows('auto → Projective dynamics, red-black Gauss-Seidel, 2 × 10');
    await page.locator('#solver').selectOption('pd-rbgs');
    await ready(page);
    await page.waitForFunction(() => !document.querySelector('#overlay')!.textContent!.includes('auto'));
  });
});

describe('parameters', () => {
  it('are refused in words where they cannot be, and outlast a solver without over-relaxation', async () => {
    const page = await small('wasm');
    await page.locator('#solver').selectOption('pd-rbgs');
    await ready(page);
    const inner = page.locator('#inner');
    const before = await inner.inputValue();
    for (const [typed, shown] of [
      ['100000', 'Inner is 100000; it takes a whole number from 1 to 1000.'],
      ['', 'Inner is empty; it takes a whole number from 1 to 1000.'],
    ]) {
      await inner.fill(typed);
      await inner.press('Enter');
      await inner.blur();
      expect(await problem(page).textContent()).toContain(shown);
      expect(await inner.inputValue()).toBe(before);
      await page.keyboard.press('Escape');
      expect(await problem(page).isVisible()).toBe(false);
    }
    expect(await page.evaluate(() => window.studio.world!.method.inner)).toBe(Number(before));

    // What a solver has no use for is remembered for the next one.
    const method = () => page.evaluate(() => window.studio.world!.method);
    await page.locator('#omega').fill('1.85');
    await page.locator('#omega').press('Enter');
    await page.locator('#solver').selectOption('pd-jacobi');
    await ready(page);
    expect('omega' in (await method())).toBe(false);
    expect(await page.locator('#omega').count()).toBe(0);
    await page.locator('#inner').fill('7');
    await page.locator('#inner').press('Enter');
    await page.locator('#solver').selectOption('pd-rbgs');
    await ready(page);
    expect(await method()).toMatchObject({ id: 'pd-rbgs', inner: 7, omega: 1.85 });
    expect(await page.locator('#omega').inputValue()).toBe('1.85');
  });
});

describe('dragging', () => {
  // With Shift; without, tools.test.ts.
  it.each(['wasm', 'webgpu'])('moves the picked particle until the button is up, on %s', async (backend) => {
    const page = await small(backend);
    const middle = 20 * 10 + 10;
    const [x, y] = await page.evaluate((id) => window.studio.locate(id), middle);
    const camera = await page.evaluate(() => window.studio.camera.position.toArray());
    await page.mouse.move(x, y);
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => window.studio.grabbed !== undefined);
    expect(await page.evaluate(() => window.studio.grabbed)).toBe(middle);
    await page.evaluate(() => window.studio.play());
    await page.mouse.move(x + 30, y - 20);
    await page.mouse.move(x + 60, y - 40, { steps: 3 });
    await advance(page, 6);
    const [nowX, nowY] = await page.evaluate((id) => window.studio.locate(id), middle);
    expect(Math.hypot(nowX - x - 60, nowY - y + 40)).toBeLessThan(2);
    expect(await page.evaluate((id) => window.studio.world!.isPinned(id), middle)).toBe(true);
    // The pointer that holds the cloth does not turn the camera.
    const after = await page.evaluate(() => window.studio.camera.position.toArray());
    for (const [axis, value] of after.entries()) expect(value).toBeCloseTo(camera[axis], 9);
    await keepShot(page, `dragging-${backend}`);
    await page.mouse.up();
    expect(await page.evaluate(() => window.studio.grabbed)).toBe(undefined);
    expect(await page.evaluate((id) => window.studio.world!.isPinned(id), middle)).toBe(false);
    await advance(page, 10);
    const [laterX, laterY] = await page.evaluate((id) => window.studio.locate(id), middle);
    expect(Math.hypot(laterX - nowX, laterY - nowY)).toBeGreaterThan(1);
  });

  it('keeps a pinned particle pinned, and beside the cloth turns the camera', async () => {
    const page = await small('webgpu');
    const corner = await page.evaluate(() => window.studio.locate(0));
    await page.mouse.move(...corner);
    await page.mouse.down();
    await page.waitForFunction(() => window.studio.grabbed === 0);
    await page.mouse.up();
    expect(await page.evaluate(() => window.studio.world!.isPinned(0))).toBe(true);
    const before = await page.evaluate(() => window.studio.camera.position.toArray());
    await page.mouse.move(20, 200);
    await page.mouse.down();
    let x = 20;
    await expect
      .poll(async () => {
        x += 5;
        await page.mouse.move(x, 200);
        return page.evaluate(() => window.studio.camera.position.toArray());
      })
      .not.toEqual(before);
    await page.mouse.up();
  });
});

describe('switching while it runs', () => {
  it('changes the solver and the backend and keeps the state', async () => {
    const page = await small('wasm');
    await page.evaluate(() => window.studio.play());
    for (const solver of ['pd-gs', 'pd-jacobi', 'pbd-jacobi', 'pd-rbgs']) {
      await page.locator('#solver').selectOption(solver);
      await ready(page);
      await advance(page, 2);
      expect(await page.evaluate(() => window.studio.world!.method.id)).toBe(solver);
    }
    const threads = await page.evaluate(() => window.studio.world!.backend.threads);
    for (const backend of ['reference', 'webgpu', 'wasm']) {
      const before = await stepsOf(page);
      await page.locator('#backend').selectOption(backend);
      await ready(page);
      await advance(page, 2);
      expect(await page.evaluate(() => window.studio.world!.backend.name)).toBe(backend);
      expect(await stepsOf(page)).toBeGreaterThan(before);
      await page.waitForFunction(
        (name) => document.querySelector('#overlay')?.textContent?.includes(name),
        backend,
      );
      expect((await positionsOf(page)).every(Number.isFinite)).toBe(true);
    }
    // Worlds that were replaced have taken their workers with them.
    await expect.poll(() => page.workers().length).toBe(threads);
  });

  it('says why a solver or a backend cannot be chosen', async () => {
    const page = await small('webgpu');
    const gaussSeidel = page.locator('#solver option[value="pd-gs"]');
    expect(await gaussSeidel.isDisabled()).toBe(true);
    expect(await gaussSeidel.textContent()).toContain('not on webgpu');
    await page.evaluate(() => window.studio.select({ solver: 'pd-gs' }));
    expect(await problem(page).textContent()).toContain('pd-gs does not run on webgpu');
    await problem(page).getByRole('button').click();
    await page.evaluate(() => window.studio.select({ solver: 'pd-gs', backend: 'wasm' }));
    expect(await page.locator('#backend option[value="webgpu"]').textContent()).toContain('not with pd-gs');
  });

  it('draws colliders and follows them, with its ground for the floor', async () => {
    const page = await studio('?paused&scene=rope');
    const box = { shape: 'box', size: [0.5, 0.5, 0.5], motion: { velocity: [10, 0, 0] } };
    const bodies = [{ type: 'cloth', particles: [5, 5], position: [0, 0.8, 0] }];
    const colliders = [{ shape: 'plane', position: [0, -0.25, 0] }, box];
    await openFile(page, 'box.json', JSON.stringify({ version: 1, bodies, colliders, timestep: 0.01 }));
    const seen = () =>
      page.evaluate(() =>
        window.studio.view!.colliders.meshes.map(({ visible, position }) => [visible, position.x]),
      );
    expect(await seen()).toEqual([
      [false, 0],
      [true, 0],
    ]);
    const before = await picture(page);
    await page.evaluate(() => window.studio.stepOnce());
    expect(await seen()).toEqual([
      [false, 0],
      [true, expect.closeTo(0.1, 9)],
    ]);
    expect(await difference(page, before, await picture(page))).toBeGreaterThan(0.15);
    await page.evaluate(() => window.studio.reset());
    expect(await seen()).toContainEqual([true, 0]);
  });

  it('opens every scene of the catalogue', async () => {
    const page = await studio('?paused&scene=rope', { viewport: { width: 240, height: 200 } });
    const scenes = await page
      .locator('#scene option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(scenes).toContain('hanging-cloth');
    for (const scene of scenes) {
      await page.locator('#scene').selectOption(scene);
      await ready(page);
      await page.evaluate(() => window.studio.stepOnce());
      expect(await problem(page).isVisible(), scene).toBe(false);
      expect((await positionsOf(page)).every(Number.isFinite), scene).toBe(true);
    }
  });
});

describe('on webgpu', () => {
  it("draws from the solver's buffer without reading it back", async () => {
    const page = await small('webgpu');
    expect(await page.evaluate(() => window.studio.view!.surface.isShared)).toBe(true);
    // The studio reads the cost of a step once; after that it reads no statistics.
    await page.evaluate(() => window.studio.play());
    await page.waitForFunction(() =>
      /[\d.]+ ms per step/.test(document.querySelector('#overlay')!.textContent!),
    );
    await page.evaluate(() => window.studio.pause());
    const first = await picture(page);
    await page.waitForTimeout(500);
    // What is large enough to hold the positions; the stopwatch's few bytes are not.
    await page.evaluate(() => {
      const bytes = 16 * window.studio.world!.model.particles;
      const counts = Object.assign(window, { readBacks: 0 });
      const { mapAsync } = GPUBuffer.prototype;
      GPUBuffer.prototype.mapAsync = function (...given) {
        if (this.size >= bytes || this.size < 256) counts.readBacks++;
        return mapAsync.apply(this, given);
      };
    });
    await page.evaluate(() => window.studio.play());
    await advance(page, 40);
    await page.evaluate(() => window.studio.pause());
    const second = await picture(page);
    expect(await page.evaluate(() => (window as unknown as { readBacks: number }).readBacks)).toBe(0);
    expect(await difference(page, first, second)).toBeGreaterThan(0.3);
    // The same state, read and drawn from the page's own arrays.
    await page.evaluate(() => window.studio.select({ backend: 'wasm' }));
    expect(await page.evaluate(() => window.studio.view!.surface.isShared)).toBe(false);
    expect(await difference(page, second, await picture(page))).toBeLessThan(0.05);
  });

  it('starts again when the device is lost', async () => {
    const page = await small('webgpu');
    await page.evaluate(() => window.studio.device!.destroy());
    await problem(page).waitFor();
    expect(await problem(page).textContent()).toContain('Start again');
    await keepShot(page, 'device-lost');
    await problem(page).getByRole('button', { name: 'Start again' }).click();
    await ready(page);
    await page.evaluate(() => window.studio.play());
    await advance(page, 2);
    expect(await page.evaluate(() => window.studio.world!.backend.name)).toBe('webgpu');
    expect(await problem(page).isVisible()).toBe(false);
  });
});

describe('with less than it hopes for', () => {
  it('runs on one thread without COOP and COEP, and says so', async () => {
    const page = await studio('?paused', { isolated: false });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await page.evaluate(() => window.studio.world!.backend.threads)).toBe(1);
    expect(await page.locator('#notes').textContent()).toMatch(/one thread.*COOP/s);
    await page.evaluate(() => window.studio.play());
    await advance(page, 1);
  });

  it('draws with WebGL2 without WebGPU, and says so', async () => {
    const plain = await launch({ webgpu: false });
    onTestFinished(() => plain.close());
    const { page, complaints } = await open(plain, `${builtAddress()}?paused&scene=rope&backend=webgpu`);
    // Asked for webgpu by its address, which is not to be had: it says so and takes what is.
    expect(await page.locator('#toast').textContent()).toBe('There is no webgpu here, so it runs on wasm.');
    expect(await page.evaluate(() => window.studio.world!.backend.name)).toBe('wasm');
    expect(await problem(page).isVisible()).toBe(false);
    await openFile(page, 'small.json', smallScene());
    expect(await page.locator('#notes').textContent()).toMatch(/No WebGPU here, so WebGL2 draws/);
    expect(await page.locator('#backend option[value="webgpu"]').isDisabled()).toBe(true);
    await page.evaluate(() => window.studio.play());
    await advance(page, 4);
    await page.waitForFunction(() => document.querySelector('#statistics')?.textContent?.includes('WebGL2'));
    const before = await picture(page);
    await advance(page, 10);
    expect(await difference(page, before, await picture(page))).toBeGreaterThan(0.1);
    await keepShot(page, 'webgl2');
    expect(complaints).toEqual([]);
  });

  it('lists what is wrong with a dropped scene and keeps what runs', async () => {
    const page = await small('wasm');
    await dropFile(
      page,
      'broken.json',
      '{ "version": 1, "bodies": [{ "type": "cloth", "mass": -1, "particles": [1, 5] }] }',
    );
    const shown = await problem(page).textContent();
    expect(shown).toContain("broken.json can't be used");
    expect(shown).toContain('bodies[0].mass');
    expect(shown).toContain('bodies[0].particles[0]');
    await keepShot(page, 'broken-scene');
    await problem(page).getByRole('button').click();
    expect(await problem(page).isVisible()).toBe(false);
    await page.evaluate(() => window.studio.play());
    await advance(page, 2);
    await dropFile(page, 'cut.json', '{ "version": 1, "bod');
    const cut = await problem(page).textContent();
    expect(cut).toContain('cut.json');
    expect(cut).not.toContain('fields');
    const bodies = Array.from({ length: 60 }, () => ({ type: 'cloth', mass: -1 }));
    await dropFile(page, 'long.json', JSON.stringify({ version: 1, bodies }));
    const { top, isLong } = await problem(page).evaluate((panel) => ({
      top: panel.scrollTop,
      isLong: panel.scrollHeight > panel.clientHeight,
    }));
    expect([top, isLong]).toEqual([0, true]);
    await page.keyboard.press('Escape');
    expect(await problem(page).isVisible()).toBe(false);
    await dropFile(page, 'good.json', smallScene(12, 'Good cloth'));
    expect(await problem(page).isVisible()).toBe(false);
    expect(await page.locator('#scene option:checked').textContent()).toBe('Good cloth');
    expect(await page.evaluate(() => window.studio.world!.model.particles)).toBe(144);
  });
});

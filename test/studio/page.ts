/** The studio page in a real Chromium: serving it, opening it, and what a test needs to see of it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { inject } from 'vitest';
import { root } from '../../scripts/plugin.js';
import { chromiumArgs, chromiumPath } from '../chromium.ts';

const configFile = path.join(root, 'studio/vite.config.ts');
const shots = path.join(root, '.cache/studio-shots');
/** Software rendering pays by the pixel. */
const SMALL = { width: 480, height: 400 };

/** Where the built page is served; `npm run dev` serves the sources, which one test opens too. */
export const builtAddress = (): string => inject('studio');

export async function serveSources(): Promise<{ server: ViteDevServer; address: string }> {
  const server = await createServer({ configFile, logLevel: 'warn', server: { host: '127.0.0.1', port: 0 } });
  await server.listen();
  return { server, address: server.resolvedUrls!.local[0] };
}

export const launch = (options: { webgpu: boolean }): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs(options) });

export interface Opened {
  readonly page: Page;
  /** Everything the page logged as a warning or an error, and every uncaught error. */
  readonly complaints: string[];
}

export interface OpenOptions {
  readonly viewport?: { width: number; height: number };
  /** A screen that takes fingers. */
  readonly hasTouch?: boolean;
  /** As a server would that sends neither COOP nor COEP. */
  readonly isolated?: boolean;
}

export async function open(browser: Browser, address: string, options: OpenOptions = {}): Promise<Opened> {
  const page = await browser.newPage({
    viewport: options.viewport ?? SMALL,
    hasTouch: options.hasTouch ?? false,
  });
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Chromium's own remark where there is no GPU.
    if (message.text() === 'No available adapters.') return;
    if (['warning', 'error'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  if (options.isolated === false) {
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['cross-origin-opener-policy'];
      delete headers['cross-origin-embedder-policy'];
      await route.fulfill({ response, headers });
    });
  }
  await page.goto(address);
  await page.waitForFunction(() => 'studio' in window);
  await ready(page);
  return { page, complaints };
}

export const ready = (page: Page): Promise<void> => page.evaluate(() => window.studio.ready);

/** Positions in the user's order, read from the solver. */
export const positionsOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => Array.from((await window.studio.world!.read()).positions));

export const stepsOf = (page: Page): Promise<number> => page.evaluate(() => window.studio.world!.steps);

/** Waits until that many more steps have been taken. */
export async function advance(page: Page, steps: number): Promise<void> {
  const wanted = (await stepsOf(page)) + steps;
  await page.waitForFunction((least) => window.studio.world!.steps >= least, wanted);
}

/** As in a user's file; small, so that software rendering keeps up. */
export const smallScene = (particles = 20, name = 'Small') =>
  JSON.stringify({
    version: 1,
    name,
    bodies: [
      {
        type: 'cloth',
        particles: [particles, particles],
        pins: ['top'],
        rotation: [-50, 0, 0],
        position: [0, 0.3, 0.3],
      },
    ],
    stepsPerFrame: 8,
  });

/** Opens a scene with the button. */
export async function openFile(page: Page, name: string, text: string): Promise<void> {
  await page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(text) });
  // The queue takes the file as soon as the page has heard of it.
  await page.waitForTimeout(50);
  await ready(page);
}

/** Drops a file on the page. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
  await ready(page);
}

/** For people to look at, where they ask for it by STUDIO_SHOTS=1; not compared with anything. */
export async function keepShot(page: Page, name: string): Promise<void> {
  if (!process.env.STUDIO_SHOTS) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: path.join(shots, `${name}.png`) });
}

/** The canvas as PNG, without what lies over it. */
export async function picture(page: Page): Promise<string> {
  await page.locator('#show-overlay').uncheck();
  // Two frames: one that draws the latest state, one that shows it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
  return (await page.locator('canvas').screenshot()).toString('base64');
}

/** Mean difference per channel of two pictures, 0 to 255. */
export const difference = (page: Page, first: string, second: string): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      return a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
    },
    [first, second],
  );

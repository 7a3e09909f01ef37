/** The component of docs/react.md, as it stands there, in a page with React Three Fiber: mounted, unmounted and reloaded. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicNames, root, selvedge } from '../../scripts/plugin.js';
import { chromiumArgs, chromiumPath } from '../chromium.ts';

const folder = path.join(root, '.cache/react-page');
const text = readFileSync(path.join(root, 'docs/react.md'), 'utf8');
const [, component] = /^```jsx cloth\.jsx\n([\s\S]*?)^```/m.exec(text)!;

const PAGE = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Canvas } from '@react-three/fiber';
import { cloth } from 'selvedge';
import { WorldView } from 'selvedge/three';
import { garmentFile } from '../../test/three/garment.ts';
import * as first from './cloth.jsx';

// Every world that is made, and whether its view and itself were disposed.
const worlds = (globalThis.worlds = []);
const { advance, dispose } = WorldView.prototype;
WorldView.prototype.advance = function (seconds) {
  let record = worlds.find(({ view }) => view === this);
  if (!record) {
    record = { view: this, world: this.world, isDisposed: false, isWorldDisposed: false };
    worlds.push(record);
    const end = this.world.dispose.bind(this.world);
    this.world.dispose = () => {
      record.isWorldDisposed = true;
      end();
    };
  }
  return advance.call(this, seconds);
};
WorldView.prototype.dispose = function () {
  const record = worlds.find(({ view }) => view === this);
  if (record) record.isDisposed = true;
  dispose.call(this);
};

const file = URL.createObjectURL(new Blob([await garmentFile()]));
const make = () => ({ bodies: [cloth({ particles: [12, 12], pins: ['top'], rotation: [-60, 0, 0] })] });
let { Simulation, Garment } = first;
const root = createRoot(document.getElementById('root'));
globalThis.shown = 'simulation';
globalThis.show = (what) => {
  globalThis.shown = what;
  root.render(
    <StrictMode>
      <Canvas camera={{ position: [0, 0, 2] }}>
        <directionalLight position={[1, 2, 3]} intensity={3} />
        {what === 'simulation' && <Simulation make={make} />}
        {what === 'garment' && <Garment file={file} />}
      </Canvas>
    </StrictMode>,
  );
};
show('simulation');
import.meta.hot.accept('./cloth.jsx', (module) => {
  ({ Simulation, Garment } = module);
  globalThis.reloads = (globalThis.reloads ?? 0) + 1;
  show(globalThis.shown);
});
globalThis.isReady = true;
`;

let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'cloth.jsx'), component);
  writeFileSync(path.join(folder, 'main.jsx'), PAGE);
  writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><div id="root" style="width:300px;height:300px"></div><script type="module" src="./main.jsx"></script></body>',
  );
  server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [selvedge()],
    resolve: { alias: publicNames, dedupe: ['react', 'react-dom', 'three'] },
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] } },
    optimizeDeps: {
      include: [
        'three',
        'react',
        'react/jsx-dev-runtime',
        'react-dom/client',
        '@react-three/fiber',
        'three/addons/loaders/GLTFLoader.js',
        'three/addons/exporters/GLTFExporter.js',
      ],
    },
  });
  await server.listen();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs({ webgpu: false }) });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

interface Shown {
  readonly worlds: readonly {
    readonly view: { readonly world: { readonly steps: number } };
    readonly isDisposed: boolean;
    readonly isWorldDisposed: boolean;
  }[];
  readonly reloads?: number;
  show(what: string): void;
}

/**
 * Worlds that live, after the newest has stepped: looked at again while React may still end what the page no longer shows. More than
 * one that stay are counted.
 */
async function stepped(page: Page, more: number): Promise<number> {
  let living = 0;
  for (let look = 0; look < 5 && living !== 1; look++) {
    await page.waitForFunction(
      (least) => {
        const living = (globalThis as never as Shown).worlds.filter(({ isDisposed }) => !isDisposed);
        return living.length > 0 && living.at(-1)!.view.world.steps > least;
      },
      more,
      { timeout: 60_000 },
    );
    await page.waitForTimeout(200);
    living = await page.evaluate(
      () => (globalThis as never as Shown).worlds.filter(({ isDisposed }) => !isDisposed).length,
    );
  }
  return living;
}

/** Whether all views and worlds are gone soon: React runs the ends of effects after the page has been drawn anew. */
const allGone = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(
      () => (globalThis as never as Shown).worlds.every((each) => each.isDisposed && each.isWorldDisposed),
      undefined,
      { timeout: 10_000 },
    )
    .then(
      () => true,
      () => false,
    );

const show = (page: Page, what: string) =>
  page.evaluate((what) => (globalThis as never as Shown).show(what), what);

it('mounts, unmounts, mounts and is reloaded with one world at a time, and without a word', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(server.resolvedUrls!.local[0]);
  await page.waitForFunction(() => 'isReady' in globalThis, undefined, { timeout: 60_000 });

  expect(await stepped(page, 10)).toBe(1);
  await show(page, 'nothing');
  expect(await allGone(page)).toBe(true);
  // Mounted and gone again while the world is still being made.
  for (let k = 0; k < 5; k++) {
    await show(page, 'simulation');
    await show(page, 'nothing');
  }
  expect(await allGone(page)).toBe(true);
  await show(page, 'simulation');
  expect(await stepped(page, 10)).toBe(1);

  writeFileSync(path.join(folder, 'cloth.jsx'), `${component}\nexport const edited = true;\n`);
  await page.waitForFunction(() => (globalThis as never as Shown).reloads === 1, undefined, {
    timeout: 30_000,
  });
  expect(await stepped(page, 10)).toBe(1);

  // A mesh of a file that is kept begins each time where the file does.
  await show(page, 'garment');
  expect(await stepped(page, 60)).toBe(1);
  await show(page, 'nothing');
  expect(await allGone(page)).toBe(true);
  await show(page, 'garment');
  expect(await stepped(page, 5)).toBe(1);
  await show(page, 'nothing');
  await page.waitForTimeout(500);
  expect(await allGone(page)).toBe(true);
  expect(complaints).toEqual([]);
  await page.close();
});

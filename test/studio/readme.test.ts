/** The README's three.js examples, as they stand there, in a page with a scene around them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicNames, root, selvedge } from '../../scripts/plugin.js';
import { chromiumArgs, chromiumPath } from '../chromium.ts';
import { markedExample } from '../readme.ts';

const folder = path.join(root, '.cache/readme-pages');

const SCENE = `
import * as THREE from 'three';
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 10);
camera.position.set(0, 0, 3);
const light = new THREE.DirectionalLight(0xffffff, 3);
light.position.set(1, 2, 3);
scene.add(light);
`;

const PAGES: Readonly<Record<string, string>> = {
  webgl: `${SCENE}
const renderer = new THREE.WebGLRenderer();
renderer.setSize(200, 200);
document.body.append(renderer.domElement);
${markedExample('three')}
globalThis.view = view;`,
  webgpu: `${SCENE}
import { cloth } from 'selvedge';
import { WorldView } from 'selvedge/three';
const bodies = [cloth({ rotation: [-60, 0, 0], pins: ['top-left', 'top-right'] })];
${markedExample('three-webgpu')}
renderer.setSize(200, 200);
document.body.append(renderer.domElement);
scene.add(view);
renderer.setAnimationLoop(() => { view.advance(1 / 60); renderer.render(scene, camera); });
globalThis.view = view;`,
  mesh: `${SCENE}
const renderer = new THREE.WebGLRenderer();
renderer.setSize(200, 200);
document.body.append(renderer.domElement);
${markedExample('three-mesh')}
renderer.setAnimationLoop(() => { view.advance(1 / 60); renderer.render(scene, camera); });
globalThis.view = view;`,
  file: `
import { garmentFile } from '../../test/three/garment.ts';
const bytes = new Uint8Array(await garmentFile());
globalThis.file = btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''));`,
};

let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(PAGES)) {
    writeFileSync(path.join(folder, `${name}.js`), script);
    const html = `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="./${name}.js"></script></body>`;
    writeFileSync(path.join(folder, `${name}.html`), html);
  }
  server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [selvedge()],
    resolve: { alias: publicNames },
    server: { port: 0, host: '127.0.0.1', fs: { allow: [root] } },
    optimizeDeps: {
      include: [
        'three',
        'three/webgpu',
        'three/addons/loaders/GLTFLoader.js',
        'three/addons/exporters/GLTFExporter.js',
      ],
    },
  });
  await server.listen();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('a mesh of a file: the skirt hangs, drawn by its own mesh', async () => {
  const maker = await browser.newPage();
  await maker.goto(`${server.resolvedUrls!.local[0]}file.html`);
  await maker.waitForFunction(() => 'file' in globalThis);
  const file = await maker.evaluate(() => (globalThis as never as { file: string }).file);
  writeFileSync(path.join(folder, 'figure.glb'), Buffer.from(file, 'base64'));
  await maker.close();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.resolvedUrls!.local[0]}mesh.html`);
  // The hem begins at -12 cm, in the units of the file.
  await page.waitForFunction(
    () => {
      if (!('view' in globalThis)) return false;
      const [{ mesh }] = (globalThis as never as Moving).view.meshes[0].cloth.parts;
      const { array } = mesh.geometry.attributes.position;
      return array.some((y, k) => k % 3 === 1 && y < -15);
    },
    undefined,
    { timeout: 90_000 },
  );
  expect(await page.evaluate(() => (globalThis as never as Moving).view.objects.length)).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
});

it.each([
  ['webgl', false],
  ['webgpu', true],
])('%s: the cloth is drawn and falls', async (name, isShared) => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.resolvedUrls!.local[0]}${name}.html`);
  await page.waitForFunction(
    () => 'view' in globalThis && (globalThis as never as Shown).view.world.steps > 60,
    undefined,
    {
      timeout: 60_000,
    },
  );
  const seen = await page.evaluate(async () => {
    const { world, surface } = (globalThis as never as Shown).view;
    const { positions } = await world.read();
    return {
      shared: surface.isShared,
      lowest: positions.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), 1),
    };
  });
  expect(complaints).toEqual([]);
  expect(seen.shared).toBe(isShared);
  expect(seen.lowest).toBeLessThan(-0.27); // it began at -0.25, half a metre of cloth at 60 degrees
  await page.close();
});

interface Shown {
  view: {
    world: { steps: number; read(): Promise<{ positions: Float32Array }> };
    surface: { isShared: boolean };
  };
}

interface Moving {
  view: {
    objects: unknown[];
    meshes: {
      cloth: { parts: { mesh: { geometry: { attributes: { position: { array: number[] } } } } }[] };
    }[];
  };
}

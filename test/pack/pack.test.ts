// The package as a newcomer gets it: packed by npm, installed into empty projects, running the README's example.

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArgs, chromiumPath } from '../chromium.ts';
import { exampleIn, readmeExample } from '../readme.ts';
import { buildWithVite, buildWithWebpack } from './bundle.ts';
import { openWorkshop, ROOT, shell, type Workshop } from './package.ts';
import { page, REPORT, type Report, type Visit, visit } from './page.ts';
import { ISOLATION, serve } from './serve.ts';
import { hasTopLevelAwait } from './syntax.ts';

let workshop: Workshop;
let browser: Browser;
let example: string;

beforeAll(async () => {
  example = readmeExample() + REPORT;
  workshop = await openWorkshop();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  workshop?.dispose();
});

/** The cloth fell: it is whole, hangs below its pins, still moves, and the pins held. */
function expectFall({ before, after, steps }: Report): void {
  expect(steps).toBeGreaterThan(48);
  expect(before.every(Number.isFinite) && after.every(Number.isFinite)).toBe(true);
  const particles = Array.from({ length: after.length / 3 }, (_, i) => i);
  const held = particles.filter((i) => [0, 1, 2].every((c) => before[3 * i + c] === after[3 * i + c]));
  expect(held.length).toBeGreaterThan(0);
  expect(held.length).toBeLessThan(particles.length / 10);
  const pinHeight = Math.max(...held.map((i) => after[3 * i + 1]));
  const meanHeight = particles.reduce((sum, i) => sum + after[3 * i + 1], 0) / particles.length;
  expect(meanHeight).toBeLessThan(pinHeight - 0.1);
}

/** The default everywhere: one thread, because the page is not isolated, and nothing but scripts fetched. */
function expectNewcomersPage({ report, complaints, requests, isolated }: Visit): void {
  expect(complaints).toEqual([]);
  expect(isolated).toBe(false);
  expect(report.backend).toEqual({ name: 'wasm', threads: 1 });
  expect(requests.filter((file) => /\.wasm$|worker/.test(file))).toEqual([]);
  expectFall(report);
}

/** Visits a folder through a plain file server. */
async function visitFolder(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const site = await serve(folder, headers);
  try {
    return await visit(browser, site.address);
  } finally {
    await site.close();
  }
}

describe('the tarball', () => {
  it('holds every file the package points at', () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const targets = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value as object).flatMap(targets);
    const wanted = [...targets(manifest.exports), ...targets(manifest.bin)].map((file) =>
      path.posix.normalize(file),
    );
    expect(wanted.filter((file) => !workshop.files.includes(file))).toEqual([]);
    expect(workshop.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
  });

  it('holds no path of the machine it was built on', () => {
    const texts = workshop.files.filter((file) => /\.(js|ts|json|map)$/.test(file));
    const local = texts.filter((file) =>
      readFileSync(path.join(ROOT, file), 'utf8').includes(path.join(ROOT, '/')),
    );
    expect(local).toEqual([]);
  });

  it('has no top-level await in what a page loads', () => {
    const scripts = workshop.files.filter((file) => /^dist\/.*\.js$/.test(file) && !/cli/.test(file));
    expect(scripts).toContain('dist/index.js');
    const waiting = scripts.filter((file) => hasTopLevelAwait(readFileSync(path.join(ROOT, file), 'utf8')));
    expect(waiting).toEqual([]);
  });
});

describe('the README example', () => {
  it('runs in Node, and the process ends by itself', async () => {
    const text = `${example}console.log(JSON.stringify(globalThis.report));\n`;
    const project = await workshop.project('node', { 'example.mjs': text });
    const printed = (await shell(project, process.execPath, 'example.mjs')).trimEnd().split('\n');
    const report = JSON.parse(printed.at(-1)!) as Report;
    expect(report.backend.name).toBe('wasm');
    expectFall(report);
  }, 60_000);

  it('has types that need nothing else', async () => {
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      skipLibCheck: false,
    };
    const project = await workshop.project('types', {
      'example.mts': readmeExample(),
      'names.mts': "export * as engine from 'selvedge';\nexport * as scene from 'selvedge/scene';\n",
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, module: 'nodenext' } }),
      // A library without DOM or WebGPU, as older compilers have it.
      'tsconfig.bare.json': JSON.stringify({
        compilerOptions: { ...options, lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler' },
        files: ['names.mts'],
      }),
      'tsconfig.bundler.json': JSON.stringify({
        compilerOptions: { ...options, module: 'esnext', moduleResolution: 'bundler' },
      }),
    });
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    for (const file of ['tsconfig.json', 'tsconfig.bundler.json', 'tsconfig.bare.json'])
      await shell(project, process.execPath, tsc, '-p', file);
  }, 60_000);

  describe('in a Vite project', () => {
    let project: string;

    beforeAll(async () => {
      project = await workshop.project('vite', {
        'index.html': page('<script type="module" src="/src/main.js"></script>'),
        'src/main.js': example,
      });
    }, 60_000);

    it('runs as served while developing', async () => {
      const server = await createServer({
        root: project,
        configFile: false,
        logLevel: 'error',
        server: { host: '127.0.0.1' },
      });
      try {
        await server.listen();
        expectNewcomersPage(await visit(browser, server.resolvedUrls!.local[0]));
      } finally {
        await server.close();
      }
    }, 120_000);

    it('runs as built', async () => {
      await buildWithVite(project);
      expectNewcomersPage(await visitFolder(path.join(project, 'dist')));
    }, 120_000);
  });

  it.each(['production', 'development'] as const)(
    'runs in a webpack project, %s',
    async (mode) => {
      const project = await workshop.project(`webpack-${mode}`, {
        'src/index.js': example,
        'dist/index.html': page('<script defer src="main.js"></script>'),
      });
      expect(await buildWithWebpack(project, mode)).toEqual([]);
      expectNewcomersPage(await visitFolder(path.join(project, 'dist')));
    },
    120_000,
  );

  describe('in a plain page with an import map', () => {
    const importMap = '{ "imports": { "selvedge": "./node_modules/selvedge/dist/index.js" } }';
    let project: string;

    beforeAll(async () => {
      project = await workshop.project('page', {
        'index.html': page(
          `<script type="importmap">${importMap}</script>\n<script type="module">\n${example}</script>`,
        ),
      });
    }, 60_000);

    it('runs', async () => {
      expectNewcomersPage(await visitFolder(project));
    }, 60_000);

    it('runs with threads where the server sends COOP and COEP', async () => {
      const { report, complaints, isolated } = await visitFolder(project, ISOLATION);
      expect(complaints).toEqual([]);
      expect(isolated).toBe(true);
      expect(report.backend.name).toBe('wasm');
      if (availableParallelism() > 1) expect(report.backend.threads).toBeGreaterThan(1);
      expectFall(report);
    }, 60_000);
  });
});

describe('external files instead of inlined ones', () => {
  /** A hanging cloth whose worker and kernels come from files. */
  const program = (worker: string, module: string, threads: number) => `
import { cloth, createWorld, wasm } from 'selvedge';
const backend = wasm({ threads: ${threads}, worker: () => new Worker(${worker}), module: ${module} });
const world = await createWorld({ bodies: [cloth({ particles: [20, 20], pins: ['top-left', 'top-right'] })], backend });
world.step(100);
${REPORT}`;

  const files = './node_modules/selvedge/dist/';
  const importMap = `{ "imports": { "selvedge": "${files}index.js" } }`;

  it.each([
    [1, 'kernels.wasm', {}],
    [2, 'kernels-shared.wasm', ISOLATION],
  ])(
    'runs under a strict content security policy, threads: %s',
    async (threads, module, isolation) => {
      const nonce = 'only-this-page';
      const project = await workshop.project(`external-${threads}`, {
        'index.html': page(
          `<script type="importmap" nonce="${nonce}">${importMap}</script>\n<script type="module" src="main.js"></script>`,
        ),
        'main.js': program(`'${files}worker.js'`, `'${files}${module}'`, threads),
      });
      const policy = `default-src 'self'; script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'; img-src data:`;
      const { report, complaints, requests } = await visitFolder(project, {
        'Content-Security-Policy': policy,
        ...isolation,
      });
      expect(complaints).toEqual([]);
      expect(report.backend).toEqual({ name: 'wasm', threads });
      expect(requests).toContain('/node_modules/selvedge/dist/worker.js');
      expect(requests).toContain(`/node_modules/selvedge/dist/${module}`);
      expectFall(report);
    },
    60_000,
  );

  it('runs in a Vite build', async () => {
    const imports =
      "import worker from 'selvedge/worker.js?url';\nimport module from 'selvedge/kernels.wasm?url';\n";
    const project = await workshop.project('vite-external', {
      'index.html': page('<script type="module" src="/main.js"></script>'),
      'main.js': imports + program('worker', 'module', 1),
    });
    await buildWithVite(project);
    const { report, complaints, requests } = await visitFolder(path.join(project, 'dist'));
    expect(complaints).toEqual([]);
    expect(requests.some((file) => /\/kernels-[\w-]+\.wasm$/.test(file))).toBe(true);
    expectFall(report);
  }, 120_000);

  it('runs in a webpack build', async () => {
    const url = (name: string) => `new URL('selvedge/${name}', import.meta.url)`;
    const project = await workshop.project('webpack-external', {
      'src/index.js': program(url('worker.js'), url('kernels.wasm'), 1),
      'dist/index.html': page('<script defer src="main.js"></script>'),
    });
    expect(await buildWithWebpack(project, 'production')).toEqual([]);
    const { report, complaints, requests } = await visitFolder(path.join(project, 'dist'));
    expect(complaints).toEqual([]);
    expect(requests.some((file) => file.endsWith('.wasm'))).toBe(true);
    expectFall(report);
  }, 120_000);
});

describe('the installed command', () => {
  it('runs', async () => {
    const project = await workshop.project('command', {});
    const command = path.join(project, 'node_modules/.bin/selvedge');
    expect(existsSync(command)).toBe(true);
    expect(JSON.parse(await shell(project, command, 'info', '--json'))).toBeTypeOf('object');
  }, 60_000);
});

describe('the tests of this file can fail', () => {
  it('sees top-level await', () => {
    expect(hasTopLevelAwait('const a = await import("b");')).toBe(true);
    expect(hasTopLevelAwait('for await (const a of b) {}')).toBe(true);
    expect(hasTopLevelAwait('const a = async () => { await b; }; class C { async d() { await e; } }')).toBe(
      false,
    );
  });

  it('finds the example by its heading', () => {
    const readme = '# A\n```js\nno\n```\n## Five-minute example\nText.\n```js\nyes\n```\n';
    expect(exampleIn(readme)).toBe('yes\n');
    expect(() => exampleIn('# A\n')).toThrow('Five-minute example');
  });

  it('tells a cloth that hangs from one that does not', () => {
    const fallen = Array.from({ length: 60 }, (_, k) => (k % 3 === 1 && k > 3 ? -1 : 0));
    const level = fallen.map(() => 0);
    const later = fallen.map((value, k) => (k < 3 ? value : value + 0.01));
    const report: Report = {
      backend: { name: 'wasm', threads: 1 },
      warnings: [],
      steps: 100,
      before: fallen,
      after: later,
    };
    expect(() => expectFall(report)).not.toThrow();
    expect(() => expectFall({ ...report, after: fallen })).toThrow();
    expect(() =>
      expectFall({ ...report, after: later.map((value, k) => (k === 9 ? Number.NaN : value)) }),
    ).toThrow();
    expect(() =>
      expectFall({ ...report, before: level, after: level.map((_, k) => (k < 3 ? 0 : 0.01)) }),
    ).toThrow();
  });
});

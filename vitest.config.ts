import os from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { ISOLATION } from './scripts/lib/isolation.js';
import { publicNames, root, selvedge } from './scripts/plugin.js';
import { chromiumArgs, chromiumPath } from './test/chromium.ts';

/** `#gpu` is where a test finds its GPU: another place in Node than in a page. */
const sharedBy = (place: 'node' | 'chromium') => ({
  plugins: [selvedge()],
  resolve: {
    alias: [...publicNames, { find: '#gpu', replacement: path.join(root, `test/gpu/${place}.ts`) }],
  },
});

/** Test bodies that run everywhere end in `.everywhere.test.ts`; the rest run in Node. */
export default defineConfig({
  test: {
    projects: [
      {
        ...sharedBy('node'),
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/pack/**', 'test/studio/**', '**/*.chromium.test.ts', '**/node_modules/**'],
          testTimeout: 240_000,
          maxWorkers: os.availableParallelism(),
          // Projects come one after the other, as they have different numbers of workers.
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...sharedBy('chromium'),
        server: { headers: ISOLATION },
        test: {
          name: 'chromium',
          sequence: { groupOrder: 1 },
          include: ['test/**/*.everywhere.test.ts', 'test/**/*.chromium.test.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: chromiumArgs({ webgpu: true }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        ...sharedBy('node'),
        test: {
          name: 'studio',
          sequence: { groupOrder: 2 },
          include: ['test/studio/**/*.test.ts'],
          globalSetup: ['test/studio/serve-built.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...sharedBy('node'),
        test: {
          name: 'pack',
          sequence: { groupOrder: 3 },
          include: ['test/pack/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { publicNames, selvedge } from './scripts/plugin.js';
import { chromiumArgs, chromiumPath } from './test/chromium.ts';

const shared = { plugins: [selvedge()], resolve: { alias: publicNames } };
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Test bodies that run everywhere end in `.everywhere.test.ts`; the rest run in Node. */
export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/pack/**', 'test/studio/**', '**/*.chromium.test.ts', '**/node_modules/**'],
          testTimeout: 60_000,
        },
      },
      {
        ...shared,
        server: { headers: isolation },
        test: {
          name: 'chromium',
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
        ...shared,
        test: {
          name: 'studio',
          include: ['test/studio/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'pack',
          include: ['test/pack/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

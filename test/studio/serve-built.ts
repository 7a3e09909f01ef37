/** Builds the studio and serves it, once for all tests of it; `builtAddress` says where. */
import path from 'node:path';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';
import { root } from '../../scripts/plugin.js';

declare module 'vitest' {
  interface ProvidedContext {
    studio: string;
  }
}

export default async function serveBuilt({ provide }: TestProject): Promise<() => Promise<void>> {
  const shared = { configFile: path.join(root, 'studio/vite.config.ts'), logLevel: 'warn' } as const;
  const outDir = path.join(root, '.cache/studio-test');
  await build({ ...shared, build: { outDir, minify: false } });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  provide('studio', server.resolvedUrls!.local[0]);
  return () => server.close();
}

// `npm start`: what it serves is built, isolated, and light enough for a slow line.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/plugin.js';

/** Bytes of all that is loaded before the first scene, compressed. */
const MOST_BYTES = 700_000;

let server: ChildProcess;
let address: string;
beforeAll(async () => {
  const port = 20_000 + (process.pid % 20_000);
  server = spawn(process.execPath, ['scripts/start.js', '--no-open', '--port', String(port)], {
    cwd: path.resolve(root),
  });
  address = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (words: Buffer) => {
      said += words;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
});
afterAll(() => server.kill());

it('serves one page, two scripts at most and one stylesheet, isolated and light', async () => {
  const page = await fetch(address);
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  expect(files.filter((file) => path.extname(file) === '.css')).toHaveLength(1);
  expect([2, 3]).toContain(files.length);
  let bytes = gzipSync(html).length;
  for (const file of files) {
    const answer = await fetch(new URL(file, address));
    expect(answer.ok, file).toBe(true);
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
  }
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(bytes).toBeGreaterThan(300_000);
});

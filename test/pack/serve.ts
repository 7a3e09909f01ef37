// A plain file server, as a newcomer would have: no special headers unless asked for.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

export { ISOLATION } from '../../scripts/lib/isolation.js';

export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves a folder on a free port of this machine. */
export async function serve(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<Site> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
    const found = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    if (!found) return response.writeHead(404).end();
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'Content-Type': type, ...headers }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

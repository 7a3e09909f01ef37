// `npm start`: installs what is missing, builds the studio, serves it on this machine and prints its address. `npm run dev` serves it from
// the sources, with reload on change.
// Options: --port N (that port or none), --no-open (never open a browser), --sources (as `npm run dev`).

import './lib/node-version.js';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasDesktop } from './lib/desktop.js';
import { ensurePackages } from './lib/packages.js';
import { bold, green, ROOT, red } from './lib/run.js';

/** Vite's usual port; the next free one is taken when it is in use. */
const DEFAULT_PORT = 5173;

const fail = (message) => {
  console.error(red(message));
  process.exit(1);
};

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, sources: { type: 'boolean' } },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65535))
      fail(`--port is ${JSON.stringify(values.port)}; it must be a whole number from 1 to 65535.`);
    return { port, open: !values['no-open'], fromSources: values.sources === true };
  } catch (error) {
    return fail(`${error.message}\nUsage: npm start -- [--port N] [--no-open]`);
  }
}

const options = readOptions();
await ensurePackages();

const { build, createServer, preview } = await import('vite');
const configFile = path.join(ROOT, 'studio', 'vite.config.ts');
const place = {
  host: '127.0.0.1',
  port: options.port ?? DEFAULT_PORT,
  strictPort: options.port !== undefined,
};

async function serveSources() {
  const server = await createServer({ configFile, server: { ...place, open: options.open && hasDesktop() } });
  try {
    await server.listen();
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** One file instead of hundreds: the page is there at once. */
async function serveBuilt() {
  const outDir = path.join(ROOT, '.cache', 'studio');
  console.log('Building the studio…');
  await build({ configFile, logLevel: 'error', build: { outDir } });
  return preview({
    configFile,
    build: { outDir },
    preview: { ...place, open: options.open && hasDesktop() },
  });
}

let server;
try {
  server = await (options.fromSources ? serveSources() : serveBuilt());
} catch (error) {
  const busy = /already in use|EADDRINUSE/.test(error.message);
  if (busy)
    fail(
      `Port ${options.port} is in use. Choose another with --port, or leave it out for the next free one.`,
    );
  if (/EACCES/.test(error.message))
    fail(`Port ${options.port} may not be used by this user. Try one above 1023.`);
  throw error;
}

const address = server.resolvedUrls.local[0];
console.log(`\n  ${green('●')} Selvedge studio: ${bold(address)}\n    Ctrl-C ends it.\n`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    console.log('\nStudio closed.');
    await server.close();
    process.exit(0);
  });
}

// Opens a page in Chromium, waits until its script has reported on its cloth, and gives all that happened meanwhile.

import type { Browser } from 'playwright';

/** What a script says about the cloth it has simulated. */
export interface Report {
  readonly backend: { readonly name: string; readonly threads: number };
  readonly warnings: readonly string[];
  readonly steps: number;
  /** Positions when the example has ended, and 48 steps later: x, y, z of each particle. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Added to the end of an example that leaves its world in `world`. */
export const REPORT = `
{
  const before = Array.from((await world.read()).positions);
  world.step(48);
  const after = Array.from((await world.read()).positions);
  const { name, threads } = world.backend;
  globalThis.report = { backend: { name, threads }, warnings: world.warnings, steps: world.steps, before, after };
}
`;

/** A page that runs a module and asks for nothing else (a browser would ask for an icon). */
export const page = (head: string) =>
  `<!doctype html>\n<html lang="en">\n<head>\n<title>Cloth</title>\n<link rel="icon" href="data:,">\n${head}\n</head>\n</html>\n`;

export interface Visit {
  readonly report: Report;
  /** Errors and warnings on the console, uncaught errors, refused requests. */
  readonly complaints: readonly string[];
  /** Paths of the files asked for from the server, without the query. */
  readonly requests: readonly string[];
  readonly isolated: boolean;
}

export async function visit(browser: Browser, address: string): Promise<Visit> {
  const tab = await browser.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  tab.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type()))
      complaints.push(`console: ${message.text()}`);
  });
  tab.on('request', (request) => {
    if (request.url().startsWith('http')) requests.push(new URL(request.url()).pathname);
  });
  tab.on('requestfailed', (request) => complaints.push(`request failed: ${request.url()}`));
  const crash = new Promise<never>((_, reject) =>
    tab.on('pageerror', (error) => {
      complaints.push(`uncaught: ${error.message}`);
      reject(new Error(`the page's script failed: ${error.stack}`));
    }),
  );
  try {
    await tab.goto(address);
    const done = tab.waitForFunction(() => 'report' in globalThis, undefined, { timeout: 30_000 });
    await Promise.race([done, crash]).catch((error: Error) => {
      throw new Error([error.message, ...complaints].join('\n'));
    });
    const report = (await tab.evaluate('globalThis.report')) as Report;
    return { report, complaints, requests, isolated: await tab.evaluate(() => crossOriginIsolated) };
  } finally {
    await tab.close();
  }
}

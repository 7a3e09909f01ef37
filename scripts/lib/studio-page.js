// The studio page for scripts that take pictures of it: built, served, and opened in the tests' Chromium, which renders
// in software, so that a picture is the same on every machine.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { publicNames, selvedge } from '../plugin.js';
import { ROOT, red } from './run.js';

const configFile = path.join(ROOT, 'studio/vite.config.ts');
const outDir = path.join(ROOT, '.cache/studio-page');

/** Prints an error with the usage, and ends the script. */
export function refuse(message, usage) {
  console.error(red(message));
  console.error(`Usage: ${usage}`);
  process.exit(2);
}

/**
 * The arguments of a script; what is not understood is refused. Every option is a number with limits, a switch or a text:
 * `{ frames: { min: 1, max: 100, default: 9 }, sheets: 'switch', into: 'text' }`.
 */
export function readArguments(usage, options = {}) {
  const kinds = Object.entries(options).map(([name, option]) => [
    name,
    { type: option === 'switch' ? 'boolean' : 'string' },
  ]);
  let given;
  try {
    given = parseArgs({ allowPositionals: true, options: Object.fromEntries(kinds) });
  } catch (error) {
    refuse(error.message, usage);
  }
  const values = {};
  for (const [name, option] of Object.entries(options)) {
    const text = given.values[name];
    if (option === 'switch') values[name] = text === true;
    else if (option === 'text') values[name] = text;
    else if (text === undefined) values[name] = option.default;
    else {
      values[name] = Number(text);
      const isAllowed = values[name] >= option.min && values[name] <= option.max;
      if (text.trim() === '' || !isAllowed || (option.integer && !Number.isInteger(values[name])))
        refuse(
          `--${name} is ${JSON.stringify(text)}; it must be a ${option.integer ? 'whole ' : ''}number from ${option.min} to ${option.max}.`,
          usage,
        );
    }
  }
  return { values, positionals: given.positionals };
}

/** The studio's scenes, as its catalogue has them: id, title, description. */
export async function readCatalogue() {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(path.join(ROOT, 'studio/catalogue.ts'), {
    plugins: [selvedge()],
    resolve: { alias: publicNames },
  });
  return module.CATALOGUE;
}

/** Those of the catalogue that are named, all of them where none is. */
export function chosenScenes(catalogue, names, usage) {
  const unknown = names.find((name) => !catalogue.some(({ id }) => id === name));
  if (unknown !== undefined)
    refuse(
      `There is no scene ${JSON.stringify(unknown)}; there are ${catalogue.map(({ id }) => id).join(', ')}.`,
      usage,
    );
  return names.length === 0 ? catalogue : catalogue.filter(({ id }) => names.includes(id));
}

/** Builds and serves the studio: `open(scene, size)` gives a page, paused at its beginning; `close()` ends all. */
export async function openStudio() {
  const { build, preview, runnerImport } = await import('vite');
  const { chromium } = await import('playwright');
  const { module: tests } = await runnerImport(path.join(ROOT, 'test/chromium.ts'));
  await build({ configFile, logLevel: 'warn', build: { outDir } });
  const server = await preview({
    configFile,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({ executablePath: tests.chromiumPath(), args: tests.chromiumArgs() });
  return {
    async open(scene, viewport) {
      const page = await browser.newPage({ viewport });
      await page.goto(`${server.resolvedUrls.local[0]}?paused&backend=wasm&scene=${scene}`);
      await page.waitForFunction(() => 'studio' in window);
      await page.evaluate(() => window.studio.ready);
      const problem = page.locator('#problem');
      if (await problem.isVisible()) throw new Error(`${scene}: ${await problem.textContent()}`);
      // Frame rates of software rendering mean nothing.
      await page.locator('#show-overlay').uncheck();
      await page.locator('#handling').evaluate((tools) => tools.setAttribute('hidden', ''));
      await page.locator('canvas').focus();
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Lets the scene run until that second, shows it, and gives the statistics there. */
export async function runUntil(page, seconds) {
  const told = await page.evaluate(async (until) => {
    const { world, view } = window.studio;
    const steps = Math.max(0, Math.round((until - world.time) / world.timestep));
    const begin = performance.now();
    // With colliders that move every step is asked for by itself: not too many at once.
    for (let left = steps; left > 0; left -= 240) {
      world.step(Math.min(240, left));
      await world.idle();
    }
    const ms = (performance.now() - begin) / Math.max(1, steps);
    await view.update();
    const { contact, strain, energy, torn, faults } = await world.statistics();
    return { time: world.time, ms, contact, strain, energy, torn, faults };
  }, seconds);
  // One frame that draws the latest state, one that shows it, one more for shadows of what has just changed.
  await page.evaluate(async () => {
    for (let k = 0; k < 4; k++) await new Promise(requestAnimationFrame);
  });
  return told;
}

/** One line for people. */
export function inWords({ time, ms, contact, strain, energy, torn, faults }) {
  const { touching, missed, tooFast } = contact;
  return (
    `${time.toFixed(2)} s: ${ms.toFixed(2)} ms a step, touching ${touching}, missed ${missed}, too fast ${tooFast}, ` +
    `torn ${torn}, strain ${strain.mean.toFixed(4)} to ${strain.max.toFixed(3)}, ` +
    `kinetic ${energy.kinetic.toFixed(3)} J, faults ${faults}`
  );
}

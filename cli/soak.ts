/** `selvedge soak`: steps scenes for a long time and reports whether memory grows, anything breaks or steps get slower. */
import { type Soaked, soak, type Verdict } from '../bench/index.ts';
import { createSceneWorld, parseScene } from '../scene/index.ts';
import { type Verb, wholeNumber } from './arguments.ts';
import { openBackend } from './backend.ts';
import { EXIT } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { minutesOf } from './minutes.ts';
import { Progress } from './progress.ts';
import { builtInScenes, readScene } from './scene-file.ts';

const MINUTES = 5;

export const soakVerb: Verb = {
  name: 'soak',
  summary: 'step scenes for a long time: does memory grow, do numbers break, do steps get slower',
  operands: '[SCENE…]',
  operandsHelp: 'files or names of built-in scenes; without, all that are built in',
  least: 0,
  most: Infinity,
  options: {
    minutes: { value: 'N', help: `how long, 0.01 to 10000 (default: ${MINUTES})` },
    threads: { value: 'N', help: 'threads of wasm, 1 to 64 (default: as for run)' },
    json: { help: 'print the result as one JSON object' },
  },
  run: async (names, values) => {
    const minutes = values.minutes === undefined ? MINUTES : minutesOf(values.minutes as string);
    const threads =
      values.threads === undefined ? undefined : wholeNumber('threads', values.threads as string, 1, 64);
    const verdict = await soaked(names.length > 0 ? names : builtInScenes(), minutes, threads);
    process.stdout.write(
      values.json ? `${JSON.stringify({ minutes, ...verdict }, null, 2)}\n` : inWords(verdict),
    );
    for (const why of verdict.wrong) process.stderr.write(`${why}\n`);
    return verdict.wrong.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

async function soaked(names: readonly string[], minutes: number, threads?: number): Promise<Verdict> {
  const interruption = new Interruption('frame');
  const progress = new Progress(minutes);
  const all: Soaked[] = [];
  try {
    for (const name of names) {
      const { text, label } = await readScene(name);
      const parsed = parseScene(text, { source: label });
      const world = await createSceneWorld(parsed, { backend: await openBackend('wasm', threads) });
      all.push({ name, world, steps: parsed.scene.stepsPerFrame });
    }
    return await soak(all, 60 * minutes, async (share) => {
      const done = share * minutes;
      await interruption.check(() => `interrupted after ${done.toFixed(1)} of ${minutes} minutes`);
      progress.update(done, `${names.length === 1 ? names[0] : `${names.length} scenes`}`);
    });
  } finally {
    progress.end();
    interruption.end();
    for (const { world } of all) world.dispose();
  }
}

function inWords({ worlds, memory }: Verdict): string {
  const width = 2 + Math.max(...worlds.map(({ name }) => name.length), 10);
  const times = worlds.map(({ name, steps, ms: [before, after], faults }) => {
    const change = Math.round(100 * (after / before - 1));
    const drift = `${after.toPrecision(3)} at the end (${change < 0 ? '−' : '+'}${Math.abs(change)} %)`;
    return `${name.padEnd(width)}${steps} steps, ${before.toPrecision(3)} ms a step, ${drift}, ${faults} faults\n`;
  });
  const sizes = Object.entries(memory).map(([subject, [before, after]]) => {
    const change = (after - before) / 1e6;
    const sign = change < 0 ? '−' : '+';
    return `${subject.padEnd(width)}${(after / 1e6).toFixed(1)} MB, ${sign}${Math.abs(change).toFixed(1)}\n`;
  });
  return `${times.join('')}memory, since the second quarter\n${sizes.map((line) => `  ${line}`).join('')}`;
}

/** `selvedge run`: simulates a scene and writes the results. */
import { BACKEND_NAMES, type BackendName, type World } from '../engine/index.ts';
import { createSceneWorld, parseScene } from '../scene/index.ts';
import { oneOf, type Values, type Verb, wholeNumber } from './arguments.ts';
import { openBackend } from './backend.ts';
import { EXIT, Refusal } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { Progress } from './progress.ts';
import { inWords, reportOf, secondsAfter } from './report.ts';
import { readScene } from './scene-file.ts';
import { stateText } from './state.ts';
import { StatsTable } from './stats.ts';
import { type Output, type Target, targetOf, writeWhole } from './whole-file.ts';

const DEFAULT_STEPS = 300;
/** More steps than this are probably a typing error. */
const MOST = 1_000_000_000;

export const run: Verb = {
  name: 'run',
  summary: 'simulate a scene and say what came out',
  operands: 'SCENE',
  operandsHelp: 'a file, the name of a built-in scene (selvedge info lists them), or - for standard input',
  least: 1,
  most: 1,
  options: {
    steps: { value: 'N', help: `physics steps (default: ${DEFAULT_STEPS})` },
    frames: { value: 'N', help: "instead of steps: drawn frames, each of the scene's stepsPerFrame" },
    backend: { value: 'NAME', help: `where to compute: ${BACKEND_NAMES.join(', ')} (default: wasm)` },
    threads: {
      value: 'N',
      help: 'threads of wasm, 1 to 64 (default: what keeps them busy, at most 4 and the cores)',
    },
    relaxed: {
      help: 'let wasm round as the processor has it, where there is relaxed SIMD: faster, other bits',
    },
    set: {
      value: 'PATH=VALUE',
      repeats: true,
      help: 'change the scene first, as solver.inner=20 or bodies[0].mass=0.5; may be repeated',
    },
    state: { value: 'FILE', help: "write positions and velocities as JSON, in the scene's order" },
    stats: { value: 'FILE.csv', help: 'write the statistics as CSV, a row per step' },
    every: { value: 'N', help: 'with --stats: a row every N steps, and one for the last' },
    json: { help: 'print the result as one JSON object' },
  },
  run: async ([scene], values) => {
    await simulate(scene, optionsOf(values));
    return EXIT.ok;
  },
};

interface RunOptions {
  readonly steps?: number;
  readonly frames?: number;
  readonly backend: BackendName;
  readonly threads?: number;
  readonly relaxed: boolean;
  readonly set: readonly string[];
  readonly state?: string;
  readonly stats?: string;
  readonly every?: number;
  readonly json: boolean;
}

function optionsOf(values: Values): RunOptions {
  const text = (name: string) => values[name] as string | undefined;
  const count = (name: string, min: number, max: number) => {
    const given = text(name);
    return given === undefined ? undefined : wholeNumber(name, given, min, max);
  };
  const options = {
    steps: count('steps', 0, MOST),
    frames: count('frames', 0, MOST),
    backend: oneOf('backend', text('backend') ?? 'wasm', BACKEND_NAMES),
    threads: count('threads', 1, 64),
    relaxed: values.relaxed === true,
    set: (values.set as string[] | undefined) ?? [],
    state: text('state'),
    stats: text('stats'),
    every: count('every', 1, MOST),
    json: values.json === true,
  };
  if (options.steps !== undefined && options.frames !== undefined)
    throw new Refusal('--steps and --frames both set the length of the run; give one of them');
  if (options.threads !== undefined && options.backend !== 'wasm')
    throw new Refusal(`--threads is for --backend wasm; ${options.backend} takes no threads`);
  if (options.relaxed && options.backend !== 'wasm')
    throw new Refusal(`--relaxed is for --backend wasm; ${options.backend} rounds as it does`);
  if (options.every !== undefined && options.stats === undefined)
    throw new Refusal('--every sets the interval of rows in --stats; give --stats FILE.csv too');
  return options;
}

async function simulate(name: string, options: RunOptions): Promise<void> {
  const interruption = new Interruption();
  try {
    const file = await readScene(name);
    const parsed = parseScene(file.text, { source: file.label, set: options.set });
    const targets = await targetsOf(options, file.path);
    const framed = options.frames === undefined ? undefined : options.frames * parsed.scene.stepsPerFrame;
    const steps = options.steps ?? framed ?? DEFAULT_STEPS;
    const isDefault = (options.steps ?? framed) === undefined;

    const backend = await openBackend(options.backend, options.threads, !options.relaxed);
    const world = await createSceneWorld(parsed, { backend });
    try {
      const told = tell(world.warnings);
      const table = targets.stats && new StatsTable();
      await advance(world, steps, {
        every: table ? (options.every ?? 1) : undefined,
        row: async (step) => table?.add(step, secondsAfter(world, step), await world.statistics()),
        // A time budget measures each step before it chooses the iterations of the next.
        batch: parsed.scene.solver.budget === undefined ? MOST_STEPS : 1,
        interruption,
      });
      const report = await reportOf(world);
      tell(report.warnings.slice(told));
      const outputs: Output[] = [];
      if (targets.state) outputs.push({ target: targets.state, chunks: await stateText(world) });
      if (targets.stats && table) outputs.push({ target: targets.stats, chunks: table.text() });
      await writeWhole(outputs);
      process.stdout.write(
        options.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : inWords(report, world, file.label, isDefault ? ' (the default)' : ''),
      );
      const written = outputs.map(({ target }) => target.given).join(', ');
      if (!options.json && written) process.stdout.write(`wrote    ${written}\n`);
    } finally {
      world.dispose();
    }
  } finally {
    interruption.end();
  }
}

/** Prints warnings and returns their number. */
function tell(warnings: readonly string[]): number {
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  return warnings.length;
}

interface Targets {
  readonly state?: Target;
  readonly stats?: Target;
}

async function targetsOf({ state, stats }: RunOptions, scene?: string): Promise<Targets> {
  const targets = {
    state: state === undefined ? undefined : await targetOf('--state', state),
    stats: stats === undefined ? undefined : await targetOf('--stats', stats),
  };
  if (targets.state && !targets.state.direct && targets.state.path === targets.stats?.path)
    throw new Refusal(`--state and --stats name the same file: ${state}`);
  for (const [option, target] of Object.entries(targets)) {
    if (scene !== undefined && target?.path === scene)
      throw new Refusal(`--${option} ${target.given} is the scene itself; give another file`);
  }
  return targets;
}

/** Greatest number of steps in a batch, and its duration in ms: Ctrl-C is handled and the progress updated between batches. */
const MOST_STEPS = 4096;
const BATCH_MS = 100;

interface Course {
  /** Steps per row; absent for no rows. The last step always gets one. */
  readonly every?: number;
  row(step: number): Promise<void>;
  readonly batch: number;
  readonly interruption: Interruption;
}

async function advance(world: World, steps: number, course: Course): Promise<void> {
  const { every, batch: most, interruption } = course;
  const progress = new Progress(steps);
  try {
    let batch = 1;
    for (let done = 0; done < steps; ) {
      await interruption.check(() => `interrupted after step ${done} of ${steps}; no file was written`);
      const count = Math.min(batch, steps - done, every ? every - (done % every) : Infinity);
      const began = performance.now();
      world.step(count);
      await world.idle();
      done += count;
      if (every && (done % every === 0 || done === steps)) await course.row(done);
      const fitting = (BATCH_MS * count) / (performance.now() - began);
      batch = Math.max(1, Math.min(most, 2 * batch, Math.floor(fitting)));
      progress.update(done);
    }
  } finally {
    progress.end();
  }
}

/** `selvedge info`: the backends that run here, found by running them, the reasons why others do not, and the methods that each supports. */
import { availableParallelism } from 'node:os';
import {
  BACKEND_NAMES,
  type Backend,
  type BackendName,
  cloth,
  createWorld,
  reference,
  supportMatrix,
  wasm,
} from '../engine/index.ts';
import type { Verb } from './arguments.ts';
import { openBackend } from './backend.ts';
import { EXIT } from './failure.ts';
import { packageVersion } from './package.ts';
import { builtInScenes } from './scene-file.ts';

type Trial =
  | { runs: true; description: string; threads: number; warnings: readonly string[] }
  | { runs: false; reason: string };

export const info: Verb = {
  name: 'info',
  summary: 'which backends run here, why the others do not, and which method runs on which',
  operands: '',
  operandsHelp: '',
  least: 0,
  most: 0,
  options: { json: { help: 'print the same as one JSON object' } },
  run: async (_, { json }) => {
    const facts = await gather();
    process.stdout.write(json ? `${JSON.stringify(facts, null, 2)}\n` : inWords(facts));
    return EXIT.ok;
  },
};

interface Facts {
  readonly version: string;
  readonly node: string;
  readonly system: string;
  readonly cores: number;
  /** Greatest number of threads that `run` uses by default. */
  readonly threads: number;
  readonly backends: Readonly<Record<BackendName, Trial>>;
  readonly methods: readonly { id: string; title: string; backends: Record<BackendName, boolean> }[];
  readonly scenes: readonly string[];
}

async function gather(): Promise<Facts> {
  const backends = {} as Record<BackendName, Trial>;
  for (const name of BACKEND_NAMES) backends[name] = await attempt(name);
  return {
    version: packageVersion(),
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    threads: wasm().threads,
    backends,
    ...everything(),
  };
}

const everything = (): Pick<Facts, 'methods' | 'scenes'> => ({
  methods: supportMatrix().map(({ method, ...rest }) => ({ id: method, ...rest })),
  scenes: builtInScenes(),
});

const SIDE = 4;
const STEPS = 4;
/** Tolerance, metres. Float32 is within 1e-6 of these 4 cm; a backend that computes something else is off by more. */
const CLOSE = 1e-4;

/** Runs a tiny cloth and compares its final positions with those of the reference. */
async function attempt(name: BackendName): Promise<Trial> {
  try {
    // Requests all threads: by default a tiny cloth would use one.
    const backend = await openBackend(name, name === 'wasm' ? wasm().threads : undefined);
    const { description, threads, warnings } = backend;
    const found = await fall(backend);
    const expected = await fall(reference());
    const off = Math.max(...found.map((value, k) => Math.abs(value - expected[k])));
    if (!(off < CLOSE)) return { runs: false, reason: `it runs, but its numbers are ${off} m off` };
    return { runs: true, description, threads, warnings };
  } catch (error) {
    return { runs: false, reason: (error as Error).message };
  }
}

async function fall(backend: Backend): Promise<Float64Array> {
  const bodies = [cloth({ particles: [SIDE, SIDE], size: [0.04, 0.04], pins: ['top-left'] })];
  const world = await createWorld({ bodies, backend });
  try {
    world.step(STEPS);
    const { positions } = await world.read({ positions: new Float64Array(3 * SIDE * SIDE) });
    return positions;
  } finally {
    world.dispose();
  }
}

function inWords({ version, node, system, cores, backends, ...lists }: Facts): string {
  const trials = Object.entries(backends).flatMap(([name, trial]) =>
    trial.runs
      ? [
          `  ${name.padEnd(10)} runs: ${trial.description}`,
          ...trial.warnings.map((line) => `  ${''.padEnd(10)} ${line}`),
        ]
      : [`  ${name.padEnd(10)} does not run here: ${trial.reason}`],
  );
  return [
    `selvedge ${version}, Node ${node}, ${system}, ${cores} cores`,
    '',
    'Backends',
    ...trials,
    '',
    ...infoLists(lists),
    '',
  ].join('\n');
}

/** The part that is the same on every machine: methods and scenes. */
export function infoLists({ methods, scenes }: Pick<Facts, 'methods' | 'scenes'> = everything()): string[] {
  const longest = Math.max(...methods.map(({ id }) => id.length)) + 1;
  const widest = Math.max(...methods.map(({ title }) => title.length)) + 2;
  const row = (id: string, title: string, cells: readonly string[]) =>
    `  ${id.padEnd(longest)}${title.padEnd(widest)}${cells.map((cell) => cell.padEnd(11)).join('')}`.trimEnd();
  const rows = methods.map(({ id, title, backends: on }) =>
    row(
      id,
      title,
      BACKEND_NAMES.map((name) => (on[name] ? 'yes' : 'no')),
    ),
  );
  return ['Methods', row('', '', BACKEND_NAMES), ...rows, '', 'Scenes', `  ${scenes.join(', ')}`];
}

/** What a world costs to open, from its bodies to its first frame: the first one of a process, one like it, and another one. */
import { spawn } from 'node:child_process';
import type { Case, Context, Side } from './case.ts';

/** Runs in a process of its own, with the package's address and a side of the cloth behind it; prints milliseconds, world by world. */
const SCRIPT = `
const [address, side] = process.argv.slice(1);
const { cloth, createWorld } = await import(address);
const times = [];
for (const stiffness of [1000, 1000, 1001]) {
  const began = performance.now();
  const bodies = [cloth({ particles: [+side, +side], stiffness, pins: ['top'] })];
  const world = await createWorld({ bodies });
  world.step();
  await world.read();
  times.push(performance.now() - began);
  world.dispose();
}
console.log(JSON.stringify(times));
`;

function opened({ engine }: Context, side: number): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    const process_ = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, engine, String(side)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    process_.stdout.on('data', (text) => {
      printed += text;
    });
    process_.on('error', reject);
    process_.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(printed));
      else reject(new Error(`a process that opens worlds ended with code ${code}`));
    });
  });
}

/** The cloth of the last world is a little stiffer: what was found out about the first two is found anew. */
const WORLDS = ['first', 'second, of equal bodies', 'third, of others'];

export const opening = (side: number, most: number): Case => ({
  id: `open-${side ** 2}`,
  title: `a world of ${side ** 2} particles, to its first frame`,
  unit: 'ms',
  ratio: 'second / first',
  most,
  open: async (context) => {
    /** Of the process at hand, which measures all sides at once. */
    let times: readonly number[] = [];
    const sides = WORLDS.map(
      (name, k): Side => ({
        name,
        sample: async () => {
          if (k === 0) times = await opened(context, side);
          return times[k];
        },
      }),
    );
    return { sides, ratio: (first, second) => second / first, notes: [], dispose: () => {} };
  },
});

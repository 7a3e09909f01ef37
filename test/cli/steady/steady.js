// Steps a world 10,000 times, again and again, and prints, as JSON, what each time has allocated: on the main thread, in the coordinating worker, in WebAssembly.
import { cloth, createWorld, wasm } from '../../../dist/index.js';
import { heapHere, heapOfWorker } from './heaps.cjs';

const STEPS = 10_000;

const WORLDS = {
  /** One thread, which makes one run of a call. */
  alone: {
    bodies: [cloth({ particles: [8, 8], pins: ['top-left'], rotation: [-90, 0, 0] })],
    colliders: [{ shape: 'plane', position: [0, -0.5, 0] }],
    particleContact: 'all',
    backend: wasm({ threads: 1 }),
  },
  /** As many threads as there are by default: what a call asks for is run in stretches of about a millisecond. */
  adaptive: {
    bodies: [cloth({ particles: [50, 50], pins: ['top'] })],
    method: { id: 'pd-rbgs', outer: 1, inner: 4 },
    backend: wasm(),
  },
};

const [name, limit] = process.argv.slice(2);
const world = await createWorld(WORLDS[name]);
const atOnce = async () => {
  world.step(STEPS);
  await world.idle();
};
const inFrames = async () => {
  for (let step = 0; step < STEPS; step += 8) {
    world.step(8);
    await world.idle();
  }
};

const look = async (collect) => ({ main: heapHere(collect), worker: await heapOfWorker(collect) });
/** Before and after `run`, on the main thread and in the worker: with what it leaves behind, or what is left of that once it is collected. */
async function around(run, collect) {
  await look(true);
  const before = await look(collect);
  await run();
  return { before, after: await look(collect) };
}

await atOnce();
await around(inFrames, true);
const once = [];
const frames = [];
/** V8 compiles what it has seen often enough, when it finds the time; until then every number that is not whole is an object. */
const isCompiled = () =>
  ['main', 'worker'].every((thread) =>
    once.some(({ before, after }) => after[thread].heap - before[thread].heap < Number(limit)),
  );
while (once.length < 10 && !isCompiled()) once.push(await around(atOnce, false));
for (let run = 0; run < 2; run++) frames.push(await around(inFrames, true));
const { steps } = world;
const { ms } = await world.statistics();
console.log(JSON.stringify({ once, frames, steps, ms: ms.perStep * STEPS }));
world.dispose();

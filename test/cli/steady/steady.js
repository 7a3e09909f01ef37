// Steps a world 10,000 times and prints, as JSON, what that has allocated: on the main thread, in the coordinating worker, in WebAssembly.
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

const world = await createWorld(WORLDS[process.argv[2]]);
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

/** Before and after `run`, on the main thread and in the worker. */
async function around(run, collect) {
  const look = async () => ({ main: heapHere(collect), worker: await heapOfWorker(collect) });
  const before = await look();
  await run();
  return { before, after: await look() };
}

// Everything is compiled and has its size.
await atOnce();
await around(inFrames, true);
const once = [];
const frames = [];
for (let run = 0; run < 3; run++) once.push(await around(atOnce, false));
for (let run = 0; run < 2; run++) frames.push(await around(inFrames, true));
const { steps } = world;
const { ms } = await world.statistics();
console.log(JSON.stringify({ once, frames, steps, ms: ms.perStep * STEPS }));
world.dispose();

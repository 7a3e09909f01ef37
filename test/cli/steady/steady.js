// Steps a small cloth 10,000 times and prints, as JSON, what that has allocated: on the main thread, in the worker, in WebAssembly.
import { cloth, createWorld, wasm } from '../../../dist/index.js';
import { heapHere, heapOfWorker } from './heaps.cjs';

const STEPS = 10_000;

const world = await createWorld({
  bodies: [cloth({ particles: [8, 8], pins: ['top-left'], rotation: [-90, 0, 0] })],
  colliders: [{ shape: 'plane', position: [0, -0.5, 0] }],
  particleContact: 'all',
  backend: wasm({ threads: 1 }),
});
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

await around(inFrames, true); // everything is compiled and has its size
const once = await around(atOnce, false);
const frames = await around(inFrames, true);
console.log(JSON.stringify({ once, frames, steps: world.steps }));
world.dispose();

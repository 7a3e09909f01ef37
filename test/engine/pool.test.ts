/** The pool of threads: made once, awake while there is work, asleep when there is none. */
import { Worker } from 'node:worker_threads';
import source from 'virtual:selvedge/worker';
import { cloth, createWorld, wasm } from 'selvedge';
import { expect, it } from 'vitest';

const bodies = [cloth({ particles: [60, 60], stiffness: 1000, pins: ['top'] })];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('is made once, whatever is asked of the world', async () => {
  let started = 0;
  const worker = () => {
    started++;
    return new Worker(source, { eval: true });
  };
  const world = await createWorld({ bodies, backend: wasm({ threads: 2, worker }) });
  world.step(20);
  await world.prepare({ method: { id: 'pd-cholesky' } });
  world.configure({ method: { id: 'pd-cholesky' } });
  world.step(2);
  await world.idle();
  world.configure({ method: { id: 'pd-rbgs' } });
  world.restore(await world.snapshot());
  for (let frame = 0; frame < 20; frame++) {
    world.step(8);
    await world.idle();
  }
  expect(started).toBe(2);
  world.dispose();
});

it('takes no time of the processor while there is nothing to do, and wakes up', async () => {
  const world = await createWorld({ bodies, backend: wasm({ threads: 2 }) });
  for (let turn = 0; turn < 2; turn++) {
    world.step(100);
    await world.idle();
    await pause(100); // a thread without work looks for some before it sleeps
    const before = process.cpuUsage();
    await pause(1000);
    const { user, system } = process.cpuUsage(before);
    // Threads that went on looking would take a second each.
    expect((user + system) / 1000).toBeLessThan(400);
  }
  world.dispose();
});

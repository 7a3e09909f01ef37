/** The thread that asks for steps is free while they are computed. */
import { cloth, createWorld, wasm } from 'selvedge';
import { expect, it } from 'vitest';

/** Milliseconds that the longest task of this thread took, till `end` comes. */
async function longestTask(end: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  while (!isOver) {
    const began = performance.now();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    longest = Math.max(longest, performance.now() - began);
  }
  port1.close();
  await over;
  return longest;
}

it.each([1, 2])('steps on %i threads hold up nobody else', async (threads) => {
  const bodies = [cloth({ particles: [200, 200], stiffness: 1000, pins: ['top'] })];
  const world = await createWorld({
    bodies,
    backend: wasm({ threads }),
    method: { id: 'pd-rbgs', outer: 40 },
  });
  const began = performance.now();
  world.step(20);
  const longest = await longestTask(world.idle());
  const total = performance.now() - began;
  expect(total).toBeGreaterThan(50);
  // Who waits for the steps is held up for all of it.
  expect(longest).toBeLessThan(total / 2);
  world.dispose();
});

/** Runs that follow each other closely, some of them of an empty program, must not overtake each other on any thread. */
import { cloth, createWorld, wasm } from 'selvedge';
import { expect, test } from 'vitest';

/** Position based dynamics prepares nothing: each change of a pin enqueues an empty program right before a step. */
async function pinAndStep(threads: number): Promise<string> {
  const world = await createWorld({
    bodies: [cloth({ particles: [12, 12], pins: ['top'] })],
    backend: wasm({ threads }),
    method: { id: 'pbd-jacobi', inner: 3 },
  });
  for (let k = 0; k < 200; k++) {
    if (k % 2 === 0) world.pin(77);
    else world.unpin(77);
    world.step();
  }
  const hash = await world.hash();
  world.dispose();
  return hash;
}

test('pin, step, unpin, step: the same bits on 1 and 4 threads, again and again', async () => {
  const expected = await pinAndStep(1);
  for (let round = 0; round < 12; round++) expect(await pinAndStep(4), `round ${round}`).toBe(expected);
});

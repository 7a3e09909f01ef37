/**
 * A run of an empty program must not wake the pool: without a barrier in it, the next run could overtake it and a thread
 * would do the wrong work. Position based dynamics prepares nothing, so this happens at every change of a pin.
 */
import { cloth, createWorld, wasm } from 'selvedge';
import { expect, test } from 'vitest';
import { Executor } from '../../engine/backends/wasm/executor.ts';
import { inlinedModule } from '../../engine/backends/wasm/host.ts';
import { CONTROL } from '../../engine/backends/wasm/layout.ts';

test('an empty program, or one run no times, wakes nobody', async () => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
  const executor = await Executor.create(await inlinedModule(true), memory, () => 0);
  const go = () => new Int32Array(memory.buffer, CONTROL.address)[CONTROL.go / 4];
  executor.run(4096, 4096, 1, 2);
  executor.run(4096, 4120, 0, 2);
  expect(go()).toBe(0);
});

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

test('pin, step, unpin, step: the same bits on 1 and 4 threads', async () => {
  const expected = await pinAndStep(1);
  for (let round = 0; round < 3; round++) expect(await pinAndStep(4), `round ${round}`).toBe(expected);
});

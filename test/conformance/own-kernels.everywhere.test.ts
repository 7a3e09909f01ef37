/** A backend runs its own kernels only, and a step reads nothing back. */

import { type Backend, createWorld, reference } from 'selvedge';
import { describe, expect, test, vi } from 'vitest';
import type { Machine } from '../../engine/backends/backend.ts';
import { KERNELS } from '../../engine/kernels.ts';
import { FAST_BACKENDS } from './backends.ts';
import { wovenCloth } from './scenes.ts';

/** The backend, with every call to its machine written down. */
function watched(backend: Backend): { backend: Backend; calls: string[] } {
  const calls: string[] = [];
  const watch = (machine: Machine): Machine =>
    new Proxy(machine, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          calls.push(String(name));
          return value.apply(target, args);
        };
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  return { backend: { ...backend, open: async (memory) => watch(await backend.open(memory)) }, calls };
}

describe.each([{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS])(
  '$name',
  ({ open }) => {
    test('a step enqueues and reads nothing', async () => {
      const { backend, calls } = watched(await open());
      const world = await createWorld({ bodies: [wovenCloth()], backend });
      calls.length = 0;
      world.step(20);
      world.unpin(3);
      world.step();
      // Settings are recorded once, with the buffers of stages that take part and those of the method; a released pin is one write and one preparation.
      expect(calls).toEqual(['reserve', 'reserve', 'load', 'load', 'run', 'run', 'write', 'run', 'run']);
      expect((await world.executed()).get('predict')).toBe(21);
      world.dispose();
    });
  },
);

describe.each(FAST_BACKENDS)('$name', ({ open }) => {
  test('no kernel of the reference runs', async () => {
    const spies = KERNELS.map((kernel) => vi.spyOn(kernel, 'reference'));
    const method = { id: 'pd-rbgs', outer: 1, inner: 10 };
    const world = await createWorld({ bodies: [wovenCloth()], method, backend: await open() });
    world.step(5);
    await world.statistics();
    const executed = await world.executed();
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    expect(Object.fromEntries(executed)).toEqual({
      weigh: 1,
      predict: 5,
      local: 5,
      relax: 5 * 10 * world.model.colours.length,
      finish: 5,
      springSums: 1,
      particleSums: 1,
      fold: 1,
    });
    world.dispose();
  });
});

test('webgpu copies no buffer of the world during a step', async () => {
  const backend = await FAST_BACKENDS.find(({ name }) => name === 'webgpu')!.open();
  const device = backend.device as GPUDevice;
  const world = await createWorld({ bodies: [wovenCloth()], backend });
  const sources: string[] = [];
  const createCommandEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createCommandEncoder(descriptor);
    const copy = encoder.copyBufferToBuffer.bind(encoder) as (...args: unknown[]) => undefined;
    encoder.copyBufferToBuffer = ((source: GPUBuffer, ...rest: unknown[]) => {
      sources.push(source.label);
      return copy(source, ...rest);
    }) as typeof encoder.copyBufferToBuffer;
    return encoder;
  };
  world.step(50);
  await world.idle();
  expect(sources.filter((label) => label !== 'selvedge timestamps')).toEqual([]);
  await world.read();
  expect(sources).toContain('selvedge x');
  world.dispose();
});

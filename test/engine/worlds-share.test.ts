/** What worlds of a process share: compiled kernels and workers; and what they do not: memory, failures, bits. */
import { Worker } from 'node:worker_threads';
import source from 'virtual:selvedge/worker';
import { cloth, createWorld, type WasmOptions, wasm } from 'selvedge';
import { afterEach, describe, expect, it, vi } from 'vitest';

const sheet = (side: number) => cloth({ particles: [side, side], stiffness: 1000, pins: ['top'] });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A backend of workers of its own, which are counted. */
function counted(options: Omit<WasmOptions, 'worker'> = {}) {
  const count = { started: 0, living: 0 };
  const worker = () => {
    count.started++;
    count.living++;
    const made = new Worker(source, { eval: true });
    made.on('exit', () => count.living--);
    return made;
  };
  return { count, backend: wasm({ ...options, worker }) };
}

async function open(backend: ReturnType<typeof wasm>, side = 20) {
  const world = await createWorld({ bodies: [sheet(side)], backend });
  world.step(5);
  await world.idle();
  return world;
}

async function openAndEnd(backend: ReturnType<typeof wasm>, side = 20): Promise<string> {
  const world = await open(backend, side);
  const hash = await world.hash();
  world.dispose();
  return hash;
}

describe('a world that follows another', () => {
  it.each([1, 3])('takes its %i workers and its compiled kernels', async (threads) => {
    const { count, backend } = counted({ threads });
    const expected = await openAndEnd(backend);
    const compile = vi.spyOn(WebAssembly, 'compile');
    for (let k = 0; k < 3; k++) expect(await openAndEnd(backend)).toBe(expected);
    expect(count.started).toBe(threads);
    expect(compile).not.toHaveBeenCalled();
  });

  it('compiles a module that is given once', async () => {
    const { plain } = await import('virtual:selvedge/kernels');
    const module = new Uint8Array(Buffer.from(plain, 'base64'));
    const compile = vi.spyOn(WebAssembly, 'compile');
    for (let k = 0; k < 2; k++) await openAndEnd(wasm({ module }));
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('takes workers of a world of another size', async () => {
    const { count, backend } = counted({ threads: 2 });
    const expected = await openAndEnd(wasm({ threads: 1 }), 40);
    await openAndEnd(backend, 12);
    expect(await openAndEnd(backend, 40)).toBe(expected);
    expect(count.started).toBe(2);
  });

  it('does not wait for one that is disposed of amid a long step, whose worker ends', async () => {
    const { count, backend } = counted({ threads: 1 });
    const first = await open(backend, 40);
    first.step(1_000_000);
    first.dispose();
    await openAndEnd(backend);
    expect(count.started).toBe(2);
    await expect.poll(() => count.living, { timeout: 2000 }).toBe(1);
  });

  it('takes the worker of one that was disposed of amid a short step, once that is done', async () => {
    const { count, backend } = counted({ threads: 2 });
    const first = await open(backend);
    first.step(2);
    first.dispose();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await openAndEnd(backend);
    expect(count.started).toBe(2);
  });
});

describe('small worlds that live at the same time', () => {
  it('share a worker, with the bits of a world alone', async () => {
    const { count, backend } = counted();
    const expected = await openAndEnd(wasm({ threads: 1 }));
    const worlds = await Promise.all([open(backend), open(backend), open(backend)]);
    expect(count.started).toBe(1);
    for (const world of worlds) expect(await world.hash()).toBe(expected);
    worlds[0].dispose();
    for (const world of worlds.slice(1)) {
      world.step();
      await world.idle();
      expect(world.steps).toBe(6);
    }
    await expect(worlds[0].read()).rejects.toThrow('the world was disposed');
    for (const world of worlds) world.dispose();
  });

  it('join none that is waiting for a world to finish', async () => {
    const { count, backend } = counted();
    const first = await open(backend, 40);
    first.step(20_000);
    first.dispose();
    const second = await open(backend);
    expect(count.started).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 400));
    second.step();
    await second.idle();
    second.dispose();
  });

  it('share it by four', async () => {
    const { count, backend } = counted();
    const worlds = await Promise.all(Array.from({ length: 5 }, () => open(backend, 8)));
    expect(count.started).toBe(2);
    for (const world of worlds) world.dispose();
  });

  it('share none where a number of threads is given', async () => {
    const { count, backend } = counted({ threads: 1 });
    const worlds = await Promise.all([open(backend), open(backend)]);
    expect(count.started).toBe(2);
    for (const world of worlds) world.dispose();
  });

  it('all lose a worker that ends, and the next world gets another', async () => {
    const started: Worker[] = [];
    const worker = () => {
      started.push(new Worker(source, { eval: true }));
      return started[started.length - 1];
    };
    const backend = wasm({ worker });
    const worlds = await Promise.all([open(backend), open(backend)]);
    await started[0].terminate();
    for (const { lost } of worlds) expect(await lost).toMatch('a worker ended');
    await openAndEnd(backend);
    expect(started).toHaveLength(2);
  });
});

it('ends workers without a world after ten seconds', async () => {
  const { count, backend } = counted({ threads: 2 });
  const world = await open(backend);
  vi.useFakeTimers();
  world.dispose();
  vi.advanceTimersByTime(9_000);
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(count.living).toBe(2);
  await openAndEnd(backend);
  expect(count.started).toBe(2);
  vi.useFakeTimers();
  const last = await openLater(backend);
  last.dispose();
  vi.advanceTimersByTime(11_000);
  vi.useRealTimers();
  await expect.poll(() => count.living).toBe(0);
});

const openLater = (backend: ReturnType<typeof wasm>) => createWorld({ bodies: [sheet(8)], backend });

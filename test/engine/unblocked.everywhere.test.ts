/** The calling thread is not blocked while steps are computed: no call waits for them. */
import { cloth, createWorld, type World, wasm } from 'selvedge';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Milliseconds that the longest task of this thread took, of what `ask` does and all until its promise resolves. */
async function longestTask(ask: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  const began = performance.now();
  const over = ask().finally(() => {
    isOver = true;
  });
  longest = performance.now() - began;
  while (!isOver) {
    const turn = performance.now();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    longest = Math.max(longest, performance.now() - turn);
  }
  port1.close();
  await over;
  return longest;
}

const worldOn = (threads: number): Promise<World> =>
  createWorld({
    bodies: [cloth({ particles: [200, 200], stiffness: 1000, pins: ['top'] })],
    backend: wasm({ threads }),
    method: { id: 'pd-rbgs', outer: 40 },
  });

it.each([1, 2])('steps on %i threads hold up nobody else', async (threads) => {
  const world = await worldOn(threads);
  const began = performance.now();
  const longest = await longestTask(() => {
    world.step(20);
    return world.idle();
  });
  const total = performance.now() - began;
  expect(total).toBeGreaterThan(50);
  // A caller that waits for the steps waits for all of them.
  expect(longest).toBeLessThan(total / 2);
  world.dispose();
});

/** What a page does between two frames, and what it then awaits. */
const CALLS: Readonly<Record<string, (world: World) => unknown>> = {
  step: (world) => world.step(),
  'pin and unpin': (world) => {
    world.pin(300);
    world.step();
    world.unpin(300);
  },
  move: (world) => world.move(0, [0, 1, 0]),
  grab: (world) => world.grab(500, [0, 0, 0.1]).release(),
  force: (world) => world.setForce(7, [0, 0, 0.1]),
  configure: (world) => {
    world.configure({ timestep: 1 / 240, method: { outer: 30 } });
    world.step();
    world.configure({ timestep: 1 / 480, method: { outer: 40 } });
  },
  cut: (world) => {
    const [low, high, near] = [
      [0.3, 0.3, -1],
      [0.3, 0.4, -1],
      [0.3, 0.3, 1],
    ] as const;
    world.cut([low, high, near]);
  },
  read: (world) => world.read(),
  statistics: (world) => world.statistics(),
  snapshot: (world) => world.snapshot(),
  pick: (world) => world.pick({ origin: [0, 0, 5], direction: [0, 0, -1] }),
};

it.each([1, 2])('no call waits for steps on %i threads', async (threads) => {
  const wait = vi.spyOn(Atomics, 'wait');
  const world = await worldOn(threads);
  // What is compiled, and made, when it is first asked for.
  for (const call of Object.values(CALLS)) await call(world);
  await world.idle();

  const began = performance.now();
  const awaited: unknown[] = [];
  const asked = new Map<string, number>();
  const first = { 'many steps': (world: World) => world.step(40) };
  for (const [name, call] of Object.entries({ ...first, ...CALLS })) {
    const before = performance.now();
    awaited.push(call(world));
    asked.set(name, performance.now() - before);
  }
  await Promise.all(awaited);
  await world.idle();
  const total = performance.now() - began;
  expect(total).toBeGreaterThan(100);
  // The first one that waits is held up for what all those steps take.
  for (const [name, ms] of asked) expect(ms, name).toBeLessThan(total / 2);
  expect(wait).not.toHaveBeenCalled();
  world.dispose();
});

/** Watches this thread, and gives what fails if it has begun WebAssembly, or waited, since. */
function watchedHere() {
  const spies = [
    vi.spyOn(WebAssembly, 'Instance'),
    vi.spyOn(WebAssembly, 'instantiate'),
    vi.spyOn(Atomics, 'wait'),
  ];
  return () => {
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  };
}

const bodies = [cloth({ particles: [60, 60], stiffness: 1000, pins: ['top'] })];
it('no kernel and no analysis runs on the thread that asks for them', async () => {
  const nothingRan = watchedHere();
  const world = await createWorld({ bodies, backend: wasm({ threads: 2 }) });
  for (const id of ['pd-multigrid', 'pd-cholesky', 'newton']) {
    await world.prepare({ method: { id } });
    world.configure({ method: { id } });
    world.step();
    await world.idle();
  }
  await world.read();
  nothingRan();
  world.dispose();
});

it.each(['pd-cholesky', 'newton'])('nor where a world begins with %s', async (id) => {
  const nothingRan = watchedHere();
  const world = await createWorld({ bodies, method: { id }, backend: wasm() });
  world.step();
  await world.read();
  nothingRan();
  world.dispose();
});

it('an analysis on this thread would be seen', async () => {
  const nothingRan = watchedHere();
  const world = await createWorld({ bodies, method: { id: 'pd-rbgs' }, backend: wasm() });
  nothingRan();
  // What is watched makes nothing, so that the analysis fails; it has begun.
  expect(() => world.configure({ method: { id: 'pd-cholesky' } })).toThrow();
  expect(nothingRan).toThrow();
  world.dispose();
});

// Playing in time with a user's own loop, without a browser: a world that notes its steps, and a clock by hand.
import type { Statistics } from 'selvedge';
import { cloth, createWorld } from 'selvedge';
import { Playback, Surface, WorldView } from 'selvedge/three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A world whose steps of 1/480 s cost so many milliseconds; `comeBack` ends the batch under way. */
function fake(msPerStep: number) {
  const batches: number[] = [];
  let arrive = () => {};
  let failed = (_: Error) => {};
  const world = {
    timestep: 1 / 480,
    step: (n = 1) => void batches.push(n),
    statistics: async () => ({ ms: { perStep: msPerStep } }) as unknown as Statistics,
  };
  const update = () =>
    new Promise<void>((resolve, reject) => {
      arrive = resolve;
      failed = reject;
    });
  const playback = new Playback(world, update);
  const comeBack = async () => {
    arrive();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const taken = () => batches.reduce((sum, steps) => sum + steps, 0);
  return { world, playback, batches, comeBack, taken, failed: (error: Error) => failed(error) };
}

describe('WorldView.advance', () => {
  it.each([30, 60, 144])('plays a second in a second at %i Hz', async (rate) => {
    const { playback, comeBack, taken } = fake(0.05);
    for (let frame = 0; frame < rate; frame++) {
      void playback.advance(1 / rate);
      await comeBack();
    }
    expect(Math.abs(taken() - 480)).toBeLessThanOrEqual(1);
  });

  it('enqueues nothing while a batch is under way, and then makes up for a tenth of a second at most', async () => {
    const { playback, batches, comeBack } = fake(0.05);
    const first = playback.advance(1 / 60);
    await comeBack();
    await first;
    void playback.advance(1 / 60);
    const before = batches.length;
    const waiting = Array.from({ length: 100 }, () => playback.advance(1 / 60));
    expect(batches).toHaveLength(before);
    expect(new Set(waiting).size).toBe(1);
    await comeBack();
    void playback.advance(0);
    expect(batches.at(-1)).toBe(48);
  });

  it('slows down where steps are dear', async () => {
    const { playback, batches, comeBack } = fake(20);
    for (let frame = 0; frame < 10; frame++) {
      void playback.advance(1);
      await comeBack();
    }
    // One until the cost is known; then 40 ms at a time are two steps of 20 ms.
    expect(batches).toEqual([1, ...Array(9).fill(2)]);
  });

  it('follows a timestep that changes', async () => {
    const { world, playback, batches, comeBack } = fake(0.05);
    void playback.advance(1 / 480);
    await comeBack();
    world.timestep = 0.25;
    for (let frame = 0; frame < 3; frame++) {
      await playback.advance(0.08);
      expect(batches).toHaveLength(1);
    }
    void playback.advance(0.08);
    expect(batches).toEqual([1, 1]);
  });

  it('hands a failed step on, and can be asked again', async () => {
    const { world, playback, batches } = fake(1);
    const { step } = world;
    world.step = () => {
      throw new Error('the worker stopped');
    };
    await expect(playback.advance(1)).rejects.toThrow('the worker stopped');
    world.step = step;
    void playback.advance(1);
    expect(batches).toHaveLength(1);
  });

  it('takes a first frame that began before the clock did', async () => {
    const { playback, batches, comeBack } = fake(0.05);
    await playback.advance(-3);
    expect(batches).toEqual([]);
    void playback.advance(1 / 480);
    await comeBack();
    expect(batches).toEqual([1]);
  });

  it('makes up for nothing after a pause', () => {
    const { playback, batches } = fake(0.05);
    void playback.advance(1 / 481);
    playback.rest();
    void playback.advance(1 / 481);
    expect(batches).toEqual([]);
  });

  it('does nothing after it was stopped, whatever becomes of the steps under way', async () => {
    const { playback, batches, failed } = fake(0.05);
    const last = playback.advance(1);
    playback.stop();
    failed(new Error('this world was disposed'));
    await last;
    await playback.advance(1);
    expect(batches).toHaveLength(1);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d seconds', (seconds) => {
    expect(() => fake(1).playback.advance(seconds)).toThrow(/advance\.seconds.*since the last frame/);
  });
});

it.each(['reference', 'wasm'] as const)(
  'a view on %s that was disposed is silent, as is what it had under way',
  async (backend) => {
    const world = await createWorld({ bodies: [cloth({ particles: [9, 9] })], backend });
    const view = new WorldView(world);
    const under = [view.advance(1), view.update()];
    view.dispose();
    world.dispose();
    await Promise.all([...under, view.advance(1), view.advance(1), view.update()]);
    expect(world.steps).toBe(1);
    view.dispose();
  },
);

describe('a renderer that cannot share', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  afterEach(() => void vi.restoreAllMocks());

  it('is named once, with what to do', async () => {
    const { model } = await createWorld({ bodies: [cloth({ particles: [3, 3] })], backend: 'reference' });
    const onGpu = { model, gpu: { device: {} } } as unknown as ConstructorParameters<typeof Surface>[0];
    const late = { backend: {} };
    for (const _ of [1, 2]) expect(new Surface(onGpu, late).isShared).toBe(false);
    expect(console.warn).toHaveBeenCalledTimes(1);
    expect(console.warn).toHaveBeenLastCalledWith(expect.stringContaining('await renderer.init()'));
    new Surface(onGpu, { backend: { device: {}, get: () => ({}) } });
    expect(console.warn).toHaveBeenLastCalledWith(expect.stringContaining('another GPU device'));
    new Surface(onGpu, {});
    expect(console.warn).toHaveBeenLastCalledWith(expect.stringContaining('WebGPURenderer'));
    expect(console.warn).toHaveBeenCalledTimes(3);
    // A CPU backend has no device to share; without a renderer there is none to share with.
    new Surface({ model } as typeof onGpu, late);
    new Surface(onGpu);
    expect(console.warn).toHaveBeenCalledTimes(3);
  });
});

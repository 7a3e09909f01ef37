// The recorded run and the scenes kept in the browser, without one.
import type { Snapshot } from 'selvedge';
import { expect, it } from 'vitest';
import { Library } from '../../studio/library.ts';
import { Recorder } from '../../studio/recorder.ts';

const at = (time: number, megabytes = 0) =>
  ({ time, buffers: { x: { byteLength: megabytes * 2 ** 20 } } }) as unknown as Snapshot;
const world = (time: number, name = 'wasm') =>
  ({ time, backend: { name } }) as Parameters<Recorder['isDue']>[0];
const timesOf = ({ frames }: Recorder) => frames.map(({ time }) => time);

it('keeps a frame thirty times a second, and twice where it must be read back from the GPU', () => {
  const recorder = new Recorder();
  for (let step = 0; step <= 240; step++) {
    const time = step / 240;
    if (recorder.isDue(world(time))) recorder.add(at(time));
  }
  expect(recorder.frames.length).toBe(31);
  const onGpu = new Recorder();
  for (let step = 0; step <= 480; step++)
    if (onGpu.isDue(world(step / 240, 'webgpu'))) onGpu.add(at(step / 240));
  expect(timesOf(onGpu)).toEqual([0.5, 1, 1.5, 2]);
});

it('forgets what came later when it is played on from an earlier moment', () => {
  const recorder = new Recorder();
  for (const time of [0, 0.1, 0.2, 0.3]) recorder.add(at(time));
  expect(recorder.nearest(0.16)).toBe(2);
  expect(recorder.isDue(world(0.11))).toBe(false);
  recorder.add(at(0.15));
  expect(timesOf(recorder)).toEqual([0, 0.1, 0.15]);
  recorder.forgetAfter(0.1);
  expect(timesOf(recorder)).toEqual([0, 0.1]);
  recorder.forgetAfter(0.4);
  expect(timesOf(recorder)).toEqual([0, 0.1]);
  recorder.add(at(0));
  expect(timesOf(recorder)).toEqual([0]);
});

it('gives up every second frame when the memory for them is full, and takes fewer from then on', () => {
  const recorder = new Recorder();
  for (let k = 0; k <= 20; k++) recorder.add(at(k / 10, 10));
  const times = timesOf(recorder);
  expect(times.length).toBeLessThan(20);
  expect(times[0]).toBe(0);
  expect(times[times.length - 1]).toBe(2);
  expect(recorder.isDue(world(2 + 1 / 30))).toBe(false);
  expect(recorder.isDue(world(2 + 2.1 / 30))).toBe(true);
});

it('keeps scenes, the latest first, also where the browser refuses or kept something else', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const library = new Library(storage);
  expect(library.keep('One', '{}')).toBeUndefined();
  library.keep('Two', '{ "a": 1 }');
  library.keep('One', '{ "b": 2 }');
  const again = new Library(storage);
  expect(again.names).toEqual(['One', 'Two']);
  expect(again.text('One')).toBe('{ "b": 2 }');
  expect(again.text('toString')).toBeUndefined();
  again.remove('One');
  expect(new Library(storage).names).toEqual(['Two']);
  for (const broken of ['[1]', '{', 'null', '{"a":3}'])
    expect(new Library({ getItem: () => broken, setItem: () => {} }).names).toEqual([]);
  const full = new Library({
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  expect(full.keep('One', '{}')).toContain('Download it');
  expect(full.text('One')).toBe('{}');
});

/** Buffers may be added to an opened memory, as by a method chosen later; what is there keeps its contents. */
import { reference, wasm } from 'selvedge';
import { describe, expect, test } from 'vitest';
import { finish } from '../../engine/motion/finish.ts';
import { call, when } from '../../engine/program.ts';
import { FAST_BACKENDS } from '../conformance/backends.ts';

const MEBIBYTE = 1 << 20;

test.each([
  ['reference', () => reference()],
  ['wasm, one thread', () => wasm({ threads: 1 })],
  ['wasm, two threads', () => wasm({ threads: 2 })],
])('%s', async (_, open) => {
  const machine = await open().open({
    x: { role: 'state', element: 'vec4', domain: 'particles', length: 3, initial: [1, 2, 3, 4] },
  });
  const more = {
    // Past the pages the memory was opened with.
    large: { role: 'scratch', element: 'u32', domain: 'far', length: 8 * MEBIBYTE },
    exact: { role: 'constant', element: 'f64', domain: 'one', length: 2, initial: [1 / 3, Math.PI] },
  } as const;
  machine.reserve(more);
  machine.reserve(more); // once is enough
  machine.write('large', [7, 8], 8 * MEBIBYTE - 2);
  machine.write('exact', [Math.E], 1);
  const [x, exact, large] = await machine.read('x', 'exact', 'large');
  expect([...x]).toEqual([1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect([...exact]).toEqual([1 / 3, Math.E]);
  expect([large.length, ...large.slice(-3)]).toEqual([8 * MEBIBYTE, 0, 7, 8]);
  expect(() =>
    machine.reserve({ x: { role: 'state', element: 'vec4', domain: 'springs', length: 3 } }),
  ).toThrow('planned twice');
  machine.dispose();
});

describe.each([{ name: 'reference', open: async () => reference() }, ...FAST_BACKENDS])(
  'on $name a buffer that grows',
  ({ open }) => {
    const vectors = { role: 'state', element: 'vec4', domain: 'particles' } as const;
    const word = { role: 'state', element: 'u32', domain: 'one' } as const;
    const add = (delta: string, end: number) =>
      call(finish, { phase: 'finish', range: [0, end], bind: { delta }, scalars: { h: 0, rate: 0 } });

    test('keeps what is in it, and programs go on with it', async () => {
      const backend = await open();
      const machine = await backend.open({
        x: { ...vectors, length: 2, initial: [1, 2, 3, 0, 4, 5, 6, 0] },
        v: { ...vectors, length: 4 },
        ones: { ...vectors, length: 4, initial: new Float64Array(16).fill(1) },
        flag: { ...word, length: 1, initial: [1] },
        far: { ...vectors, length: 4 },
      });
      machine.load('add', [add('ones', 2), when('flag', add('ones', 2))]);
      machine.load('apart', [
        call(finish, {
          ...{ phase: 'finish', range: [0, 2], scalars: { h: 0, rate: 0 } },
          bind: { x: 'far', delta: 'ones' },
        }),
      ]);
      machine.run('add');
      // Enqueued, and not waited for: 3, 4, 5 and 6, 7, 8 are on their way. Past the pages the memory was opened with.
      const length = 50_000;
      const initial = new Float64Array(4 * length).fill(7);
      machine.reserve({
        x: { ...vectors, length, initial },
        flag: { ...word, length: 3, initial: [9, 8, 7] },
      });
      machine.reserve({ x: { ...vectors, length: 3 } }); // it stays as long as it is
      machine.run('add');
      machine.run('apart');
      expect(machine.memory.x.length).toBe(length);
      const [x, flag, far] = await machine.read('x', 'flag', 'far');
      expect([...x.slice(0, 10)]).toEqual([4, 5, 6, 0, 7, 8, 9, 0, 7, 7]);
      expect([x.length, x.at(-1)]).toEqual([4 * length, 7]);
      expect([...flag]).toEqual([0, 8, 7]);
      expect([...far.slice(0, 4)]).toEqual([1, 1, 1, 0]);
      // What could not be reached before can be now; again, and a program loaded since too.
      machine.load('more', [add('ones', 3)]);
      machine.run('more');
      machine.reserve({ x: { ...vectors, length: length + 1 }, ones: { ...vectors, length: 5 } });
      machine.run('more');
      const [again] = await machine.read('x');
      expect([...again.slice(4, 12)]).toEqual([9, 10, 11, 0, 9, 9, 9, 7]);
      expect([...again.slice(-5)]).toEqual([7, 0, 0, 0, 0]);
      machine.reset('x');
      expect([...(await machine.read('x'))[0].slice(0, 4)]).toEqual([0, 0, 0, 0]);
      machine.dispose();
      backend.dispose();
    });
  },
);

test.each([
  ['one thread', 1],
  ['two threads', 2],
])('what is too large is refused, and the memory goes on, %s', async (_, threads) => {
  const machine = await wasm({ threads }).open({
    x: { role: 'state', element: 'vec4', domain: 'particles', length: 1, initial: [1, 2, 3, 4] },
  });
  const huge = { huge: { role: 'scratch', element: 'f64', domain: 'far', length: 2 ** 30 } } as const;
  for (let time = 0; time < 2; time++) expect(() => machine.reserve(huge)).toThrow('4 GiB');
  machine.reserve({
    y: { role: 'state', element: 'vec4', domain: 'particles', length: 1, initial: [5, 6, 7, 8] },
  });
  expect((await machine.read('x', 'y')).map((array) => [...array])).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  machine.dispose();
});

/** Buffers may be added to an opened memory, as by a method chosen later; what is there keeps its contents. */
import { reference, wasm } from 'selvedge';
import { expect, test } from 'vitest';

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
    machine.reserve({ x: { role: 'state', element: 'vec4', domain: 'particles', length: 4 } }),
  ).toThrow('planned twice');
  machine.dispose();
});

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

/** Far from the origin float32 is too coarse for cloth: worlds in float32 say so. */
import { cloth, type Vec3, wasm } from 'selvedge';
import { expect, it } from 'vitest';
import { open } from './worlds.ts';

const at = (position: Vec3, backend = wasm({ threads: 1 })) =>
  open({ bodies: [cloth({ particles: [21, 21], position, pins: ['top'] })], gravity: [0, 0, 0], backend });

it.each<[Vec3, boolean]>([
  [[0, 0, 0], false],
  [[500, -500, 500], false],
  [[0, 0, 1e4], true],
  [[-1e6, 0, 0], true],
])('a cloth at %o is warned of: %s', async (position, isFar) => {
  const { warnings } = await at(position);
  expect(warnings).toHaveLength(isFar ? 1 : 0);
  if (isFar)
    expect(warnings[0]).toMatch(/^cloth is 1e?.* m from the origin, where float32 positions are .* m apart/);
});

it('not in float64', async () => {
  const bodies = [cloth({ particles: [21, 21], position: [1e6, 0, 0] })];
  expect((await open({ bodies })).warnings).toEqual([]);
});

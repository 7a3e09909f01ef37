/** A particle with 300 and with 1,000 springs hangs on every backend, by every method that runs there, as on the reference. */
import { type Backend, createWorld, METHODS, reference } from 'selvedge';
import { afterAll, describe, expect, test } from 'vitest';
import { runsOn } from '../../engine/support.ts';
import { FAST_BACKENDS } from '../conformance/backends.ts';
import { fan } from './fans.ts';

const STEPS = 20;
const TIMESTEP = 1 / 240;

async function hang(backend: Backend, id: string, spokes: number): Promise<Float64Array> {
  const world = await createWorld({
    bodies: [fan(spokes)],
    backend,
    timestep: TIMESTEP,
    damping: 0,
    method: { id },
  });
  world.step(STEPS);
  const targets = { positions: new Float64Array(3 * world.model.particles) };
  const { positions } = await world.read(targets);
  world.dispose();
  return positions;
}

const known = new Map<string, Promise<Float64Array>>();
function expected(id: string, spokes: number): Promise<Float64Array> {
  const key = `${id} ${spokes}`;
  const found = known.get(key) ?? hang(reference(), id, spokes);
  known.set(key, found);
  return found;
}

/** Metres. Positions are of size 1 m, the fan falls by ½ g t² = 3.4 cm at most; a row of 1,000 rounds by up to 1,000 u = 6e-5. */
const TOLERANCE = 6e-5;
const FALLEN = 0.5 * 9.82 * (STEPS * TIMESTEP) ** 2;

describe.each(FAST_BACKENDS)('$name', ({ name, open }) => {
  let opened: Promise<Backend> | undefined;
  const shared = () => {
    opened ??= open();
    return opened;
  };
  afterAll(async () => (await opened)?.dispose());
  const here = METHODS.filter((method) => runsOn(method, name.startsWith('wasm') ? 'wasm' : 'webgpu'));

  test.each(here.flatMap(({ id }) => [300, 1000].map((spokes) => ({ id, spokes }))))(
    '$id, $spokes springs',
    async ({ id, spokes }) => {
      const found = await hang(await shared(), id, spokes);
      const wanted = await expected(id, spokes);
      const off = found.reduce((most, value, k) => Math.max(most, Math.abs(value - wanted[k])), 0);
      expect(off).toBeLessThan(TOLERANCE);
      // Its middle and its rim hang below where they began, and no lower than they could fall.
      const lowest = wanted.reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), 0);
      expect(lowest).toBeLessThan(-0.1 * FALLEN);
      expect(lowest).toBeGreaterThan(-1.1 * FALLEN);
    },
  );
});

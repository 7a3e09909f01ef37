// What the colours of the studio show, against values that are known.
import { cloth, createWorld } from 'selvedge';
import { expect, it } from 'vitest';
import { crossings } from '../../studio/crossings.ts';
import { colourAt, edgesOf, measured, topOf } from '../../studio/measures.ts';

const stiffness = { structural: 200, shear: 0, bend: 0 };

async function hung() {
  const world = await createWorld({
    bodies: [cloth({ particles: [3, 3], size: [0.2, 0.2], stiffness })],
    colliders: [{ shape: 'sphere', radius: 0.5, position: [0, 0, -2] }],
    backend: 'reference',
  });
  const { positions, velocities } = await world.read();
  const state = {
    ...{ positions, velocities, torn: new Uint8Array(world.model.springs) },
    triangles: world.model.triangles,
  };
  return { world, state, edges: edgesOf(world) };
}

it('reads strain, force and speed of particles', async () => {
  const { world, state, edges } = await hung();
  // The top left particle, 0.1 m from its neighbours, moves 0.02 m to the left.
  state.positions[0] -= 0.02;
  state.velocities.set([3, 0, 4], 0);
  const of = (measure: Parameters<typeof measured>[0]) => measured(measure, world, edges, state);
  expect(of('strain')[0]).toBeCloseTo(0.2, 5);
  expect(of('strain')[1]).toBeCloseTo(0.2, 5);
  expect(of('strain')[8]).toBeCloseTo(0, 5);
  expect(of('force')[0]).toBeCloseTo(200 * 0.02, 3);
  expect(of('speed')[0]).toBeCloseTo(5, 5);
  expect(of('speed')[1]).toBe(0);
  // What is torn does not pull.
  const torn = edges.ends.findIndex((id, k) => k % 2 === 0 && id + edges.ends[k + 1] === 1) / 2;
  state.torn[torn] = 1;
  expect(of('force')[1]).toBeCloseTo(0, 5);
  world.dispose();
});

it('reads contact: 1 where things touch, more where they are pressed together', async () => {
  const { world, state, edges } = await hung();
  const radius = world.model.radii[0];
  const of = () => measured('contact', world, edges, state);
  expect(Math.max(...of())).toBe(0);
  // On the sphere, and on the far corner of the cloth.
  state.positions.set([0, 0, -1.5 + radius], 0);
  expect(of()[0]).toBeCloseTo(1, 4);
  state.positions.set([0, 0, -1.5], 0);
  expect(of()[0]).toBeCloseTo(2, 4);
  state.positions.set([...state.positions.subarray(24, 26), state.positions[26] + radius], 0);
  expect(of()[0]).toBeCloseTo(1.5, 4);
  expect(of()[8]).toBeCloseTo(1.5, 4);
  world.dispose();
});

it('finds triangles that cut each other, and none that only touch or share a corner', () => {
  const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const through = [0.2, 0.2, -0.5, 0.3, 0.2, 0.5, 0.2, 0.3, 0.5];
  const beside = through.map((value, k) => (k % 3 === 0 ? value + 2 : value));
  expect(crossings([0, 1, 2, 3, 4, 5], [...flat, ...through]).size).toBe(2);
  expect(crossings([0, 1, 2, 3, 4, 5], [...flat, ...beside]).size).toBe(0);
  // The same with a corner in common is a fold, and one that is torn is nothing.
  expect(crossings([0, 1, 2, 0, 4, 5], [...flat, ...through]).size).toBe(0);
  expect(crossings([0, 1, 2, 3, 3, 5], [...flat, ...through]).size).toBe(0);
  expect(crossings([0, 1, 2, 3, 4, 5], [...flat, Number.NaN, ...through.slice(1)]).size).toBe(0);
});

it('has a scale of round numbers, and colours from dark to light', () => {
  expect(topOf(Float32Array.from({ length: 100 }, (_, k) => k * 0.013))).toBeCloseTo(2, 9);
  // One that flew off does not hide the others.
  expect(topOf(Float32Array.from({ length: 100 }, (_, k) => (k === 7 ? 1e6 : 0.4)))).toBeCloseTo(0.5, 6);
  expect(topOf(new Float32Array(4))).toBeGreaterThan(0);
  const lights = [0, 0.25, 0.5, 0.75, 1].map((share) => colourAt(share).reduce((sum, part) => sum + part));
  expect([...lights].sort((a, b) => a - b)).toEqual(lights);
  expect(colourAt(Number.NaN)).toEqual(colourAt(0));
  expect(colourAt(7)).toEqual(colourAt(1));
});

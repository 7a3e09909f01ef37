/** Wedges that cut: what their edge goes through is gone, and nothing else. */
import {
  type Backend,
  type Collider,
  cloth,
  InputError,
  METHODS,
  rope,
  type Vec3,
  type World,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import { openWebGpu } from '#gpu';
import { CPU_BACKENDS, open, positionsOf } from '../engine/worlds.ts';
import { methodWith } from '../method-with.ts';

const EVERYWHERE: readonly { name: string; make: () => Backend | Promise<Backend> }[] = [
  ...CPU_BACKENDS.slice(0, 2),
  { name: 'webgpu', make: openWebGpu },
];

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((all, value) => all + value, 0);

/** A knife with its edge up, half a metre high and 4 cm thick, as long as is asked for; its edge is at its place. */
const knife = (length: number, edge: Vec3, options: Partial<Collider> = {}): Collider =>
  ({
    ...{ shape: 'wedge', name: 'knife', size: [0.04, 0.5, length], cuts: true },
    position: [edge[0], edge[1] - 0.25, edge[2]],
    ...options,
  }) as Collider;

/** A cloth of 13 × 12, upright, by which a blade passes: it stands still, in air, without weight. */
const [COLUMNS, ROWS] = [13, 12];
const sheet = (options: Partial<Parameters<typeof cloth>[0]> = {}) =>
  cloth({ particles: [COLUMNS, ROWS], size: [1.2, 1.1], radius: 0, ...options });
const still = { gravity: [0, 0, 0], damping: 0, timestep: 0.01 } as const;

/** By spring: the places of its ends in the model. */
function ends(world: World, s: number): [Vec3, Vec3] {
  const { ends, idOf, positions } = world.model;
  const at = (k: number): Vec3 => [...positions.subarray(3 * idOf[ends[k]], 3 * idOf[ends[k]] + 3)] as Vec3;
  return [at(2 * s), at(2 * s + 1)] as never;
}

describe.each(EVERYWHERE)('a blade on $name', ({ make }) => {
  it('cuts exactly what its edge passes through, in one step or in many', async () => {
    const backend = await make();
    for (const steps of [1, 2, 40]) {
      // The edge, along z, comes up from y = -0.7 to 0.13 at x = 0.02: columns stand at multiples of 0.1.
      const world = await open({
        ...still,
        bodies: [sheet()],
        colliders: [knife(1, [0.02, -0.7, 0])],
        backend,
      });
      for (let k = 1; k <= steps; k++) {
        world.moveCollider('knife', { position: [0.02, -0.95 + (0.83 * k) / steps, 0] });
        world.step();
      }
      const torn = await world.readTorn();
      for (let s = 0; s < world.model.springs; s++) {
        const [i, j] = ends(world, s);
        const passes = i[0] < 0.02 !== j[0] < 0.02;
        const y = i[1] + ((0.02 - i[0]) / (j[0] - i[0])) * (j[1] - i[1]);
        expect([s, torn[s]]).toEqual([s, passes && y <= 0.13 ? 1 : 0]);
      }
      expect(sum(torn)).toBeGreaterThan(6);
      expect((await world.statistics()).torn).toBe(sum(torn));
    }
    backend.dispose();
  });
});

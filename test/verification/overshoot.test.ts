/** Sweeps that overshoot on stiff springs: `auto` takes none where a collider holds them, `pd-jacobi` warns of them. */
import { cloth, network, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { open } from '../engine/worlds.ts';

/** The greatest component of any velocity in so many steps, m/s. */
async function fastest(options: Parameters<typeof open>[0], steps: number) {
  const world = await open({ backend: wasm({ threads: 1 }), ...options });
  let most = 0;
  for (let k = 0; k < steps; k += 10) {
    world.step(10);
    const { velocities } = await world.read();
    most = velocities.reduce((greatest, v) => Math.max(greatest, Math.abs(v)), most);
  }
  return { most, warnings: world.warnings };
}

describe('a chain of 20 stiff springs, half of it in a torus', () => {
  const vertices = Array.from({ length: 20 }, (_, i) => [
    (i - 10) * 0.04 + 0.005 * (i % 3),
    0.3 + 0.01 * (i % 2),
    0.01 * (i % 5),
  ]);
  const springs = vertices.slice(1).map((_, i) => [i, i + 1]);
  const options = {
    bodies: [
      network({ vertices, springs, stiffness: springs.map((_, i) => (i % 3 === 0 ? 1e5 : 1e7)), mass: 0.02 }),
    ],
    colliders: [{ shape: 'torus', radius: 0.3, tube: 0.05, rotation: [45, 0, 0] }],
    timestep: 1 / 30,
  } as const;

  it('falls off with auto', async () => {
    // 1.7 s of falling are 16.4 m/s.
    expect((await fastest(options, 50)).most).toBeLessThan(18);
  });

  it('is thrown off by one local step of over-relaxed sweeps', async () => {
    const method = { id: 'pd-rbgs', outer: 1, inner: 10, omega: 1.7 };
    expect((await fastest({ ...options, method }, 120)).most).toBeGreaterThan(1e3);
  });
});

describe('pd-jacobi on a stiff net', () => {
  const options = {
    bodies: [
      cloth({
        particles: [20, 20],
        mass: 1,
        stiffness: { structural: 1e5, shear: 0, bend: 0 },
        rotation: [-30, 0, 0],
        pins: ['top-left'],
      }),
    ],
    timestep: 1 / 60,
  };
  const course = (method: { outer?: number; inner?: number }) =>
    fastest({ ...options, method: { id: 'pd-jacobi', ...method } }, 240);

  it.each([{ inner: 1 }, { inner: 3 }, { inner: 5 }, { outer: 3, inner: 1 }])(
    'diverges with %o, and says so',
    async (method) => {
      const { most, warnings } = await course(method);
      expect(most).toBeGreaterThan(1e6);
      expect(warnings.join()).toMatch(/odd number of sweeps a step .* may diverge; take \d+/);
    },
  );

  it.each([{ inner: 2 }, { inner: 4 }, { inner: 6 }, { outer: 4, inner: 1 }, { outer: 2, inner: 3 }])(
    'does not with %o',
    async (method) => {
      const { most, warnings } = await course(method);
      expect(most).toBeLessThan(200);
      expect(warnings).toEqual([]);
    },
  );

  it('says nothing where a short step or none of time leave no overshoot', async () => {
    const warningsOf = async (more: object) => (await open({ ...options, ...more })).warnings;
    const jacobi = (more: object) => ({ method: { id: 'pd-jacobi', ...more } });
    expect(await warningsOf(jacobi({ inner: 3, integrate: false }))).toEqual([]);
    expect(await warningsOf({ ...jacobi({ inner: 3 }), timestep: 1e-4 })).toEqual([]);
  });
});

/** Lifetimes of buffers: garbage in a buffer that is not state changes no bit, at the times that its role allows. */
import {
  type Backend,
  balls,
  cloth,
  createWorld,
  METHODS,
  reference,
  rope,
  type WorldOptions,
  wasm,
} from 'selvedge';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../engine/backends/backend.ts';
import { componentsOf, isReal } from '../../engine/kernel.ts';
import type { Role } from '../../engine/program.ts';

const sheet = (side: number, more: object = {}) =>
  cloth({
    ...{ particles: [side, side + 1], size: [0.5, 0.5], stiffness: 200, pins: ['top-left'] },
    ...{ rotation: [80, 3, 0], position: [0, 0.3, 0] },
    ...more,
  });

type Scene = Omit<WorldOptions, 'backend'> & { readonly steps?: number; readonly pulled?: boolean };

const SCENES: Readonly<Record<string, Scene>> = {
  ...Object.fromEntries(
    METHODS.map(({ id }) => [id, { bodies: [sheet(16), rope({ particles: 6 })], method: { id } }]),
  ),
  'Chebyshev’s sweeps': { bodies: [sheet(12)], method: { id: 'pd-rbgs', rho: 0.7, outer: 2 } },
  'Newton by conjugate gradients': {
    bodies: [sheet(6)],
    method: { id: 'newton', linear: 'cg', warmup: 2 },
  },
  'L-BFGS': { bodies: [sheet(8)], method: { id: 'pd-cholesky', history: 4 } },
  'cycles to an accuracy': { bodies: [sheet(16)], method: { id: 'pd-multigrid', accuracy: 1e-4 } },
  'damped springs': { bodies: [sheet(16)], method: { id: 'pd-rbgs' }, stiffnessDamping: 0.01 },
  'a heap that meets itself, balls and what turns': {
    bodies: [
      sheet(10, { pins: [], stiffness: 20_000, position: [0, 0.1, 0] }),
      balls({ centres: [[0, 0.3, 0]], radius: 0.05, mass: 0.01, velocity: [0, -3, 0] }),
    ],
    colliders: [
      { shape: 'plane' },
      { shape: 'sphere', radius: 0.05, position: [0, 0.05, 0], motion: { spin: [0, 90, 0] } },
    ],
    particleContact: 'all',
    steps: 40,
  },
  'springs that tear': {
    bodies: [sheet(12, { strength: 1.05 })],
    colliders: [{ shape: 'plane' }],
    pulled: true,
  },
  'particles that split': { bodies: [sheet(12, { strength: 1.05, split: true })], pulled: true },
  'what slides': {
    bodies: [sheet(10, { pins: [] })],
    attachments: [
      {
        particles: [0, 5, 9],
        rail: [
          [-1, 0.4, 0],
          [1, 0.5, 0],
        ],
      },
    ],
  },
  wind: { bodies: [sheet(10)], wind: { velocity: [1, 0, 2] } },
};

/** The backend, and a way to its machine. */
function seen(backend: Backend) {
  let machine: Machine | undefined;
  const open: Backend['open'] = async (memory) => {
    machine = await backend.open(memory);
    return machine;
  };
  /** Writes what nothing can be made of into all buffers of these roles. */
  const poison = (...roles: readonly Role[]): number => {
    const named = Object.entries(machine!.memory).filter(([, { role }]) => roles.includes(role));
    for (const [name, { element, length }] of named)
      machine!.write(
        name,
        new Float64Array(length * componentsOf[element]).fill(isReal(element) ? Number.NaN : 0x7ffffff1),
      );
    return named.length;
  };
  return { backend: { ...backend, open }, poison };
}

async function begun({ steps = 8, pulled, ...options }: Scene, backend: Backend) {
  const world = await createWorld({ timestep: 1 / 240, ...options, backend });
  if (pulled) world.setForce(100, [0, 0, 100]);
  world.step(steps);
  world.step(2);
  return world;
}

const BACKENDS = [
  { name: 'reference', make: () => reference() },
  { name: 'wasm, 1 thread', make: () => wasm({ threads: 1 }) },
  { name: 'wasm, 2 threads', make: () => wasm({ threads: 2 }) },
];

describe.each(BACKENDS)('$name', ({ make }) => {
  it.each(Object.keys(SCENES))('%s', async (title) => {
    const { backend, poison } = seen(make());
    const world = await begun(SCENES[title], backend);
    const snapshot = await world.snapshot();
    world.step(3);
    const hash = await world.hash();
    world.step(2);
    expect(poison('prepared', 'kept', 'scratch')).toBeGreaterThan(4);
    world.restore(snapshot);
    // What is scratch may be anything between any two steps.
    for (let step = 0; step < 3; step++) {
      poison('scratch');
      world.step();
    }
    expect(await world.hash()).toBe(hash);
    expect((await world.statistics()).faults).toBe(0);
    world.dispose();
  });
});

/** The balance of energy: its lines add up to the change, and each is what mechanics says it is. */
import {
  type Balance,
  type Body,
  balls,
  cloth,
  createWorld,
  rope,
  triangles,
  type World,
  type WorldOptions,
} from 'selvedge';
import { describe, expect, it } from 'vitest';

const sumOf = ({ work }: Balance) => Object.values(work).reduce((sum, joules) => sum + joules, 0);
const energyOf = async (world: World) => {
  const { kinetic, spring, elements, potential } = (await world.statistics()).energy;
  return kinetic + spring + elements + potential;
};
const small = (options: object = {}): Body =>
  cloth({ particles: [8, 6], size: [0.4, 0.3], pins: ['top-left'], ...options });

/** A world with a balance, and what it says after so many steps. */
async function balanced(options: WorldOptions, steps: number, each?: (world: World, step: number) => void) {
  const world = await createWorld({ backend: 'reference', balance: true, ...options });
  const began = await energyOf(world);
  world.step(steps, each && { before: (_, step) => each(world, step) });
  const { balance } = await world.statistics();
  const ended = await energyOf(world);
  return { world, balance: balance!, began, ended };
}

/** Everything at once: wind, a hand, a force, drag, dashpots, contact with both, smoothing, a strength. */
const EVERYTHING: WorldOptions = {
  bodies: [
    small({ strength: 1.3, pins: ['top'] }),
    small({ position: [0, 0, 0.02], velocity: [0, 0, -1] }),
    balls({ centres: [[0, 0, 0.2]], velocity: [0, 0, -3], mass: 0.05, radius: 0.03 }),
  ],
  particleContact: 'all',
  colliders: [{ shape: 'sphere', radius: 0.1, position: [0, -0.15, 0], motion: { velocity: [0.1, 0, 0] } }],
  wind: { velocity: [2, 0, 1] },
  damping: 0.7,
  stiffnessDamping: 1e-3,
  smoothing: 5,
};

describe('the balance of energy', () => {
  it('adds up to the change, whatever happens', async () => {
    const { balance, began, ended } = await balanced(EVERYTHING, 60, (world, step) => {
      if (step === 5) world.grab(20, [0.1, 0.1, 0.3]);
      if (step === 10) world.setForce(30, [0, 0.3, 0]);
      if (step === 20) world.move(40, [0.1, 0.1, 0.1]);
    });
    expect(Math.abs(balance.change - sumOf(balance))).toBeLessThan(1e-10);
    for (const line of ['outside', 'wind', 'drag', 'forces', 'hands', 'damping', 'integration'] as const)
      expect(Math.abs(balance.work[line]), line).toBeGreaterThan(1e-9);
    for (const line of ['particles', 'colliders', 'smoothing'] as const)
      expect(Math.abs(balance.work[line]), line).toBeGreaterThan(1e-9);
    // The hand was let hold on: its inertia is in the statistics, and not in the balance.
    expect(Math.abs(ended - began - balance.change)).toBeLessThan(0.5);
  });

  it.each(['wasm', 'reference'] as const)('changes no bits: %s', async (backend) => {
    const hashes = await Promise.all(
      [true, false].map(async (balance) => {
        const world = await createWorld({ ...EVERYTHING, backend, balance });
        world.step(40);
        return world.hash();
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('on wasm is that of the reference, to float32', async () => {
    const options = {
      bodies: [small()],
      damping: 2,
      stiffnessDamping: 1e-3,
      wind: { velocity: [1, 0, 2] as const },
    };
    const [right, left] = await Promise.all(
      (['reference', 'wasm'] as const).map(
        async (backend) => (await balanced({ ...options, backend }, 20)).balance,
      ),
    );
    for (const [line, joules] of Object.entries(right.work))
      expect(Math.abs(left.work[line as keyof Balance['work']] - joules), line).toBeLessThan(2e-6);
    expect(Math.abs(left.change - sumOf(left))).toBeLessThan(2e-6);
  });

  /* In free fall against drag c a step takes ½ m ((1 - h c)² - 1) v², v before it, where v_n+1 = (1 - h c) v_n + h g. */
  it('drag of a falling body is what its rate says', async () => {
    const [mass, c, h, steps] = [0.3, 4, 1 / 480, 50];
    const { balance } = await balanced(
      { bodies: [cloth({ particles: [4, 4], mass })], damping: c, timestep: h },
      steps,
    );
    let [v, drag] = [0, 0];
    for (let k = 0; k < steps; k++) {
      drag += 0.5 * mass * ((1 - h * c) ** 2 - 1) * v * v;
      v = (1 - h * c) * v - h * 9.81;
    }
    expect(balance.work.drag).toBeCloseTo(drag, 10);
    // The step from q with the velocity at its end loses ½ m (h g)² beside it, and drag as far as it acts in between.
    expect(balance.work.integration).toBeLessThan(0);
    expect(balance.work.wind).toBe(0);
  });

  /* A force f along which a free body moves by s does the work f s. */
  it('forces do force times way', async () => {
    const { world, balance } = await balanced(
      { bodies: [cloth({ particles: [2, 2], mass: 0.4 })], gravity: [0, 0, 0], damping: 0 },
      100,
      (each, step) => {
        if (step === 0) each.setForces([0.2, 0, 0]);
      },
    );
    const { positions } = await world.read();
    const way = positions[0] - world.model.positions[0];
    expect(balance.work.forces).toBeCloseTo(4 * 0.2 * way, 6);
    // Half of h f/m of a velocity is gone a step: the sum of n terms is within 1/n of the integral.
    expect(balance.change / balance.work.forces).toBeGreaterThan(0.98);
  });

  /* A hook that lifts a rope by s against its weight, slowly, does the work m g s. */
  it.each([
    ['springs', rope({ particles: 6, length: 0.3, mass: 0.2, rotation: [0, 0, -90], pins: [0] })],
    [
      'triangles',
      triangles({
        vertices: [
          [0, 0, 0],
          [0.1, 0, 0],
          [0, -0.1, 0],
          [0.1, -0.1, 0],
        ],
        triangles: [
          [0, 2, 1],
          [1, 2, 3],
        ],
        mass: 0.2,
        pins: [0, 1],
      }),
    ],
  ])(
    'what is attached to a collider that lifts it is given its weight times the way: %s',
    async (_, body) => {
      const lift = 0.4;
      const { balance } = await balanced(
        {
          bodies: [{ ...body, pins: [] }],
          colliders: [
            { shape: 'sphere', radius: 1e-3, position: [5, 5, 5], motion: { velocity: [0, lift, 0] } },
          ],
          attachments: [{ particles: [...body.pins], collider: 0 }],
          damping: 20,
          method: { id: 'pd-rbgs', outer: 20 },
        },
        960,
      );
      // 2 s at 0.4 m/s; it is lifted against the drag of what hangs free, c m v² t, too.
      const free = body.masses.reduce((sum, mass, i) => sum + (body.pins.includes(i) ? 0 : mass), 0);
      const wanted = 0.2 * 9.81 * (lift * 2) + 20 * free * lift ** 2 * 2;
      expect(balance.work.attachments / wanted).toBeGreaterThan(0.9);
      expect(balance.work.attachments / wanted).toBeLessThan(1.1);
    },
  );

  it('a ball that slides down to rest loses its energy to colliders', async () => {
    const { balance } = await balanced(
      {
        bodies: [balls({ centres: [[0, 0.05, 0]], velocity: [1, 0, 0], mass: 0.5, radius: 0.05 })],
        colliders: [{ shape: 'plane' }],
        materials: { default: { friction: 0.5, restitution: 0 } },
        damping: 0,
      },
      480,
    );
    expect(balance.change).toBeCloseTo(-0.25, 2);
    // In every step it falls a little and is lifted again: ½ m (h g)² go to and fro between the two.
    expect(balance.work.colliders + balance.work.integration).toBeCloseTo(-0.25, 2);
    expect(balance.work.colliders).toBeLessThan(-0.15);
  });

  it('begins anew where a snapshot is restored, and where it is asked for again', async () => {
    const world = await createWorld({ backend: 'reference', balance: true, bodies: [small()] });
    expect((await world.statistics()).balance).toBe(undefined);
    const snapshot = await world.snapshot();
    world.step(10);
    world.restore(snapshot);
    world.step(1);
    const first = (await world.statistics()).balance!;
    world.configure({ balance: false });
    world.step(100);
    expect((await world.statistics()).balance).toBe(undefined);
    world.configure({ balance: true });
    world.step(1);
    const again = (await world.statistics()).balance!;
    expect(again.work.outside).toBe(0);
    expect(first.work.outside).toBe(0);
  });

  it('refuses what is neither true nor false', async () => {
    await expect(createWorld({ bodies: [small()], balance: 1 as never })).rejects.toThrow(
      'balance: 1 is not allowed; true or false',
    );
  });
});

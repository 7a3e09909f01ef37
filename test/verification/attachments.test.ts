/** Attachments against closed forms, with every method. */
import { cloth, createWorld, METHODS, rope, type World, type WorldOptions } from 'selvedge';
import { describe, test } from 'vitest';

const IDS = METHODS.map(({ id }) => id);
const h = 1 / 240;
async function after(steps: number, options: WorldOptions, look: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld({ backend: 'reference', timestep: h, damping: 0, ...options });
  world.step(steps);
  await look(world);
  world.dispose();
}

describe.each(IDS)('%s', (id) => {
  const method = { id };

  test('pendulum with a pivot that slides', async () => {
    const pendulum = rope({ particles: 11, length: 1, mass: 0.5, stiffness: 1e4, rotation: [0, 0, -40] });
    await after(0, { method, bodies: [pendulum], attachments: [{ particles: [0], rail: [[-5, 0, 0], [5, 0, 0]] }] }, async (world) => {
      const out: string[] = [];
      for (let k = 0; k < 8; k++) {
        world.step(30);
        const { positions, velocities } = await world.read();
        let px = 0;
        let cx = 0;
        for (let i = 0; i < 11; i++) { px += velocities[3 * i] * world.model.masses[i]; cx += positions[3*i]/11; }
        out.push(`${px.toExponential(1)} ${cx.toFixed(4)} ${positions[0].toFixed(3)},${positions[1].toExponential(1)}`);
      }
      const s = await world.statistics();
      console.info(id, out.join(' | '), s.strain);
    });
  });
  test('curtain', async () => {
    const body = (pins: number[]) => cloth({ particles: [21, 15], size: [1, 0.7], mass: 0.3, stiffness: 2000, position: [0, -0.35, 0], pins});
    const rings = [0, 5, 10, 15, 20];
    for (const rails of [false, true]) {
      await after(0, { method, damping: 1, bodies: [body(rails ? [] : rings)], attachments: rails ? [{ particles: rings, rail: [[-0.5, 0, 0], [0.5, 0, 0]] }] : [] }, async (world) => {
        const out: string[] = [];
        for (let k = 0; k < 4; k++) {
          world.step(120);
          const { positions } = await world.read();
          const s = await world.statistics();
          out.push(`${rings.map((r) => positions[3 * r].toFixed(4)).join(',')} low ${positions[3*(14*21+10)+1].toFixed(4)} ${s.strain.max.toFixed(4)} KE ${s.kineticEnergy?.toExponential(1)}`);
        }
        console.info(id, rails, '\n', out.join('\n '));
      });
    }
  });
  test('weld', async () => {
    for (const weld of [false, true]) {
      const one = rope({ name: 'one', particles: 21, length: 1, mass: 0.2, stiffness: 1e4, rotation: [0, 0, -90], pins: [0] });
      const two = [rope({ name: 'a', particles: 11, length: .5, mass: 0.11, stiffness: 1e4, rotation: [0, 0, -90], pins: [0] }),
        rope({ name: 'b', particles: 11, length: .5, mass: 0.11, stiffness: 1e4, rotation: [0, 0, -90], position: [0, -0.5, 0] })];
      await after(0, { method, damping: 1, gravity: [3, -9, 0], bodies: weld ? two : [one], attachments: weld ? [{ particles: [10], with: [11] }] : [] }, async (world) => {
        const out: string[] = [];
        for (let k = 0; k < 4; k++) {
          world.step(120);
          const { positions } = await world.read();
          const s = await world.statistics();
          const n = positions.length;
          out.push(`${[...positions.slice(30,36), ...positions.slice(n-3)].map((r) => r.toFixed(4)).join(',')} ${s.strain.max.toFixed(4)}`);
        }
        console.info(id, weld, '\n', out.join('\n '));
      });
    }
  });
});

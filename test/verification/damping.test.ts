/** Damping in proportion to stiffness, against the closed form of a damped implicit step and against conservation. */
import { cloth, createWorld, network, reference, type World } from 'selvedge';
import { describe, expect, it } from 'vitest';

const spring = { rest: 0.5, stiffness: 800, mass: 0.2 };

/** A particle on a spring whose other end is pinned at the origin, along x. */
const oscillator = (stretch: number, beta: number, timestep: number) =>
  createWorld({
    bodies: [
      network({
        vertices: [
          [0, 0, 0],
          [spring.rest + stretch, 0, 0],
        ],
        springs: [[0, 1]],
        restLengths: [spring.rest],
        stiffness: spring.stiffness,
        masses: [spring.mass, spring.mass],
        pins: [0],
      }),
    ],
    method: { id: 'pd-gs', outer: 1, inner: 1 },
    gravity: [0, 0, 0],
    damping: 0,
    stiffnessDamping: beta,
    timestep,
    backend: reference(),
  });

it.each([0, 0.001, 0.02, 0.5])('an oscillator, β = %f s, follows implicit Euler', async (beta) => {
  const h = 1 / 100;
  const world = await oscillator(0.1, beta, h);
  // m (v⁺ - v)/h = -k (x⁺ - L) - β k v⁺,  x⁺ = x + h v⁺
  const rate = spring.stiffness / spring.mass;
  let [stretch, v] = [0.1, 0];
  for (let step = 0; step < 50; step++) {
    v = (v - h * rate * stretch) / (1 + h * h * rate + h * beta * rate);
    stretch += h * v;
    world.step();
    const { positions, velocities } = await world.read({
      positions: new Float64Array(6),
      velocities: new Float64Array(6),
    });
    expect(positions[3] - spring.rest).toBeCloseTo(stretch, 12);
    expect(velocities[3]).toBeCloseTo(v, 10);
  }
});

const still = { gravity: [0, 0, 0] as const, damping: 0, backend: reference() };
const soft = { structural: 100, shear: 50, bend: 0 };

async function stateOf(world: World) {
  const size = 3 * world.model.particles;
  return world.read({ positions: new Float64Array(size), velocities: new Float64Array(size) });
}

describe('a free cloth, spinning and stretched', () => {
  const spinning = async (stiffnessDamping: number) => {
    const body = cloth({ particles: [6, 6], stretch: 1.2, mass: 0.5, stiffness: soft });
    const world = await createWorld({
      ...still,
      bodies: [body],
      method: { id: 'pd-gs', outer: 400, inner: 1 },
      timestep: 1 / 500,
      stiffnessDamping,
    });
    const { positions } = await world.read();
    // v = ω × x about z and x.
    world.write({
      velocities: positions.map((_, k) => {
        const i = k - (k % 3);
        return [-3 * positions[i + 1], 3 * positions[i] - positions[i + 2], positions[i + 1]][k % 3];
      }),
    });
    return world;
  };

  // Implicit Euler's forces act at the end of the step: that is where they have no moment.
  it('has inner forces without resultant or moment', async () => {
    const world = await spinning(0.02);
    for (let step = 0; step < 5; step++) {
      const { velocities: before } = await stateOf(world);
      world.step();
      const { positions: x, velocities: after } = await stateOf(world);
      const impulses = after.map((v, k) => world.model.masses[Math.floor(k / 3)] * (v - before[k]));
      const resultant = [0, 0, 0];
      const moment = [0, 0, 0];
      for (let i = 0; i < x.length; i += 3) {
        for (let c = 0; c < 3; c++) {
          const [a, b] = [(c + 1) % 3, (c + 2) % 3];
          resultant[c] += impulses[i + c];
          moment[c] += x[i + a] * impulses[i + b] - x[i + b] * impulses[i + a];
        }
      }
      expect(Math.max(...impulses.map(Math.abs))).toBeGreaterThan(1e-3);
      for (let c = 0; c < 3; c++) {
        expect(resultant[c]).toBeCloseTo(0, 12);
        expect(moment[c]).toBeCloseTo(0, 12);
      }
    }
  });

  it('loses energy to stretching sooner than without', async () => {
    const left = [];
    for (const beta of [0, 0.005, 0.02]) {
      const world = await spinning(beta);
      world.step(50);
      const { kinetic, spring: stretching } = (await world.statistics()).energy;
      left.push(kinetic + stretching);
    }
    expect(left[1]).toBeLessThan(0.97 * left[0]);
    expect(left[2]).toBeLessThan(0.97 * left[1]);
  });
});

/** What contact must bring about, as small worlds: an incline, a wall, a ball into cloth. Every method and backend runs them. */
import {
  type Backend,
  type BackendName,
  type Body,
  balls,
  cloth,
  createWorld,
  type MethodOptions,
  network,
  type ParticleContact,
} from 'selvedge';
import { Sides } from '../sides.ts';
import { momentumOf, stateOf } from './mathematics.ts';

export const G = 9.81;

export interface Setup {
  readonly backend: Backend | BackendName;
  readonly method?: MethodOptions;
  readonly particleContact?: ParticleContact;
}

export interface Incline {
  readonly degrees: number;
  readonly friction: number | { readonly static: number; readonly kinetic: number };
  /** Down the slope at the beginning, m/s. */
  readonly speed?: number;
  readonly steps?: number;
}

/**
 * A patch of cloth on an incline. How far each of its particles has gone down the slope, at least and at most; how fast they go; how far
 * they are off the plane, in metres; and what steps of h make of an acceleration a: from v, n h v + a h² n (n + 1)/2.
 */
export async function onIncline(setup: Setup, { degrees, friction, speed = 0, steps = 48 }: Incline) {
  const angle = (degrees * Math.PI) / 180;
  const [down, up] = [
    [-Math.cos(angle), -Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
  const radius = 0.02;
  const body = cloth({
    particles: [5, 5],
    size: [0.2, 0.2],
    radius,
    rotation: [90, 0, degrees],
    position: [radius * up[0], radius * up[1], 0],
    velocity: [speed * down[0], speed * down[1], 0],
    material: 'block',
  });
  const world = await createWorld({
    bodies: [body],
    colliders: [{ shape: 'plane', rotation: [0, 0, degrees], material: 'slope' }],
    materials: { slope: {}, block: {} },
    pairs: [{ between: ['slope', 'block'], friction }],
    damping: 0,
    ...setup,
  });
  world.step(steps);
  const { positions, velocities } = await stateOf(world);
  const { contact } = await world.statistics();
  world.dispose();
  const each = (state: ArrayLike<number>, [x, y]: readonly number[]) =>
    Array.from({ length: world.model.particles }, (_, i) => x * state[3 * i] + y * state[3 * i + 1]);
  const start = each(body.positions, down);
  const ways = each(positions, down).map((way, i) => way - start[i]);
  const h = world.timestep;
  return {
    least: Math.min(...ways),
    most: Math.max(...ways),
    speed: each(velocities, down).reduce((sum, v) => sum + v / world.model.particles, 0),
    off: Math.max(...each(positions, up).map((height) => Math.abs(height - radius))),
    touching: contact.touching / world.model.particles,
    seconds: steps * h,
    wayAt: (a: number) => steps * h * speed + (a * h * h * steps * (steps + 1)) / 2,
  };
}

/** A cloth thrown at 50 m/s at a wall one spacing thick, in steps that are not divided. Lengths in spacings, from the wall's face. */
export async function atWall(setup: Setup, timestep: number, isThere = true) {
  const [count, size, speed] = [8, 0.35, 50];
  const spacing = size / (count - 1);
  const face = 1 - spacing / 2;
  const wall = { shape: 'box', size: [spacing, 10, 10], position: [1, 0, 0] } as const;
  const world = await createWorld({
    bodies: [
      cloth({ particles: [count, count], size: [size, size], rotation: [0, 90, 0], velocity: [speed, 0, 0] }),
    ],
    colliders: isThere ? [wall] : [],
    timestep,
    substeps: 1,
    damping: 0,
    ...setup,
  });
  const radius = world.model.radii[0];
  let [furthest, touching, impact] = [-Infinity, 0, 0];
  for (let t = 0; t < 0.05; t += timestep) {
    world.step();
    const { positions, velocities } = await world.read();
    const { contact } = await world.statistics();
    if (contact.touching === 0 && touching === 0) impact = Math.max(...velocities);
    touching = Math.max(touching, contact.touching);
    furthest = Math.max(furthest, ...positions.filter((_, k) => k % 3 === 0));
  }
  world.dispose();
  return {
    thickness: (2 * radius) / spacing,
    /** How deep the foremost particle was in the wall, in thicknesses. */
    deepest: (furthest + radius - face) / (2 * radius),
    touching: touching / world.model.particles,
    impact: impact / speed,
  };
}

export interface Shot {
  readonly timestep: number;
  readonly substeps?: number | 'auto';
  /** Of the ball, kg. */
  readonly mass: number;
  readonly particles?: number;
  /** Of the cloth's springs, N/m. */
  readonly stiffness?: number;
  readonly seconds?: number;
}

/** A ball at 100 m/s at a hanging cloth of two kilograms, larger than its spacing. */
export async function shot(setup: Setup, options: Shot) {
  const {
    timestep,
    substeps = 'auto',
    mass,
    particles: count = 14,
    stiffness = 4000,
    seconds = 0.06,
  } = options;
  const [speed, radius] = [100, 0.12];
  const sheet = cloth({ particles: [count, count], stiffness, pins: ['top'], mass: 2 });
  const ball = balls({ centres: [[0, 0, 0.6]], radius, mass, velocity: [0, 0, -speed] });
  const world = await createWorld({ bodies: [sheet, ball], timestep, substeps, damping: 0, ...setup });
  const reach = world.model.radii[0] + radius;
  // The ball may go far between two looks.
  const sides = new Sides(world.model, { near: Infinity, far: Infinity });
  let [through, touching, deepest, strain, impact, last] = [0, 0, 0, 0, 0, speed];
  for (let t = 0; t < seconds; t += timestep) {
    world.step();
    const { positions, velocities } = await world.read();
    const place = positions.subarray(-3);
    const distances = Array.from({ length: count * count }, (_, i) =>
      Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - place[c])),
    );
    // In a step of many parts the ball is stopped and drifts off before the first look.
    const near = distances.filter((d) => d < 1.1 * reach).length;
    if (near > 0 && touching === 0) impact = last;
    touching = Math.max(touching, near);
    deepest = Math.max(deepest, (reach - Math.min(...distances)) / (2 * world.model.radii[0]));
    last = -velocities[velocities.length - 1];
    strain = Math.max(strain, (await world.statistics()).strain.max);
    through += sides.look(positions).changed;
  }
  const { contact } = await world.statistics();
  world.dispose();
  return {
    thickness: 2 * world.model.radii[0] * (count - 1),
    /** Looks at which the ball's centre is on the other side; how deep it was in a particle, in thicknesses. */
    through,
    deepest,
    touching,
    impact: impact / speed,
    /** Of the ball in the end, as a part of what it had. */
    speed: last / speed,
    strain,
    missed: contact.missed,
    substeps: world.substeps,
  };
}

/** A ball into a body that floats: what becomes of the momentum, as a part of the ball's, and of the ball's speed. */
export async function impact(setup: Setup, body: Body, steps: number) {
  const [mass, speed] = [0.1, 5];
  const ball = balls({ centres: [[0.02, 0.03, 0.12]], radius: 0.08, mass, velocity: [0, 0, -speed] });
  const world = await createWorld({ bodies: [body, ball], gravity: [0, 0, 0], damping: 0, ...setup });
  world.step(steps);
  const { velocities } = await stateOf(world);
  const after = momentumOf(world.model, velocities);
  world.dispose();
  return {
    lost: Math.hypot(after[0], after[1], after[2] + mass * speed) / (mass * speed),
    speed: -velocities[velocities.length - 1] / speed,
  };
}

/** A cloth to fly into; with soft springs, k h² < m, few sweeps solve a step. */
export const floating = (stiffness: number): Body =>
  cloth({ particles: [8, 8], size: [0.4, 0.4], mass: 0.05, stiffness });

/** A ring around the ball's way and narrower than the ball: each particle has two springs. */
export function necklace(): Body {
  const count = 16;
  const angles = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
  return network({
    vertices: angles.map(
      (angle) => [0.02 + 0.07 * Math.cos(angle), 0.03 + 0.07 * Math.sin(angle), 0] as const,
    ),
    springs: angles.map((_, i) => [i, (i + 1) % count] as const),
    mass: 0.05,
    radius: 0.01,
    stiffness: 500,
  });
}

/**
 * Where bodies hang at rest, exactly: the minimum of springs' and gravity's energy with the pins held, for tests and
 * experiments that measure how far a truncated solver stays from it.
 *
 * A step of `newton` with the damping 1/h, which lets no velocity survive, minimises
 *   m/(2h²) |x − q|² − m g·x + Σ k/2 (|e| − L)²
 * from wherever q is: a proximal step on the energy itself. Its fixed points are the equilibria, and a mode of stiffness λ
 * (a hanging cloth sways with λ/m = ω² of 10 per s² and more) loses all but 1/(1 + h²λ/m) of its distance in each. Small
 * steps first let the cloth fall in good order; float32 does that part, float64 the end.
 *
 * `clothEquilibrium` is for fine cloths: it lets a coarse one fall and goes on from there, twice as fine each time, with the same
 * steps on wasm, where Newton computes in float64 and rounds the result to float32.
 */
import {
  type Backend,
  type Body,
  createWorld,
  type Model,
  reference,
  type Vec3,
  type World,
  wasm,
} from '../engine/index.ts';

export interface Equilibrium {
  /** Metres, three numbers a particle in the user's order. */
  readonly positions: Float64Array;
  /** Σ(|e| − L)², m²: [PNF18] Eq. (7). */
  readonly error: number;
  /** The largest force left over at a free particle, over the weight of the heaviest. */
  readonly imbalance: number;
  readonly steps: number;
}

export interface EquilibriumOptions {
  /** m/s². Default [0, -9.81, 0]. */
  readonly gravity?: Vec3;
  /** The imbalance to reach. Default 1e-6: float64 positions of a stiff cloth (1e6 N/m) reach 1e-7. */
  readonly tolerance?: number;
}

/** Seconds a step, and how many. */
const FALL = [
  { timestep: 0.1, steps: 3 },
  { timestep: 0.3, steps: 3 },
  { timestep: 1, steps: 6 },
];
const MOST_STEPS = 60;

const METHOD = { id: 'newton', iterations: 1000, tolerance: 1e-13 } as const;

export async function equilibrium(
  bodies: readonly Body[],
  { gravity = [0, -9.81, 0], tolerance = 1e-6 }: EquilibriumOptions = {},
): Promise<Equilibrium> {
  const fallen = await fall(bodies, gravity, wasm({ threads: 1 }));
  const world = await createWorld({
    bodies,
    gravity,
    method: METHOD,
    backend: reference(),
    timestep: 1,
    damping: 1,
  });
  world.write({ positions: fallen });
  const positions = new Float64Array(fallen.length);
  let left: ReturnType<typeof balance>;
  do {
    world.step();
    await world.read({ positions });
    left = balance(world.model, positions, gravity);
  } while (left.imbalance > tolerance && world.steps < MOST_STEPS);
  const { steps } = world;
  world.dispose();
  return { positions, ...left, steps: steps + FALL.reduce((sum, each) => sum + each.steps, 0) };
}

async function fall(bodies: readonly Body[], gravity: Vec3, backend: Backend): Promise<Float64Array> {
  const world = await createWorld({ bodies, gravity, backend, method: { ...METHOD, tolerance: 1e-10 } });
  for (const { timestep, steps } of FALL) {
    world.configure({ timestep, damping: 1 / timestep });
    world.step(steps);
  }
  const { positions } = await world.read({ positions: new Float64Array(3 * world.model.particles) });
  world.dispose();
  backend.dispose();
  return positions;
}

/** The coarsest cloth that falls, particles a side, and the steps of each finer one, seconds; the last is repeated on the finest. */
const COARSEST = 25;
const SETTLE = [0.3, 1];

/**
 * Of a square cloth of `side` particles a side, which `make` makes at any size. The imbalance is Newton's own, before its result is
 * rounded, and what inertia still held in the last step.
 */
export async function clothEquilibrium(
  make: (side: number) => Body,
  side: number,
  { gravity = [0, -9.81, 0], tolerance = 1e-6 }: EquilibriumOptions = {},
): Promise<Equilibrium> {
  const sides = [side];
  while (sides[0] > COARSEST) sides.unshift(Math.ceil(sides[0] / 2));
  const backend = wasm({ threads: 1 });
  let found: Equilibrium | undefined;
  for (const [k, finer] of sides.entries()) {
    const method = { ...METHOD, tolerance: 1e-12 };
    const world = await createWorld({ bodies: [make(finer)], gravity, backend, method });
    if (found) world.write({ positions: refined(found.positions, sides[k - 1], finer) });
    const steps = found?.steps ?? 0;
    const timesteps = found
      ? SETTLE
      : FALL.flatMap(({ timestep, steps: times }) => Array(times).fill(timestep));
    for (const timestep of timesteps) found = await settle(world, timestep, gravity);
    while (finer === side && found!.imbalance > tolerance && world.steps < MOST_STEPS)
      found = await settle(world, 1, gravity);
    found = { ...found!, steps: steps + world.steps };
    world.dispose();
  }
  backend.dispose();
  return found!;
}

/** A step in which no velocity survives. */
async function settle(world: World, timestep: number, gravity: Vec3): Promise<Equilibrium> {
  const { masses } = world.model;
  const read = async () => (await world.read({ positions: new Float64Array(3 * masses.length) })).positions;
  const before = await read();
  world.configure({ timestep, damping: 1 / timestep });
  world.step();
  const positions = await read();
  const { error, method } = await world.statistics();
  let [held, heaviest] = [0, 0];
  for (let i = 0; i < masses.length; i++) {
    const moved = Math.hypot(...[0, 1, 2].map((c) => positions[3 * i + c] - before[3 * i + c]));
    held = Math.max(held, (masses[i] * moved) / timestep ** 2);
    heaviest = Math.max(heaviest, masses[i]);
  }
  const imbalance = (method.gradient + held) / (heaviest * Math.hypot(...gravity));
  return { positions, error, imbalance, steps: world.steps };
}

/** A square cloth's positions on a grid of another size, bilinear. */
function refined(positions: ArrayLike<number>, from: number, to: number): Float64Array {
  const place = (k: number) => {
    const at = (k * (from - 1)) / (to - 1);
    const first = Math.min(from - 2, Math.floor(at));
    return [first, at - first] as const;
  };
  const result = new Float64Array(3 * to * to);
  for (let row = 0; row < to; row++) {
    const [r, down] = place(row);
    for (let column = 0; column < to; column++) {
      const [q, across] = place(column);
      for (let c = 0; c < 3; c++) {
        const at = (dr: number, dq: number) => positions[3 * ((r + dr) * from + q + dq) + c];
        result[3 * (row * to + column) + c] =
          (1 - down) * ((1 - across) * at(0, 0) + across * at(0, 1)) +
          down * ((1 - across) * at(1, 0) + across * at(1, 1));
      }
    }
  }
  return result;
}

/** Straight from the springs, whatever solver made the positions. */
export function balance(
  { particles, springs, ends, idOf, restLengths, stiffness, masses, pins }: Model,
  positions: ArrayLike<number>,
  gravity: Vec3,
): { error: number; imbalance: number } {
  const force = Float64Array.from(
    { length: 3 * particles },
    (_, c) => masses[Math.floor(c / 3)] * gravity[c % 3],
  );
  let error = 0;
  for (let s = 0; s < springs; s++) {
    const [i, j] = [3 * idOf[ends[2 * s]], 3 * idOf[ends[2 * s + 1]]];
    const e = [0, 1, 2].map((c) => positions[i + c] - positions[j + c]);
    const length = Math.hypot(...e);
    error += (length - restLengths[s]) ** 2;
    const tension = (stiffness[s] * (length - restLengths[s])) / length;
    for (let c = 0; c < 3; c++) {
      force[i + c] -= tension * e[c];
      force[j + c] += tension * e[c];
    }
  }
  for (const pin of pins) force.fill(0, 3 * pin, 3 * pin + 3);
  let [largest, heaviest] = [0, 0];
  for (let i = 0; i < particles; i++) {
    largest = Math.max(largest, Math.hypot(force[3 * i], force[3 * i + 1], force[3 * i + 2]));
    heaviest = Math.max(heaviest, masses[i]);
  }
  return { error, imbalance: largest / (heaviest * Math.hypot(...gravity)) };
}

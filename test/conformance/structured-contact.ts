/** Inputs of the contact kernels: particles on their way to shapes that move and turn, and to each other. */
import { balls, cloth } from 'selvedge';
import { collide, RECORD } from '../../engine/contact/collide.ts';
import { SHAPE_IDS, SHAPE_NAMES } from '../../engine/contact/distance.ts';
import { pairMemory, recordPairs } from '../../engine/contact/pairs/pairs.ts';
import { about, type Quaternion } from '../../engine/contact/pose.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans, type MemoryPlan } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const PARTICLES = 333;
const MATERIALS = 2;

const planOf = ({ buffers }: typeof collide): MemoryPlan =>
  Object.fromEntries(
    Object.entries(buffers).map(([name, { element, domain }]) => [
      name,
      {
        role: 'scratch',
        element,
        domain,
        length:
          domain === 'particles'
            ? PARTICLES
            : domain === 'pairs'
              ? MATERIALS ** 2
              : RECORD * SHAPE_NAMES.length,
      },
    ]),
  );

/** Every shape once, far enough apart that a particle meets one at a time, in a random pose at both ends of the step. */
function shapes(random: () => number): number[] {
  const signed = (size: number) => size * (2 * random() - 1);
  const turn = (): Quaternion => {
    const [x, y, z] = [signed(1), signed(1), signed(1)];
    const length = Math.hypot(x, y, z);
    return about([x / length, y / length, z / length], signed(1));
  };
  return SHAPE_NAMES.flatMap((name, k) => {
    const pose = () => [8 * k + signed(0.05), signed(0.05), signed(0.05), 0];
    const dimensions = [0.5 + 0.5 * random(), 0.5 + 0.5 * random(), 0.5 + 0.5 * random(), 0];
    return [SHAPE_IDS[name], k % MATERIALS, 0, 0, ...dimensions, ...pose(), ...turn(), ...pose(), ...turn()];
  });
}

function collision(seed: number): Sample {
  const random = seeded(seed);
  const signed = (size: number) => size * (2 * random() - 1);
  const memory = planOf(collide);
  const rounded = (values: number[]) => values.map(Math.fround);
  const perParticle = (each: (i: number) => number[]) =>
    Float64Array.from(Array.from({ length: PARTICLES }, (_, i) => rounded(each(i))).flat());
  const h = 0.25;
  const buffers: Buffers = {
    // About the middle of a shape's room, from well inside to well outside; planes are met below.
    x: perParticle((i) => [8 * (i % SHAPE_NAMES.length) + signed(1.5), signed(1.5), signed(1.5), 0]),
    v: perParticle(() => [signed(4), signed(4), signed(4), 0]),
    delta: perParticle(() => [signed(0.5), signed(0.5), signed(0.5), 0]),
    masses: perParticle((i) => [1, i % 17 === 0 ? 0 : 1, 0.05 + 0.05 * random(), i % MATERIALS]),
    touch: perParticle(() => [1, 2, 3, 4]),
    colliders: Float64Array.from(rounded(shapes(random))),
    pairs: Float64Array.from(rounded([0.5, 0.4, 0, 0, 0.9, 0.1, 0.5, 0, 0.3, 0.3, 1, 0, 0, 0, 0.2, 0])),
  };
  const scalars = { h, rate: 1 / h, slow: 0.5, count: SHAPE_NAMES.length, materials: MATERIALS };
  return { memory, buffers, scalars, range: [7, PARTICLES - 100] };
}

/** Two cloths that fall into each other and balls among them, everything in a cube of a metre. */
const model = buildModel([
  cloth({ particles: [14, 11] }),
  cloth({ particles: [9, 13] }),
  balls({ centres: [0, 1, 2, 3, 4].map((k) => [0.1 * k, 0, 0] as const) }),
]);
const pairs = { pairs: planOf(collide).pairs } as const;
const memory = joinPlans(memoryOf(model), pairMemory(model), pairs);

function found(kernel: string, seed: number, { calls, change }: Reach = {}): Sample {
  const random = seeded(seed);
  const signed = (size: number) => Math.fround(size * (2 * random() - 1));
  const world = buffersOf(memory);
  for (let i = 0; i < model.particles; i++) {
    world.x.set([signed(0.5), signed(0.5), signed(0.5)], 4 * i);
    world.v.set([signed(1), signed(1), signed(1)], 4 * i);
    world.delta.set([signed(0.05), signed(0.05), signed(0.05)], 4 * i);
    const isPinned = random() < 0.05;
    const radius = Math.fround((model.balls.includes(i) ? 0.1 : 0.02) * (1 + random()));
    world.masses.set([1, isPinned ? 0 : Math.fround(0.5 + random()), radius, i % MATERIALS], 4 * i);
  }
  world.pairs.set([0.5, 0.4, 0, 0, 0.9, 0.1, 0.5, 0, 0.9, 0.1, 1, 0, 0, 0, 0.2, 0].map(Math.fround));
  const setting = { model, h: 0.0625, self: seed % 2 === 0, materials: MATERIALS };
  return reach(kernel, recordPairs(setting, 'delta'), memory, world, { calls, change });
}

/** Alone in its bin each: which of two comes first is a matter of luck. */
const alone = (seed: number): Sample => {
  const ball = model.balls[seed % model.balls.length];
  return { ...found('bin', seed), range: [ball - 6, ball + 6] };
};

/** Every bin the wrong way round. */
function reverse({ starts, places }: Buffers): void {
  for (let k = 0; k + 1 < starts.length; k++) {
    const entries = Array.from({ length: starts[k + 1] - starts[k] }, (_, e) =>
      places.slice(8 * (starts[k] + e), 8 * (starts[k] + e + 1)),
    );
    entries.reverse().forEach((entry, e) => {
      places.set(entry, 8 * (starts[k] + e));
    });
  }
}

export const CONTACT: Readonly<Record<string, (seed: number) => Sample>> = {
  collide: collision,
  bin: alone,
  ...Object.fromEntries(
    ['motionRange', 'cellSize', 'sumBins', 'scanBins', 'startBins', 'scatter', 'findContacts'].map(
      (kernel) => [kernel, (seed: number) => found(kernel, seed)],
    ),
  ),
  sortBins: (seed) => found('sortBins', seed, { change: reverse }),
  push: (seed) => found('push', seed),
  // The second time: the first is only to count.
  reactions: (seed) => found('reactions', seed, { calls: 2 }),
  react: (seed) => found('react', seed, { calls: 2 }),
};

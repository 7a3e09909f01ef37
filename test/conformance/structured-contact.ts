/** Inputs of the contact kernels: particles on their way to shapes that move and turn, and to each other. */

import { balls, cloth } from 'selvedge';
import { startBins } from '../../engine/contact/cells/start-bins.ts';
import { collide, RECORD } from '../../engine/contact/collide.ts';
import { particleContactMemory, recordParticleContacts } from '../../engine/contact/particles/contacts.ts';
import { about, type Quaternion } from '../../engine/contact/pose.ts';
import { SHAPES, shapeId, shapeNumbers } from '../../engine/contact/shapes/index.ts';
import { BLOCK, type Kernel } from '../../engine/kernel.ts';
import type { Method } from '../../engine/methods/method.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import { redBlack } from '../../engine/methods/projective/index.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans, type MemoryPlan } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { RADIUS_OF_SPARE } from '../../engine/tearing/split/plan.ts';
import { randomShapes } from '../random-shapes.ts';
import { type Buffers, buffersOf, type Reach, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const PARTICLES = 1333;
const MATERIALS = 2;

const planOf = ({ buffers }: Kernel, lengths: Readonly<Record<string, number>>): MemoryPlan =>
  Object.fromEntries(
    Object.entries(buffers).map(([name, { element, domain }]) => [
      name,
      { role: 'scratch', element, domain, length: lengths[domain] },
    ]),
  );

/** Where a shape is; the plane, which comes first, so far down that none of the others is below it. */
const roomOf = (k: number): readonly number[] => (k === 0 ? [0, -200, 0] : [8 * k, 0, 0]);

/** Every shape once, far enough apart that a particle touches one at a time, in a random pose at both ends of the step. */
function shapes(random: () => number): { colliders: number[]; shapeData: number[]; count: number } {
  const signed = (size: number) => size * (2 * random() - 1);
  const turn = (): Quaternion => {
    const [x, y, z] = [signed(1), signed(1), signed(1)];
    const length = Math.hypot(x, y, z);
    return about([x / length, y / length, z / length], signed(1));
  };
  const shapeData: number[] = [];
  const all = randomShapes(random);
  const colliders = all.flatMap((shape, k) => {
    const [x, y, z] = roomOf(k);
    const { dimensions, extent = 1e15, data = [] } = shapeNumbers('shape', shape);
    // Half of them turn during the step.
    const [from, to] = [turn(), turn()];
    const turns = k % 2 === 0;
    const around = turns ? 1e15 : extent;
    const pose = () => [x + signed(0.05), y + signed(0.05), z + signed(0.05), around];
    const head = [
      shapeId(shape.shape),
      k % MATERIALS,
      shapeData.length / 4,
      SHAPES[shape.shape].convex ? 0 : 1,
    ];
    shapeData.push(...data);
    const four = [...dimensions, 0, 0, 0, 0].slice(0, 4);
    return [...head, ...four, ...pose(), ...from, ...pose(), ...(turns ? to : from)];
  });
  return { colliders, shapeData, count: all.length };
}

function collision(seed: number): Sample {
  const random = seeded(seed);
  const signed = (size: number) => size * (2 * random() - 1);
  const { colliders, shapeData, count } = shapes(random);
  const memory = planOf(collide, {
    particles: PARTICLES,
    touches: 3 * PARTICLES,
    pairs: MATERIALS ** 2,
    colliders: RECORD * count,
    shapeData: shapeData.length / 4,
  });
  const rounded = (values: number[]) => values.map(Math.fround);
  const perParticle = (each: (i: number) => number[]) =>
    Float64Array.from(Array.from({ length: PARTICLES }, (_, i) => rounded(each(i))).flat());
  const h = 0.25;
  const buffers: Buffers = {
    // About the middle of a shape's room, from well inside to well outside.
    x: perParticle((i) => [...roomOf(i % count).map((place) => place + signed(1.5)), 0]),
    v: perParticle(() => [signed(4), signed(4), signed(4), 0]),
    delta: perParticle(() => [signed(0.5), signed(0.5), signed(0.5), 0]),
    masses: perParticle((i) => [1, i % 17 === 0 ? 0 : 1, 0.05 + 0.05 * random(), i % MATERIALS]),
    touch: Float64Array.from({ length: 12 * PARTICLES }, (_, k) => k % 5),
    colliders: Float64Array.from(rounded(colliders)),
    shapeData: Float64Array.from(rounded(shapeData)),
    pairs: Float64Array.from(rounded([0.5, 0.4, 0, 0, 0.9, 0.1, 0.5, 0, 0.3, 0.3, 1, 0, 0, 0, 0.2, 0])),
  };
  // Every other sample is a probe.
  const probe = seed % 2 === 0 ? 0 : PARTICLES;
  const scalars = {
    h,
    rate: 1 / h,
    slow: 0.5,
    count,
    materials: MATERIALS,
    probe,
    keep: seed % 3 === 0 ? 1 : 0,
  };
  return { memory, buffers, scalars, range: [7, PARTICLES - 100] };
}

/** Two cloths that fall into each other and balls among them, everything in a cube of a metre. */
const model = buildModel([
  cloth({ particles: [14, 11] }),
  cloth({ particles: [9, 13] }),
  balls({ centres: [0, 1, 2, 3, 4].map((k) => [0.1 * k, 0, 0] as const) }),
]);
const pairs = {
  pairs: { role: 'scratch', element: 'vec4', domain: 'pairs', length: MATERIALS ** 2 },
  touch: { role: 'scratch', element: 'vec4', domain: 'touches', length: 5 * model.particles },
} as const;
const memory = joinPlans(memoryOf(model), particleContactMemory(model), pairs);

/** The same where springs settle after contact. */
const OMEGA = 1.25;
const solver = redBlack as Method;
const solved = {
  ...{ model, h: 0.0625, inertia: 256, ...SPRINGS_ALONE, contact: true },
  values: { outer: 1, inner: 1, omega: OMEGA, rho: 0 },
};
const settlingMemory = joinPlans(memory, solver.scratch(solved));

/** In a cube of 2 `size` metres. */
function found(kernel: string, seed: number, { calls, change }: Reach = {}, size = 0.5): Sample {
  const world = worldOf(memory, seed, size);
  return reach(kernel, recordParticleContacts(settingOf(seed), 'delta', []), memory, world, {
    calls,
    change,
  });
}

/** Where springs settle; some of them are torn, all of some particles too. */
function settling(kernel: string, seed: number, calls = 1): Sample {
  const world = worldOf(settlingMemory, seed, 0.3);
  const { particles, rowStarts, springOf } = model;
  for (let i = 0; i < particles; i++)
    for (const spring of springOf.subarray(rowStarts[i], rowStarts[i + 1]))
      if (i % 11 === 0 || spring % 23 === 0) world.springs[2 * spring + 1] = 0;
  const program = [
    ...solver.prepare(solved),
    ...recordParticleContacts({ ...settingOf(seed), settling: 'springs' }, 'delta', []),
  ];
  return reach(kernel, program, settlingMemory, world, { calls, change: isolate });
}

/** Ranges, short and long, in which no particle is reached; otherwise all would be. */
function isolate({ reached }: Buffers): void {
  reached.forEach((_, i) => {
    if (i % 5 === 0 || i % 90 < 40) reached[i] = 0;
  });
}

const settingOf = (seed: number) => ({
  model,
  h: 0.0625,
  self: seed % 2 === 0,
  hasColliders: true,
  materials: MATERIALS,
  slow: 0.2,
});

function worldOf(memory: MemoryPlan, seed: number, size: number): Buffers {
  const random = seeded(seed);
  const signed = (most: number) => Math.fround(most * (2 * random() - 1));
  const world = buffersOf(memory);
  for (let i = 0; i < model.particles; i++) {
    world.x.set([signed(size), signed(size), signed(size)], 4 * i);
    world.v.set([signed(1), signed(1), signed(1)], 4 * i);
    world.delta.set([signed(0.05), signed(0.05), signed(0.05)], 4 * i);
    const isPinned = random() < 0.05;
    const isBall = model.balls.includes(i);
    const own = Math.fround((isBall ? 0.1 : 0.02) * (1 + random()));
    // Spares of cloth that splits are among them, which meet nothing.
    const radius = !isBall && i % 11 === 5 ? RADIUS_OF_SPARE : own;
    world.masses.set([1, isPinned ? 0 : Math.fround(0.5 + random()), radius, i % MATERIALS], 4 * i);
  }
  world.pairs.set([0.5, 0.4, 0, 0, 0.9, 0.1, 0.5, 0, 0.9, 0.1, 1, 0, 0, 0, 0.2, 0].map(Math.fround));
  // Something is in the way of some: a floor that moves.
  for (let i = 0; i < model.particles; i += 7) {
    world.touch.set([0, Math.fround(0.8), Math.fround(0.6), signed(0.02)], 4 * (model.particles + i));
    world.touch.set([signed(0.02), signed(0.02), 0, i % MATERIALS ** 2], 4 * (2 * model.particles + i));
  }
  return world;
}

/** Alone in its bin each: which of two comes first is a matter of luck. */
const alone = (seed: number): Sample => {
  const ball = model.balls[seed % model.balls.length];
  return { ...found('bin', seed), range: [ball - 6, ball + 6] };
};

/** Not from the first block: what is before counts, four blocks at once and one more. */
function counted(seed: number): Sample {
  const random = seeded(seed);
  const counts = Uint32Array.from({ length: 7 * BLOCK }, () => 3 * random());
  const sumOf = (block: number) =>
    counts.subarray(block * BLOCK, (block + 1) * BLOCK).reduce((sum, count) => sum + count, 0);
  const binSums = Uint32Array.from({ length: 7 }, (_, block) => sumOf(block));
  const starts = new Uint32Array(7 * BLOCK + 1);
  const memory = planOf(startBins, { binBlocks: 7, bins: counts.length, binStarts: starts.length });
  return { memory, buffers: { counts, binSums, starts }, scalars: {}, range: [5, 7] };
}

/** Every bin the wrong way round, but for balls, which stand after the last. */
function reverse({ starts, members }: Buffers): void {
  for (let k = 0; k + 1 < starts.length; k++) {
    const slots = Array.from(members.subarray(2 * starts[k], 2 * starts[k + 1]), (slot) => slot);
    for (let e = 0; e < slots.length; e += 2) members[2 * starts[k] + e] = slots[slots.length - 2 - e];
  }
}

/** All particles have moved a little since the last neighbour search; in the third sample one has another radius. */
function remember({ moves, since }: Buffers, seed: number): void {
  for (let k = 0; k < since.length; k++)
    since[k] = moves[8 * (k >> 2) + (k & 3)] + (k % 4 < 3 ? 1e-3 * (k % 5) : 0);
  if (seed === 2) since[4 * 40 + 3] += 0.01;
}

/** Every other row is empty; there is no room from some particle on, after so many contacts were missed. */
const crowded =
  (missed: number) =>
  ({ rowStarts, overlooked }: Buffers) => {
    for (let k = 0; k < rowStarts.length; k++) rowStarts[k] = 34 * (Math.min(k, model.particles) >> 1);
    overlooked[0] = missed;
  };

/** Rows that are as long as 33 contacts; there is no room for the last ones. */
const withLongRows = ({ rowStarts }: Buffers) => {
  for (let k = 0; k < rowStarts.length; k++) rowStarts[k] = 33 * k;
};

/** But for the second time, as where nothing but rows moves particles. */
const perhapsOnlyRows = (sample: Sample, seed: number): Sample =>
  seed !== 2 ? { ...sample, scalars: { ...sample.scalars, onlyRows: 1 } } : sample;

export const CONTACT: Readonly<Record<string, (seed: number) => Sample>> = {
  collide: collision,
  bin: alone,
  ...Object.fromEntries(
    ['foresee', 'sumBins', 'enter', 'countAtBalls', 'listAtBalls'].map((kernel) => [
      kernel,
      (seed: number) => found(kernel, seed),
    ]),
  ),
  startBins: counted,
  scatter: (seed) => found('scatter', seed, { change: reverse }),
  motionRange: (seed) => found('motionRange', seed, { change: (buffers) => remember(buffers, seed) }),
  // No neighbour list; a list with a particle that drifted too far, or is too fast; a list where all are slow.
  cellSize: (seed) =>
    found('cellSize', seed, {
      change: ({ ranges, cell }) => {
        if (seed > 1) cell.set([0.1, 0.1, 0.1, 0.01]);
        for (let k = 0; k < ranges.length; k++)
          if (k % 16 < 8 && seed > 1) ranges[k] *= seed > 2 ? 0.01 : 1000;
        // As far as the skin: just too far.
        if (seed === 2)
          for (let k = 8; k < ranges.length; k += 16) ranges.set([0, 0, 0, 0, 0.01, 0, 0, 0], k);
      },
    }),
  // In a crowd: rows that are longer than what is noted are looked for again, and some find no room.
  countContacts: (seed) => found('countContacts', seed, {}, seed === 2 ? 0.08 : 0.5),
  countNear: (seed) => found('countNear', seed, {}, seed === 2 ? 0.08 : 0.3),
  listNear: (seed) => found('listNear', seed, {}, seed === 2 ? 0.08 : 0.3),
  setOut: (seed) => perhapsOnlyRows(found('setOut', seed), seed),
  arrive: (seed) =>
    perhapsOnlyRows(found('arrive', seed, { change: crowded(seed === 2 ? 2 ** 32 - 100 : 100) }), seed),
  listContacts: (seed) => found('listContacts', seed, seed === 2 ? { change: withLongRows } : {}),
  // The third time: the first two begin with nothing.
  push: (seed) => perhapsOnlyRows(found('push', seed, { calls: 3 }), seed),
  // The second time: the first is only to count.
  react: (seed) => found('react', seed, { calls: 2 }),
  limit: (seed) => settling('limit', seed),
  spread: (seed) => settling('spread', seed),
  localReached: (seed) => settling('localReached', seed, 2),
  // The second colour of the second sweep.
  settle: (seed) => settling('settle', seed, model.colours.length + 2),
};

/** What the kernels of interaction find: a cloud that a ray goes through, particles that are held. */
import { blocksIn } from '../../engine/kernel.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const PARTICLES = 733;
const HELD = 16;
const plan = { role: 'scratch', element: 'vec4' } as const;
const perParticle = { ...plan, domain: 'particles', length: PARTICLES } as const;
const numbers = (length: number, random: () => number) =>
  Float64Array.from({ length }, () => Math.fround(0.1 + random()));

/** From a corner of the cloud's cube to the opposite one; odd seeds look for the first ball, even ones for the nearest behind it. */
function aiming(seed: number): Sample {
  const random = seeded(seed);
  const memory: MemoryPlan = {
    x: perParticle,
    masses: perParticle,
    ray: { ...plan, domain: 'ray', length: 2 },
    front: { ...plan, domain: 'picked', length: 2 },
    aims: { ...plan, domain: 'particleBlocks', length: blocksIn(PARTICLES) },
  };
  const direction = [0.6, 0.48, 0.64];
  return {
    memory,
    buffers: {
      x: numbers(4 * PARTICLES, random),
      masses: numbers(4 * PARTICLES, random).map((each) => Math.fround(0.1 * each)),
      ray: Float64Array.from([-0.2, -0.1, -0.3, 0.1, ...direction, 1.6], Math.fround),
      front: Float64Array.from([0.7, 0, 0, 0, 0, 0, 0, 0], Math.fround),
      aims: new Float64Array(4 * blocksIn(PARTICLES)),
    },
    scalars: { count: PARTICLES, second: (seed + 1) % 2, wide: seed % 3 === 0 ? 0 : 1 },
    range: [0, blocksIn(PARTICLES)],
  };
}

/** Rows at random, the least of them in the middle. */
function hitting(seed: number): Sample {
  const random = seeded(seed);
  const blocks = 7;
  const aims = numbers(4 * blocks, random);
  for (let k = 0; k < blocks; k++) aims[4 * k + 1] = Math.floor(PARTICLES * random());
  return {
    memory: {
      aims: { ...plan, domain: 'particleBlocks', length: blocks },
      x: perParticle,
      picked: { ...plan, domain: 'picked', length: 2 },
    },
    buffers: { aims, x: numbers(4 * PARTICLES, random), picked: new Float64Array(8) },
    scalars: { particleBlocks: blocks },
    range: [0, 1],
  };
}

/** Sixteen different particles; some holds are free, some particles pinned. */
function holding(seed: number): Sample {
  const random = seeded(seed);
  const holds = numbers(8 * HELD, random);
  const masses = numbers(4 * PARTICLES, random);
  const held = Uint32Array.from({ length: HELD }, (_, k) => 40 * k + Math.floor(40 * random()));
  holds[8 * 3 + 4] = 0;
  masses[4 * held[5] + 1] = 0;
  return {
    memory: {
      held: { role: 'scratch', element: 'u32', domain: 'held', length: HELD },
      holds: { ...plan, domain: 'holds', length: 2 * HELD },
      masses: perParticle,
      force: perParticle,
      x: perParticle,
      v: perParticle,
    },
    buffers: {
      held,
      holds,
      masses,
      force: numbers(4 * PARTICLES, random),
      x: numbers(4 * PARTICLES, random),
      v: numbers(4 * PARTICLES, random),
    },
    scalars: { h: Math.fround(0.1 + random()) },
    range: [0, HELD],
  };
}

export const INTERACTION: Readonly<Record<string, (seed: number) => Sample>> = {
  aim: aiming,
  hit: hitting,
  hold: holding,
};

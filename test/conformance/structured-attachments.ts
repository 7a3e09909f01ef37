/** Inputs of the kernels of attachments: particles on colliders that move and turn, on rails with corners, on planes, welded. */
import { KIND, TIE } from '../../engine/attachments/rail.ts';
import { TRAVEL } from '../../engine/attachments/travel.ts';
import { RECORD } from '../../engine/contact/collide.ts';
import { about } from '../../engine/contact/pose.ts';
import { BLOCK } from '../../engine/kernel.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import type { Buffers } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const PARTICLES = 333;
const BLOCKS = Math.ceil(PARTICLES / BLOCK);
const COLLIDERS = 2;
/** Attachments, of which the first are movers. */
const TIES = 40;
const MOVERS = 24;
/** Points of the two rails and of the plane; then the chain. */
const CHAIN = 4 + 3 + 2;

const scratch = { role: 'scratch' } as const;

/** What stays the same: `lead` and `slide` see one world. */
function world(random: () => number): Buffers {
  const signed = (size: number) => Math.fround(size * (2 * random() - 1));
  const vectors = (count: number, size: number) =>
    Float64Array.from({ length: 4 * count }, (_, k) => (k % 4 < 3 ? signed(size) : 0));
  const pose = () => {
    const axis = [signed(1), signed(1), signed(1)] as const;
    const length = Math.hypot(...axis);
    const turn = about([axis[0] / length, axis[1] / length, axis[2] / length], signed(1));
    return [signed(0.3), signed(0.3), signed(0.3), 1, ...turn.map(Math.fround)];
  };
  const colliders = Array.from({ length: COLLIDERS }, () => [1, 0, 0, 0, 1, 0, 0, 0, ...pose(), ...pose()]);
  const masses = Float64Array.from({ length: 4 * PARTICLES }, (_, k) =>
    k % 4 === 0 ? Math.fround(0.5 + random()) : 0,
  );
  const kinds = [KIND.rail, KIND.plane, KIND.weld, KIND.rail];
  const ties = Array.from({ length: TIES }, (_, k) => {
    const isMover = k < MOVERS;
    const kind = isMover || k % 2 === 0 ? kinds[k % 4] : KIND.fixed;
    const other = kind === KIND.weld ? 200 + k : 2 * k;
    const [first, points] = kind === KIND.plane ? [7, 2] : k % 4 === 0 ? [0, 4] : [4, 3];
    const place = [signed(1), signed(1), signed(1), 0];
    const still = isMover ? 0 : 1 + ((k >> 2) % 3);
    const friction = kind !== KIND.weld && k % 3 !== 0 ? Math.fround(0.2 * (k % 5)) : 0;
    return [2 * k, other, kind, (k >> 1) % (COLLIDERS + 1), first, points, still, friction, ...place];
  });
  // Rails whose corners are wide, so that it is clear which piece is nearest; every fourth mover is a ring of the chain.
  const rails = [
    ...[-4, 0.1, 0, 0, -0.5, 0, 0.1, 0, 0.6, 0, -0.2, 0, 4, 0.5, 0.1, 0],
    ...[0.2, -4, 0, 0, 0, 0.1, 0.2, 0, 0.1, 4, 0, 0],
    ...[0.1, 0.2, 0, 0, 0.6, 0, 0.8, 0],
  ];
  const links = [-1, 0, 4, 8, 12, 16, 20, -1].flatMap((m, k) => [
    m,
    m < 0 ? 150 + k : 2 * m,
    k > 0 ? 0.4 : 0,
    0,
  ]);
  return {
    x: vectors(PARTICLES, 1),
    v: vectors(PARTICLES, 1),
    force: vectors(PARTICLES, 1),
    masses,
    ties: Float64Array.from(ties.flat()),
    rails: Float64Array.from([...rails, ...links], Math.fround),
    colliders: Float64Array.from(colliders.flat()),
    travel: vectors(TRAVEL * MOVERS, 0.3),
  };
}

function planOf(buffers: Buffers): MemoryPlan {
  const particles = { ...scratch, element: 'vec4', domain: 'particles', length: PARTICLES } as const;
  const vectors = (domain: string, length: number) =>
    ({ ...scratch, element: 'vec4', domain, length }) as const;
  const reals = (domain: string, length: number) =>
    ({ ...scratch, element: 'real', domain, length }) as const;
  const all: MemoryPlan = {
    x: particles,
    v: particles,
    force: particles,
    masses: particles,
    pulls: particles,
    delta: particles,
    wishes: particles,
    ties: vectors('ties', TIE * TIES),
    rails: vectors('rails', buffers.rails?.length / 4),
    colliders: vectors('colliders', RECORD * COLLIDERS),
    modePulls: vectors('modeBlocks', MOVERS * BLOCKS),
    travel: vectors('travel', TRAVEL * MOVERS),
    modes: reals('modes', MOVERS * PARTICLES),
    coupling: reals('coupling', 2 * MOVERS ** 2),
  };
  return Object.fromEntries(Object.keys(buffers).map((name) => [name, all[name]]));
}

const sample = (
  buffers: Buffers,
  scalars: Record<string, number>,
  range: readonly [number, number],
): Sample => ({
  memory: planOf(buffers),
  buffers,
  scalars: Object.fromEntries(Object.entries(scalars).map(([name, value]) => [name, Math.fround(value)])),
  range,
});

function leading(seed: number): Sample {
  const scalars = { h: 0.25, rate: 4, gx: 0.3, gy: -0.9, gz: 0.2, damping: 0.5, movers: MOVERS };
  return sample(world(seeded(seed)), scalars, [1, TIES - 1]);
}

/** S is 4 on its diagonal, and Σ|S_mn| beside it under 1: κ < 2. S⁻¹ is a bad one, so that iterations differ. */
function sliding(seed: number): Sample {
  const random = seeded(seed);
  const { x, ties, rails, colliders, travel } = world(random);
  const coupling = new Float64Array(2 * MOVERS ** 2);
  for (let m = 0; m < MOVERS; m++) {
    for (let n = 0; n < m; n++) {
      const value = Math.fround(0.08 * (random() - 0.5));
      coupling[m * MOVERS + n] = value;
      coupling[n * MOVERS + m] = value;
    }
    coupling[m * (MOVERS + 1)] = 4;
    coupling[MOVERS ** 2 + m * (MOVERS + 1)] = Math.fround(0.25 + 0.1 * random());
  }
  const modePulls = Float64Array.from({ length: 4 * MOVERS * BLOCKS }, (_, k) =>
    k % 4 < 3 ? Math.fround(random() - 0.5) : 0,
  );
  const scalars = { movers: MOVERS, blocks: BLOCKS, chain: CHAIN, links: 8, eager: 0.5 };
  const wishes = Float64Array.from({ length: 4 * PARTICLES }, () => Math.fround(0.1 + random()));
  return sample({ x, ties, rails, colliders, modePulls, coupling, travel, wishes }, scalars, [0, 1]);
}

/** Numbers from 0.1 to 1.1 in these buffers, of vectors but for the fourth. */
const some = (random: () => number, lengths: Readonly<Record<string, number>>): Buffers =>
  Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [
      name,
      Float64Array.from({ length }, (_, k) =>
        name !== 'modes' && k % 4 === 3 ? 0 : Math.fround(0.1 + random()),
      ),
    ]),
  );

export const ATTACHMENTS: Readonly<Record<string, (seed: number) => Sample>> = {
  lead: leading,
  slide: sliding,
  pullSums: (seed) =>
    sample(
      some(seeded(seed), {
        modes: MOVERS * PARTICLES,
        pulls: 4 * PARTICLES,
        modePulls: 4 * MOVERS * BLOCKS,
      }),
      { count: PARTICLES, blocks: BLOCKS },
      [3, MOVERS * BLOCKS - 5],
    ),
  carry: (seed) =>
    sample(
      some(seeded(seed), {
        delta: 4 * PARTICLES,
        modes: MOVERS * PARTICLES,
        travel: 4 * TRAVEL * MOVERS,
      }),
      { count: PARTICLES, movers: MOVERS },
      [7, PARTICLES - 100],
    ),
};

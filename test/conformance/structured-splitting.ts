/** What the kernels of splitting find: cloth with spares, some of it stretched beyond its strength, some split already. */
import { cloth, rope } from 'selvedge';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { tornSurfaceMemory, tornSurfaceProgram } from '../../engine/surface/surface.ts';
import { recordSplit, recordUnpin, splitMemory } from '../../engine/tearing/split/plan.ts';
import { recordCut, recordTear, tearingMemory } from '../../engine/tearing/tearing.ts';
import { buffersOf, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const model = buildModel([
  rope({ particles: 7 }),
  cloth({ particles: [9, 8], strength: 1.3, split: true }),
  cloth({ particles: [4, 5], stiffness: { bend: 0 }, diagonals: 1, strength: 1.2, split: true }),
]);
const memory = joinPlans(memoryOf(model), tearingMemory(model), splitMemory(model), tornSurfaceMemory(model));

/** Particles a little off their places; one in eight of those that may is split along one of its springs. */
function state(seed: number) {
  const random = seeded(seed);
  const world = buffersOf(memory);
  const { particles, positions, slotOf, springs, ends } = model;
  for (let id = 0; id < particles; id++) {
    const slot = slotOf[id];
    const place = [0, 1, 2].map((c) => Math.fround(positions[3 * id + c] + 0.06 * (random() - 0.5)));
    world.x.set([...place, 0], 4 * slot);
    const mass = Math.fround(0.5 + random());
    world.masses.set([mass, random() < 0.1 ? 0 : Math.fround(1 / mass), 0.01, 0], 4 * slot);
    for (let c = 0; c < 3; c++) world.v[4 * slot + c] = Math.fround(random());
  }
  for (let s = 0; s < springs; s++) {
    const [i, mask] = [ends[2 * s], world.towards[2 * s]];
    if (mask !== 0 && random() < 0.02 && world.spares[2 * i] !== i) world.sectors[i] = mask;
    if (random() < 0.1) world.springs[2 * s + 1] = Math.fround(1000 * random());
  }
  return world;
}

const split = (kernel: string) => (seed: number) => reach(kernel, recordSplit(model), memory, state(seed));

/** A stroke of two pieces down the middle of the cloths, of which the first ends among them. */
const blades = [
  [
    [-0.1, 1, -1],
    [-0.05, 0.03, -1],
    [0.02, 0.1, 2],
  ],
  [
    [-0.05, 0.03, -1],
    [0.1, -1, -1],
    [0.02, 0.1, 2],
  ],
] as const;
const stroke = blades.flatMap((blade, k) => recordCut(model, blade, k > 0));
const cutting = (kernel: string) => (seed: number) => reach(kernel, stroke, memory, state(seed));

export const SPLITTING: Readonly<Record<string, (seed: number) => Sample>> = {
  worstSpring: split('worstSpring'),
  openSeams: split('openSeams'),
  // Of those that are split already, quads come off where a cut divides a half.
  sewSprings: (seed) => (seed === 2 ? cutting : split)('sewSprings')(seed),
  partParticles: (seed) => (seed === 2 ? cutting : split)('partParticles')(seed),
  sideQuads: cutting('sideQuads'),
  partQuads: cutting('partQuads'),
  unpin: (seed) => reach('unpin', recordUnpin(11), memory, state(seed)),
  patches: (seed) =>
    reach(
      'patches',
      [...recordSplit(model), ...recordTear(model), ...tornSurfaceProgram(model)],
      memory,
      state(seed),
    ),
};

/** What the kernels of blades find: wedges that move and turn through springs, and through cloth that splits. */
import { cloth, rope } from 'selvedge';
import { RECORD } from '../../engine/contact/collide.ts';
import { fromDegrees } from '../../engine/contact/pose.ts';
import { shapeId, shapeNumbers } from '../../engine/contact/shapes/index.ts';
import { buildModel } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';
import { bladeMemory, recordBlades } from '../../engine/tearing/blade/blades.ts';
import { splitMemory } from '../../engine/tearing/split/plan.ts';
import { tearingMemory } from '../../engine/tearing/tearing.ts';
import { buffersOf, reach } from './reach.ts';
import type { Sample } from './sample.ts';
import { seeded } from './seeded.ts';

const COUNT = 2;
const model = buildModel([
  rope({ particles: 40, length: 1.2, position: [-0.6, 0, 0] }),
  cloth({ particles: [19, 18], size: [1, 1] }),
  cloth({ particles: [19, 18], size: [1, 1], strength: 1.3, split: true }),
]);
const memory = joinPlans(
  memoryOf(model),
  tearingMemory(model, true),
  bladeMemory(model),
  splitMemory(model),
  {
    colliders: { role: 'scratch', element: 'vec4', domain: 'colliders', length: RECORD * COUNT },
  },
);

/** Two wedges through the middle, turned at random, every other time shorter than springs; particles off their places, on their way. */
function state(seed: number) {
  const random = seeded(seed);
  const signed = (size: number) => Math.fround(size * (2 * random() - 1));
  const world = buffersOf(memory);
  const { particles, positions, slotOf, springs, ends, triangles } = model;
  for (let k = 0; k < COUNT; k++) {
    const { dimensions } = shapeNumbers('wedge', {
      shape: 'wedge',
      size: seed % 2 === 0 ? [0.3, 0.5, 0.9] : [0.1, 0.1, 0.3],
      ridge: signed(1),
    });
    const angles = [signed(180), signed(180), signed(180)] as const;
    const pose = () => [
      ...[signed(0.2), signed(0.2), signed(0.2), 1],
      ...fromDegrees([angles[0] + signed(9), angles[1] + signed(9), angles[2] + signed(9)]),
    ];
    const record = [shapeId('wedge'), 0, 0, 0, ...dimensions, ...pose(), ...pose()];
    world.colliders.set(record.map(Math.fround), 4 * RECORD * k);
  }
  for (let id = 0; id < particles; id++) {
    const slot = slotOf[id];
    // Those of the first cloth anywhere in a cube, so that in every sample springs are across.
    const isAnywhere = id < model.bodies[2].first;
    for (let c = 0; c < 3; c++)
      world.x[4 * slot + c] = isAnywhere ? signed(0.6) : Math.fround(positions[3 * id + c] + signed(0.02));
    for (let c = 0; c < 3; c++) world.v[4 * slot + c] = signed(3);
    world.masses.set([1, 1, Math.fround(0.02 + 0.01 * random()), 0], 4 * slot);
  }
  // Some are torn or split already, and some quads have a side.
  for (let s = 0; s < springs; s++) {
    const [i, mask] = [ends[2 * s], world.towards[2 * s]];
    if (random() < 0.05) world.springs[2 * s + 1] = 0;
    if (mask !== 0 && random() < 0.02 && world.spares[2 * i] !== i) world.sectors[i] = mask;
  }
  for (let t = 0; t < triangles.length / 3; t++)
    if (random() < 0.3) world.flanks[t] = (random() < 0.7 ? 128 : 64) | (random() < 0.5 ? 1 : 2);
  return world;
}

/** The second blade, of the cloth that does not split or of the one that does. */
const cutting = (kernel: string, calls: number) => (seed: number) =>
  reach(kernel, recordBlades(model, [0, 1], 0.02), memory, state(seed), { calls });

export const CUT_BY_BLADES: Readonly<Record<string, (seed: number) => Sample>> = {
  slice: (seed) => cutting('slice', seed % 2 === 0 ? 6 : 5)(seed),
  flankQuads: cutting('flankQuads', 2),
};

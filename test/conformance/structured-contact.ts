/** Inputs of the contact kernels: particles on their way to shapes that move and turn. */
import { collide, RECORD } from '../../engine/contact/collide.ts';
import { SHAPE_IDS, SHAPE_NAMES } from '../../engine/contact/distance.ts';
import { about, type Quaternion } from '../../engine/contact/pose.ts';
import type { MemoryPlan } from '../../engine/program.ts';
import type { Buffers } from './reach.ts';
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

export const CONTACT: Readonly<Record<string, (seed: number) => Sample>> = { collide: collision };

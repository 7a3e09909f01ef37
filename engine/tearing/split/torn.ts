import { VERSIONS } from '../../body/splittable.ts';
import type { Model } from '../../model.ts';
import { isSpare } from './plan.ts';

/** The numbers of all versions of a spring, given the number of any of them. */
export function versionsOf({ bodies }: Pick<Model, 'bodies'>, spring: number): number[] {
  const { splits, springs: range } = bodies.find(({ springs }) => spring < springs[1])!;
  if (!splits) return [spring];
  const count = (range[1] - range[0]) / VERSIONS;
  const first = range[0] + ((spring - range[0]) % count);
  return Array.from({ length: VERSIONS }, (_, version) => first + version * count);
}

/** For each spring, 1 if it is torn, which means that none of its versions has stiffness left. */
export function tornOf(model: Model, springs: ArrayLike<number>): Uint8Array {
  const { stiffness, bodies } = model;
  const torn = new Uint8Array(model.springs);
  for (let s = 0; s < torn.length; s++) torn[s] = Number(stiffness[s] > 0 && springs[2 * s + 1] === 0);
  for (const { splits, springs: range } of bodies) {
    const count = splits ? (range[1] - range[0]) / VERSIONS : 0;
    for (let s = range[0]; s < range[0] + count; s++) {
      for (let version = 1; version < VERSIONS; version++)
        if (springs[2 * (s + version * count) + 1] !== 0) torn[s] = 0;
    }
  }
  return torn;
}

/** For each particle, 1 if it is a spare in use, which means that its particle has split. */
export function splitOf(model: Model, masses: ArrayLike<number>): Uint8Array {
  const { slotOf } = model;
  const split = new Uint8Array(slotOf.length);
  for (let id = 0; id < split.length; id++)
    split[id] = Number(isSpare(model, id) && masses[4 * slotOf[id]] > 0);
  return split;
}

/** The symbolic analysis of the Hessian, which a model needs once. */
import { couplesOf } from '../../forces/exact.ts';
import { analyse, minimumDegree, patternOf } from '../../linear/analysis.ts';
import type { Symbolic } from '../../linear/factor.ts';
import { type Connections, defineStructure } from '../../structure.ts';

export interface Hessian {
  readonly symbolic: Symbolic;
  /** Where in the panels each spring's nine numbers go: row of its first end by column of its second. */
  readonly tensorPlaces: Uint32Array;
  /** The same of each couple of elements' corners. */
  readonly couplePlaces: Uint32Array;
  /** Where each particle's six go: xx, yx, zx, yy, zy, zz. */
  readonly blockPlaces: Uint32Array;
}

/**
 * The particles are ordered by minimum degree, by their ids as in `springAnalysis`, and each stands for its three
 * coordinates: these have the same neighbours, so that ordering the 3n columns themselves would only take longer.
 */
function find({ particles, springs, ends, idOf, slotOf, forces }: Connections): Hessian {
  const couples = couplesOf({ forces });
  const joined = new Uint32Array(2 * springs + couples.length);
  joined.set(ends.subarray(0, 2 * springs));
  joined.set(couples, 2 * springs);
  const byId = patternOf(
    particles,
    joined.map((slot) => idOf[slot]),
  );
  const order = new Int32Array(3 * particles);
  minimumDegree(byId.pattern).forEach((id, k) => {
    for (let c = 0; c < 3; c++) order[3 * k + c] = 3 * slotOf[id] + c;
  });
  const pairs = new Uint32Array(9 * joined.length + 12 * particles);
  let at = 0;
  for (let k = 0; k < joined.length; k += 2)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++) {
        pairs[at++] = 3 * joined[k] + row;
        pairs[at++] = 3 * joined[k + 1] + column;
      }
  for (let i = 0; i < particles; i++)
    for (let row = 0; row < 3; row++)
      for (let column = row; column < 3; column++) {
        pairs[at++] = 3 * i + column;
        pairs[at++] = 3 * i + row;
      }
  const { pattern, places } = patternOf(3 * particles, pairs);
  const symbolic = analyse(pattern, { order });
  const panelPlaces = Uint32Array.from(places, (entry) => symbolic.places[entry]);
  return {
    symbolic,
    tensorPlaces: panelPlaces.slice(0, 9 * springs),
    couplePlaces: panelPlaces.slice(9 * springs, (9 * joined.length) / 2),
    blockPlaces: panelPlaces.slice((9 * joined.length) / 2),
  };
}

export const HESSIAN_STRUCTURE = defineStructure('hessian', find);
export const hessianOf = HESSIAN_STRUCTURE.of;

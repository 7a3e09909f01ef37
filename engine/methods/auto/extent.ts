/** How stiff and how large the bodies of a model are, as far as the choice of a solver goes. */
import type { BodyRange, Model } from '../../model.ts';

export interface Extent {
  readonly body: BodyRange;
  /** √(k/m), 1/s: times h, how many cells a step's correction travels. */
  readonly rate: number;
  /** The mean rest length of the particles' shortest springs, metres. */
  readonly spacing: number;
  /** Of one of its particles in the mean, kg. */
  readonly mass: number;
  /** Cells from one end of the body to the other. */
  readonly across: number;
}

const extents = new WeakMap<Model, readonly Extent[]>();

/** Of the bodies whose springs resist. Depends on the model alone: once a model. */
export function extentsOf(model: Model): readonly Extent[] {
  const known = extents.get(model);
  if (known) return known;
  const made = model.bodies
    .filter(({ springs, links }) => springs[1] > springs[0] || links[1] > links[0])
    .map((body) => ({
      ...{ body, rate: rateOf(body, model), across: acrossOf(body, model) },
      spacing: spacingOf(body, model),
      mass: massOf(body, model),
    }))
    .filter(({ rate }) => rate > 0);
  extents.set(model, made);
  return made;
}

/**
 * k is the stiffest spring of a particle: on a cloth the structural ones, among weaker ones for shear and bending. A quarter of
 * the body's particles that have springs have this rate or more, so that a few odd ones don't decide and a stiff part does.
 */
function rateOf(
  { first, count, springs, links }: BodyRange,
  { ends, idOf, stiffness, masses }: Model,
): number {
  const squares = new Float64Array(count);
  for (const [from, end] of [springs, links])
    for (let k = 2 * from; k < 2 * end; k++) {
      const id = idOf[ends[k]];
      squares[id - first] = Math.max(squares[id - first], stiffness[k >> 1] / masses[id]);
    }
  const held = squares.filter((square) => square > 0).sort();
  return held.length === 0 ? 0 : Math.sqrt(held[Math.floor(0.75 * (held.length - 1))]);
}

const massOf = ({ first, count }: BodyRange, { masses }: Model): number =>
  masses.subarray(first, first + count).reduce((sum, mass) => sum + mass, 0) / count;

function spacingOf({ first, count, springs: [from, end] }: BodyRange, model: Model): number {
  const shortest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let k = 2 * from; k < 2 * end; k++) {
    const at = model.idOf[model.ends[k]] - first;
    shortest[at] = Math.min(shortest[at], model.restLengths[k >> 1]);
  }
  const found = shortest.filter((length) => length < Number.POSITIVE_INFINITY);
  // A body of triangles alone: twice the radius, which is half the spacing where it is not given.
  if (found.length === 0) return 2 * model.radii[first];
  return found.reduce((sum, length) => sum + length, 0) / found.length;
}

function acrossOf({ grid, springs, links }: BodyRange, model: Model): number {
  if (grid) return Math.max(grid.columns, grid.rows) - 1;
  const [any] = springs[1] > springs[0] ? springs : links;
  const end = farthest(model.ends[2 * any], model).slot;
  return farthest(end, model).hops;
}

/** The farthest particle in springs, and its distance. */
function farthest(from: number, { neighbours, rowStarts, particles }: Model): { slot: number; hops: number } {
  const seen = new Uint8Array(particles);
  seen[from] = 1;
  /** In the order in which they are reached; the last round begins at `first`. */
  const reached = new Uint32Array(particles);
  reached[0] = from;
  let [first, end] = [0, 1];
  for (let hops = 0; ; hops++) {
    let after = end;
    for (let k = first; k < end; k++)
      for (let entry = rowStarts[reached[k]]; entry < rowStarts[reached[k] + 1]; entry++) {
        const other = neighbours[entry];
        if (seen[other]) continue;
        seen[other] = 1;
        reached[after++] = other;
      }
    if (after === end) return { slot: reached[first], hops };
    [first, end] = [end, after];
  }
}

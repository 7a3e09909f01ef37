/**
 * Aggregates of the spring graph, for bodies without a grid: smoothed aggregation, [VMB96]. A point of the next coarser level
 * represents a connected group of about six. Interpolation is constant in an aggregate, then smoothed by one damped Jacobi
 * step with the springs. The coarser graph connects aggregates by the sum of the springs between them.
 *
 * Springs are taken as the model has them; inertia and pins are left out, so that constants stay constants.
 */
import type { Connections } from '../../structure.ts';
import { PATH, PATHS, PathsBetween } from './links.ts';
import { type Interpolation, type Level, PARENTS, WHOLE } from './pattern.ts';

/** A connected piece of at most this many points is not coarsened. */
const SMALL = 25;

/**
 * Points gathered into an aggregate; points left over between aggregates are added later. More are too many for one sweep:
 * with whole neighbourhoods (7 points of a mesh, 15 of a solid) the convergence factor of a cycle is 0.57 instead of 0.44 and 0.48.
 */
const MOST = 4;

/** A spring is strong if it has this share of the stiffness of the strongest at one of its ends. Weak springs neither join nor smooth. */
const STRONG = 0.25;

/** Damping of the Jacobi step: 2/3 is best for ropes, where D⁻¹A reaches 2, and 0.9 for triangles, where it reaches about 1.5. */
const OMEGA = 0.75;

/** The spring graph on a level. */
export interface Web {
  /** Numbers of its points on the level. */
  readonly points: Uint32Array;
  /** The neighbours of point i are partners[starts[i]] … partners[starts[i + 1] − 1]. */
  readonly starts: Uint32Array;
  readonly partners: Uint32Array;
  /** Stiffness of the spring to each partner. */
  readonly stiffness: Float64Array;
  /** All points in breadth-first order, one connected piece after the other. */
  readonly order: Uint32Array;
  /** Offsets of the pieces in `order`, and its length. */
  readonly pieces: readonly number[];
}

/** The spring graph of all bodies without a grid. A particle without springs is left out: a sweep solves it. */
export function webOf({
  bodies,
  slotOf,
  particles,
  rowStarts,
  neighbours,
  springOf,
  stiffness,
}: Connections): Web {
  const isJoined = (slot: number) => neighbours[rowStarts[slot]] !== slot;
  const points = bodies
    .filter(({ grid }) => grid === undefined)
    .map(({ first, count }) => slotOf.subarray(first, first + count).filter(isJoined));
  const all = new Uint32Array(points.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of points) {
    all.set(each, at);
    at += each.length;
  }
  const indexOf = new Uint32Array(particles);
  all.forEach((slot, index) => {
    indexOf[slot] = index;
  });
  const starts = new Uint32Array(all.length + 1);
  const partners = new Uint32Array(neighbours.length);
  const strengths = new Float64Array(neighbours.length);
  let end = 0;
  all.forEach((slot, i) => {
    for (let e = rowStarts[slot]; e < rowStarts[slot + 1] && neighbours[e] !== slot; e++) {
      // A link of negative stiffness neither joins nor smooths: P only has to preserve constants.
      if (stiffness[springOf[e]] < 0) continue;
      partners[end] = indexOf[neighbours[e]];
      strengths[end++] = stiffness[springOf[e]];
    }
    starts[i + 1] = end;
  });
  return {
    points: all,
    ...connected(starts, partners.subarray(0, end)),
    stiffness: strengths.subarray(0, end),
  };
}

/** The graph with its points in breadth-first order, so that aggregates made in this order are compact. */
function connected(starts: Uint32Array, partners: Uint32Array) {
  const count = starts.length - 1;
  const order = new Uint32Array(count);
  const isSeen = new Uint8Array(count);
  const pieces = [0];
  let end = 0;
  for (let first = 0; first < count; first++) {
    if (isSeen[first]) continue;
    isSeen[first] = 1;
    order[end++] = first;
    for (let head = pieces[pieces.length - 1]; head < end; head++) {
      for (let k = starts[order[head]]; k < starts[order[head] + 1]; k++) {
        if (isSeen[partners[k]]) continue;
        isSeen[partners[k]] = 1;
        order[end++] = partners[k];
      }
    }
    pieces.push(end);
  }
  return { starts, partners, order, pieces };
}

/** The points of each piece. */
export const piecesOf = ({ points, order, pieces }: Web): Uint32Array[] =>
  pieces.slice(1).map((end, p) => order.subarray(pieces[p], end).map((i) => points[i]));

export const isSmall = ({ pieces }: Web): boolean =>
  pieces.every((first, p) => p === pieces.length - 1 || pieces[p + 1] - first <= SMALL);

/**
 * The web of the next coarser level, its points numbered from `first` on. Writes the rows of P for its points of the fine
 * level.
 */
export function coarsenWeb(
  web: Web,
  first: number,
  fine: Level,
  { parents, links }: Interpolation,
  isSmooth: boolean,
): Web {
  const isStrong = strongSprings(web);
  const aggregates = aggregatesOf(web, isStrong);
  interpolate(web, isStrong, aggregates, isSmooth ? OMEGA : 0, first, parents);
  link(web, aggregates, first, fine, { parents, links });
  const points = Uint32Array.from(aggregates.sizes, (_, k) => first + k);
  return { points, ...quotient(web, aggregates) };
}

interface Aggregates {
  /** For each point. */
  readonly aggregateOf: Int32Array;
  /** For each aggregate. */
  readonly sizes: Uint32Array;
}

/** For each partner, whether the spring is strong. It suffices that it is strong at one end, so every point has a strong neighbour. */
function strongSprings({ starts, partners, stiffness }: Web): Uint8Array {
  const count = starts.length - 1;
  const strongest = new Float64Array(count);
  for (let i = 0; i < count; i++)
    for (let k = starts[i]; k < starts[i + 1]; k++) strongest[i] = Math.max(strongest[i], stiffness[k]);
  const isStrong = new Uint8Array(partners.length);
  for (let i = 0; i < count; i++) {
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const least = STRONG * Math.min(strongest[i], strongest[partners[k]]);
      isStrong[k] = stiffness[k] >= least ? 1 : 0;
    }
  }
  return isStrong;
}

/**
 * The aggregate of every point. In a small piece every point is one. Otherwise, in order: a point whose strong neighbours are all
 * free gathers them. A point left over joins the neighbouring aggregate with the greatest stiffness to it over the aggregate's size, if
 * that has fewer points than `MOST`, or than the point has springs. The remaining points gather among themselves. Each aggregate has
 * at least two points, so that coarsening ends.
 */
function aggregatesOf(web: Web, isStrong: Uint8Array): Aggregates {
  const { starts, partners, stiffness, order, pieces } = web;
  const aggregateOf = new Int32Array(order.length).fill(-1);
  const sizes = new Uint32Array(order.length);
  let count = 0;
  const put = (i: number, aggregate: number) => {
    aggregateOf[i] = aggregate;
    sizes[aggregate]++;
  };
  /** The point and its free strong neighbours. */
  const gather = (i: number) => {
    put(i, count);
    for (let k = starts[i]; k < starts[i + 1] && sizes[count] < MOST; k++)
      if (isStrong[k] && aggregateOf[partners[k]] < 0) put(partners[k], count);
    count++;
  };
  const hasFreeNeighbours = (i: number) => {
    for (let k = starts[i]; k < starts[i + 1]; k++)
      if (isStrong[k] && aggregateOf[partners[k]] >= 0) return false;
    return true;
  };
  const ties = new Float64Array(order.length);
  /** The aggregate of less than `most` points with the greatest sum of stiffness, over its size, to the point; or -1. */
  const bestFor = (i: number, most: number) => {
    let best = -1;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const aggregate = aggregateOf[partners[k]];
      if (aggregate < 0 || !isStrong[k] || sizes[aggregate] >= most) continue;
      ties[aggregate] += stiffness[k] / sizes[aggregate];
      if (best < 0 || ties[aggregate] > ties[best]) best = aggregate;
    }
    for (let k = starts[i]; k < starts[i + 1]; k++)
      if (aggregateOf[partners[k]] >= 0) ties[aggregateOf[partners[k]]] = 0;
    return best;
  };
  for (let p = 0; p + 1 < pieces.length; p++) {
    const piece = order.subarray(pieces[p], pieces[p + 1]);
    if (piece.length <= SMALL) {
      for (const i of piece) put(i, count++);
      continue;
    }
    for (const i of piece) if (aggregateOf[i] < 0 && hasFreeNeighbours(i)) gather(i);
    for (const i of piece) {
      if (aggregateOf[i] >= 0) continue;
      const best = bestFor(i, Math.max(MOST, starts[i + 1] - starts[i]));
      if (best >= 0) put(i, best);
    }
    for (const i of piece) {
      if (aggregateOf[i] >= 0) continue;
      gather(i);
      if (sizes[count - 1] > 1) continue;
      sizes[--count] = 0;
      aggregateOf[i] = -1;
      put(i, bestFor(i, Number.POSITIVE_INFINITY));
    }
  }
  return { aggregateOf, sizes: sizes.subarray(0, count) };
}

/**
 * P = (I − ω D⁻¹ L) P₀ over strong springs: 1 − ω for the point's own aggregate and ω s_ij / Σ s_ij for that of each neighbour.
 * Its own aggregate and those with the greatest shares, `PARENTS` in all, are kept and divided by their sum. A point that is the only
 * one in its aggregate is copied.
 */
function interpolate(
  { points, starts, partners, stiffness }: Web,
  isStrong: Uint8Array,
  { aggregateOf, sizes }: Aggregates,
  omega: number,
  first: number,
  parents: Uint32Array,
): void {
  /** Σ s_ij for each aggregate, and the aggregates other than the point's own. */
  const sums = new Float64Array(sizes.length);
  const others: number[] = [];
  for (let i = 0; i < points.length; i++) {
    const own = aggregateOf[i];
    let at = 2 * PARENTS * points[i];
    parents[at] = first + own;
    parents[at + 1] = WHOLE;
    if (sizes[own] === 1 || omega === 0) continue;
    others.length = 0;
    let total = 0;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      if (!isStrong[k]) continue;
      const aggregate = aggregateOf[partners[k]];
      if (aggregate !== own && !others.includes(aggregate)) others.push(aggregate);
      sums[aggregate] += stiffness[k];
      total += stiffness[k];
    }
    const kept = greatest(others, sums);
    let sum = (1 - omega) * total + omega * sums[own];
    for (let k = 0; k < kept; k++) sum += omega * sums[others[k]];
    for (let k = 0; k < kept && sum > 0; k++) {
      const share = Math.round((WHOLE * omega * sums[others[k]]) / sum);
      parents[2 * PARENTS * points[i] + 1] -= share;
      at += 2;
      parents[at] = first + others[k];
      parents[at + 1] = share;
    }
    sums[own] = 0;
    for (const aggregate of others) sums[aggregate] = 0;
  }
}

/**
 * A point is connected to an aggregate if there is a path of at most three springs to the aggregate's centre. A parent further away
 * is kept, whatever tears.
 */
function link(
  web: Web,
  aggregates: Aggregates,
  first: number,
  fine: Level,
  { parents, links }: Interpolation,
): void {
  const { points, starts, partners } = web;
  const centres = centresOf(web, aggregates);
  points.forEach((point, i) => {
    for (let k = PARENTS * point; k < PARENTS * (point + 1); k++) {
      const centre = centres[parents[2 * k] - first];
      if (parents[2 * k + 1] === 0 || i === centre) continue;
      const paths = new PathsBetween(fine, links, PATHS * PATH * k, point, points[centre]);
      paths.addDirect();
      for (let a = starts[i]; a < starts[i + 1]; a++) paths.addThrough(points[partners[a]]);
      if (paths.isFound) continue;
      for (let a = starts[i]; a < starts[i + 1]; a++)
        for (let b = starts[centre]; b < starts[centre + 1]; b++)
          paths.addThroughTwo(points[partners[a]], points[partners[b]]);
    }
  });
}

/** For each aggregate, the point with the most springs to others in it. */
function centresOf({ starts, partners }: Web, { aggregateOf, sizes }: Aggregates): Uint32Array {
  const centres = new Uint32Array(sizes.length);
  const most = new Int32Array(sizes.length).fill(-1);
  aggregateOf.forEach((aggregate, i) => {
    let inside = 0;
    for (let k = starts[i]; k < starts[i + 1]; k++) if (aggregateOf[partners[k]] === aggregate) inside++;
    if (inside <= most[aggregate]) return;
    most[aggregate] = inside;
    centres[aggregate] = i;
  });
  return centres;
}

/** Moves the aggregates with the greatest sums to the front, as many as fit beside the point's own; returns how many. */
function greatest(others: number[], sums: Float64Array): number {
  const kept = Math.min(PARENTS - 1, others.length);
  for (let k = 0; k < kept; k++) {
    let best = k;
    for (let m = k + 1; m < others.length; m++) if (sums[others[m]] > sums[others[best]]) best = m;
    [others[k], others[best]] = [others[best], others[k]];
  }
  return kept;
}

/** Aggregates as points, joined by the sum of the springs between them. */
function quotient({ starts, partners, stiffness }: Web, { aggregateOf, sizes }: Aggregates) {
  const count = sizes.length;
  const members = new Uint32Array(aggregateOf.length);
  const firstOf = new Uint32Array(count + 1);
  for (let a = 0; a < count; a++) firstOf[a + 1] = firstOf[a] + sizes[a];
  const next = firstOf.slice();
  aggregateOf.forEach((a, i) => {
    members[next[a]++] = i;
  });
  const coarseStarts = new Uint32Array(count + 1);
  const coarsePartners = new Uint32Array(partners.length);
  const sums = new Float64Array(partners.length);
  /** Position of an aggregate in the current row; it is not in the row if that is before the row's start. */
  const place = new Int32Array(count).fill(-1);
  let end = 0;
  for (let a = 0; a < count; a++) {
    for (let m = firstOf[a]; m < firstOf[a + 1]; m++) {
      for (let k = starts[members[m]]; k < starts[members[m] + 1]; k++) {
        const b = aggregateOf[partners[k]];
        if (b === a) continue;
        if (place[b] < coarseStarts[a]) {
          place[b] = end;
          coarsePartners[end++] = b;
        }
        sums[place[b]] += stiffness[k];
      }
    }
    coarseStarts[a + 1] = end;
  }
  return {
    ...connected(coarseStarts, coarsePartners.slice(0, end)),
    stiffness: sums.slice(0, end),
  };
}

/** Two particles that meet in a step. pair.as.ts and pair.wgsl hold the same. */
import type { Vec3 } from '../../body/body.ts';
import type { RealArray } from '../../kernel.ts';
import { dot } from '../../vector.ts';

/** Of what two particles overlap by from the beginning, this part is undone a step, */
const MENDED = 0.1;
/**
 * and no more than this times h², m/s². What is undone becomes speed: without this bound five cloths that fell on a box threw
 * each other off it. It is ten times what gravity does in a step, so that what lies on others does not sink into them.
 */
const MOST_MENDED = 100;

export interface Pair {
  /** Where i is, seen from j, at the beginning and at the end of the step, metres. */
  readonly a: Vec3;
  readonly b: Vec3;
  /** The sum of their radii, metres. */
  readonly reach: number;
  /** What of an overlap may be undone, metres. */
  readonly most: number;
  /** Which way out where both are at one place: 1 or -1, seen from j. */
  readonly up: number;
  /** What both give way by an impulse of 1, in 1/kg: each inverse mass times the contacts that share it. */
  readonly yielding: number;
  readonly friction: number;
  readonly kinetic: number;
}

/**
 * The impulse on i (on j: its opposite), in kg m, so that i moves by it over its mass; undefined where they don't meet.
 * The normal n is the direction in which they first touch on their ways, or that from which they began where they overlap
 * already: so nobody gets to the other side. b·n must come to `reach`. Friction as in `collide`.
 * Mass splitting [TBV12]: a particle with several contacts lends each the same part of its mass. All of them can then be
 * answered at once, and momentum is kept, since both sides of a contact find the same impulse.
 */
export function impulseOf({ a, b, reach, most, up, yielding, friction, kinetic }: Pair): Vec3 | undefined {
  const way: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const apart = Math.sqrt(dot(a, a));
  let n: Vec3 = [0, up, 0];
  let wanted = reach;
  if (apart >= reach) {
    const [length2, towards] = [dot(way, way), dot(a, way)];
    const root = towards * towards - length2 * (apart * apart - reach * reach);
    if (towards >= 0 || root < 0) return undefined;
    const t = (-towards - Math.sqrt(root)) / length2;
    if (t > 1) return undefined;
    n = [(a[0] + t * way[0]) / reach, (a[1] + t * way[1]) / reach, (a[2] + t * way[2]) / reach];
  } else {
    wanted = apart + Math.min(most, MENDED * (reach - apart));
    if (apart > 0) n = [a[0] / apart, a[1] / apart, a[2] / apart];
  }
  const depth = wanted - dot(b, n);
  if (!(depth > 0) || yielding === 0) return undefined;
  const along = dot(way, n);
  const slip: Vec3 = [way[0] - along * n[0], way[1] - along * n[1], way[2] - along * n[2]];
  const slipped = Math.sqrt(dot(slip, slip));
  const held = slipped <= friction * depth ? 1 : (kinetic * depth) / slipped;
  return [
    (depth * n[0] - held * slip[0]) / yielding,
    (depth * n[1] - held * slip[1]) / yielding,
    (depth * n[2] - held * slip[2]) / yielding,
  ];
}

interface Particles {
  readonly x: RealArray;
  readonly v: RealArray;
  readonly delta: RealArray;
  readonly masses: RealArray;
  readonly pairs: RealArray;
  readonly h: number;
  readonly materials: number;
}

/** The impulse of particle j on particle i; `delta.w` is how many contacts a particle has. */
export function impulseBetween(particles: Particles, i: number, j: number): Vec3 | undefined {
  const { x, v, delta, masses, pairs, h, materials } = particles;
  const [, wi, ri, mi] = masses.subarray(4 * i, 4 * i + 4);
  const [, wj, rj, mj] = masses.subarray(4 * j, 4 * j + 4);
  const between = (c: number) => x[4 * i + c] - x[4 * j + c];
  const begin = (c: number) => between(c) - h * (v[4 * i + c] - v[4 * j + c]);
  const end = (c: number) => between(c) + (delta[4 * i + c] - delta[4 * j + c]);
  const [friction, kinetic] = pairs.subarray(4 * (mi * materials + mj));
  const shared = (k: number) => Math.max(1, delta[4 * k + 3]);
  return impulseOf({
    a: [begin(0), begin(1), begin(2)],
    b: [end(0), end(1), end(2)],
    reach: ri + rj,
    most: h > 0 ? MOST_MENDED * h * h : ri + rj,
    up: i < j ? 1 : -1,
    yielding: shared(i) * wi + shared(j) * wj,
    friction,
    kinetic,
  });
}

import { InputError, number } from '../../errors.ts';
import wgsl from './funnel.wgsl?raw';
import roundWgsl from './round.wgsl?raw';
import { type Field, LENGTHS, lengthOf, revolved, type Shape } from './shape.ts';

/**
 * [NP17] 5.3.5: a wall about y whose middle has the radius e^(y/a), in metres as y and a, open at both ends. The wall is
 * all that is no further from that surface than half its thickness, so that its rims are round.
 */
export interface FunnelShape {
  readonly shape: 'funnel';
  /** a, metres. */
  readonly steepness: number;
  /** Height of the lower rim, metres. */
  readonly bottom: number;
  /** Height of the upper rim, metres. */
  readonly top: number;
  /** Of the wall, metres. Default 0.1. */
  readonly thickness?: number;
}

export const FUNNEL_THICKNESS = 0.1;
/** Radii beyond these are of no use, and past what float32 has. */
const EXPONENT = 20;

/** Dimensions are a, bottom, top, half the thickness; data 1/√(1 + slope²) at the upper rim and the radius there. */
export const funnel: Shape<FunnelShape> = {
  fields: { steepness: true, bottom: true, top: true, thickness: true },
  convex: false,
  wgsl: [roundWgsl, wgsl],
  numbers(path, { steepness, bottom, top, thickness = FUNNEL_THICKNESS }) {
    const a = lengthOf(path, 'steepness', steepness);
    const most = { min: -EXPONENT * a, max: EXPONENT * a, unit: 'm' };
    const low = number(`${path}.bottom`, bottom, most);
    const high = number(`${path}.top`, top, most);
    if (high <= low) throw new InputError(`${path}.top`, top, `a number greater than \`bottom\`, ${low} (m)`);
    const radius = Math.exp(high / a);
    const half = number(`${path}.thickness`, thickness, LENGTHS) / 2;
    return {
      dimensions: [a, low, high, half],
      extent: Math.max(Math.hypot(radius, high), Math.hypot(Math.exp(low / a), low)) + half,
      data: Float64Array.of(1 / Math.hypot(1, radius / a), radius, 0, 0),
    };
  },
  field(p, { dimensions: [a, bottom, top, half], data, at }, reach) {
    const [flattest, radius] = data.subarray(4 * at);
    return revolved(p, (across, y) => {
      const past = Math.max(y - top, bottom - y, across - radius);
      if (past - half > reach) return [0, 1, 0, past - half];
      // A cone as steep as the wall at most, from the wall at this height, has no wall within it.
      const gap = across - Math.exp(Math.max(bottom, Math.min(top, y)) / a);
      const bound = Math.abs(gap) * flattest - half;
      if (bound > reach) return [0, 1, 0, bound];
      return wallField(across, y, a, bottom, top, half, gap);
    });
  },
};

/**
 * f(s) = (e^(s/a) - r)² + (s - y)² is least at the height of the wall's nearest point, between y and where the wall is as
 * wide as the point is away from the axis. Where 8 a² < r², f is concave between two heights, and has a minimum on either
 * side.
 */
function wallField(
  r: number,
  y: number,
  a: number,
  bottom: number,
  top: number,
  half: number,
  gap: number,
): Field {
  const height = Math.max(bottom, Math.min(top, y));
  const [low, high] = gap > 0 ? [height, top] : [bottom, height];
  const discriminant = r * r - 8 * a * a;
  if (!(gap > 0 && discriminant > 0)) return nearest(r, y, a, low, high, half);
  const root = Math.sqrt(discriminant);
  const end = Math.max(low, Math.min(high, a * Math.log((2 * a * a) / (r + root))));
  const begin = Math.max(low, Math.min(high, a * Math.log((r + root) / 4)));
  const [below, above] = [nearest(r, y, a, low, end, half), nearest(r, y, a, begin, high, half)];
  return below[3] < above[3] ? below : above;
}

/** Newton's steps for f'(s) = 0 in [low, high]; f' changes sign once there at most. */
const NEWTON_STEPS = 10;

function nearest(r: number, y: number, a: number, low: number, high: number, half: number): Field {
  const slope = (s: number, e: number) => ((e - r) * e) / a + s - y;
  let s = low;
  if (slope(high, Math.exp(high / a)) <= 0) s = high;
  else if (slope(low, Math.exp(low / a)) < 0) {
    let [from, to] = [low, high];
    // In float32 signs are uncertain this near to the root.
    const near = 1e-5 * a;
    s = Math.max(low, Math.min(high, y));
    for (let k = 0; k < NEWTON_STEPS; k++) {
      const e = Math.exp(s / a);
      const rising = slope(s, e);
      if (rising > 0) to = s;
      else from = s;
      const curvature = ((2 * e - r) * e) / (a * a) + 1;
      const next = s - rising / curvature;
      const last = s;
      s = curvature > 0 && next > from - near && next < to + near ? next : (from + to) / 2;
      if (Math.abs(s - last) < 0.01 * near) break;
    }
  }
  s = Math.max(low, Math.min(high, s));
  const e = Math.exp(s / a);
  const [dr, dy] = [r - e, y - s];
  const distance = Math.hypot(dr, dy);
  if (distance > 1e-6 * half) return [dr / distance, dy / distance, 0, distance - half];
  // On the middle of the wall: towards the axis.
  const steep = Math.hypot(a, e);
  return [-a / steep, e / steep, 0, -half];
}

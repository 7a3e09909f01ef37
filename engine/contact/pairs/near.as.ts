import { dot, xyz } from '../../vector.as';

const SIGHT: f32 = 1.1;
const TURN: f32 = 0.25;
const MOST_TURN: f32 = 0.9;
export const NOTED: u32 = 32;
const AT_REST: f32 = 2;

/** Bytes of a particle among its neighbours. */
export const PLACE: usize = 64;

/** Whether a particle, which begins here and goes this way, may meet another in the step. */
export function mayMeet(place: usize, begin: v128, way: v128, other: usize, own: u32): bool {
  if (!isNear(begin, way, other) || other == place) return false;
  const reach = f32x4.extract_lane(begin, 3) + load<f32>(other, 12);
  if (areNeighbours(place, other, reach, own)) return false;
  const e = f32x4.sub(way, xyz(v128.load(other, 16)));
  const distance2 = f32x4.extract_lane(nearestOf(xyz(f32x4.sub(begin, v128.load(other))), e), 3);
  return isInSight(distance2, e, reach);
}

/** Whether the ways of two may come near: along no axis are they further apart than they reach and go. */
function isNear(begin: v128, way: v128, other: usize): bool {
  const seen = v128.load(other);
  const a = f32x4.abs(xyz(f32x4.sub(begin, seen)));
  const e = f32x4.abs(f32x4.sub(way, v128.load(other, 16)));
  const far = f32x4.extract_lane(e, 0) + f32x4.extract_lane(e, 1) + f32x4.extract_lane(e, 2);
  const sight = SIGHT * (f32x4.extract_lane(begin, 3) + f32x4.extract_lane(seen, 3)) + TURN * far;
  return !v128.any_true(f32x4.gt(f32x4.sub(a, xyz(e)), f32x4.splat(sight)));
}

/** Where the ways a + t e of two are nearest to each other, and how near, squared, in w. */
export function nearestOf(a: v128, e: v128): v128 {
  const length2 = dot(e, e);
  const t = length2 > 0 ? max<f32>(0, min<f32>(1, -dot(a, e) / length2)) : 0;
  const nearest = f32x4.add(a, f32x4.mul(f32x4.splat(t), e));
  return f32x4.replace_lane(nearest, 3, dot(nearest, nearest));
}

/** Whether ways that differ by e and come so near, squared, are in sight. */
function isInSight(distance2: f32, e: v128, reach: f32): bool {
  const sight = SIGHT * reach + min<f32>(MOST_TURN * reach, TURN * sqrt<f32>(dot(e, e)));
  return distance2 < sight * sight;
}

/** Whether two are of one body, and so near at rest that they don't meet. */
function areNeighbours(place: usize, other: usize, reach: f32, own: u32): bool {
  if (load<f32>(place, 44) != load<f32>(other, 44)) return false;
  if (own == 0) return true;
  const apart = f32x4.sub(v128.load(place, 32), v128.load(other, 32));
  const least = AT_REST * reach;
  return dot(apart, apart) < least * least;
}

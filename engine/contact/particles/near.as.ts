import { dot, xOf, xyz, yOf, zOf } from '../../vector.as';

const SIGHT: f32 = 1.1;
const TURN: f32 = 0.25;
const MOST_TURN: f32 = 0.9;
export const NOTED: u32 = 32;
const AT_REST: f32 = 1.99;

/** Bytes of a particle sorted by bin, and of its motion. */
export const PLACE: usize = 48;
export const MOVE: usize = 32;

/**
 * Upper bound of the squared distance between the initial positions of a particle and its neighbours; negative for a spare, which has none.
 * From `cell`: a side is the sight s plus the greatest difference of displacements along its axis, c = s + w; s is at least that of two
 * such particles, and s + |c − s| falls with s. There is no bound where a side was cut to the widest.
 */
export function farthest2(begin: v128, cell: v128): f32 {
  const s = f32x4.extract_lane(cell, 3) + SIGHT * 2 * f32x4.extract_lane(begin, 3);
  if (s <= 0) return -1;
  if (v128.any_true(xyz(f32x4.gt(cell, f32x4.splat(CUT * s))))) return Infinity;
  const w = f32x4.max(f32x4.splat(0), f32x4.sub(cell, f32x4.splat(s)));
  const most: f32 = 1.001 * (s + sqrt<f32>(dot(w, w)));
  return most * most;
}

/** A side this many times the sight of a particle may have been cut: to 64 times `reach`, which with its skin is the widest sight. */
const CUT: f32 = 40;

/** As bits: which of the four places from here on are within that distance of a particle; none behind the last place. */
export function within(begin: v128, at: usize, last: usize, most2: f32): i32 {
  const p = v128.load(at);
  const q = v128.load(min<usize>(at + PLACE, last));
  const r = v128.load(min<usize>(at + 2 * PLACE, last));
  const s = v128.load(min<usize>(at + 3 * PLACE, last));
  const x = f32x4.sub(xOf(p, q, r, s), v128.shuffle<f32>(begin, begin, 0, 0, 0, 0));
  const y = f32x4.sub(yOf(p, q, r, s), v128.shuffle<f32>(begin, begin, 1, 1, 1, 1));
  const z = f32x4.sub(zOf(p, q, r, s), v128.shuffle<f32>(begin, begin, 2, 2, 2, 2));
  const apart2 = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const left = <i32>((last - at) / PLACE); // behind the first
  const there = left < 3 ? (2 << left) - 1 : 15;
  return ~i32x4.bitmask(f32x4.gt(apart2, f32x4.splat(most2))) & there;
}

/** Whether a particle with this position and displacement is another's neighbour. `cell`: its size and the skin. */
export function areNear(place: usize, begin: v128, way: v128, other: usize, cell: v128, own: u32): bool {
  // Neighbours start within one cell of each other; a bin may hold others too.
  const apart = f32x4.abs(f32x4.sub(begin, v128.load(other)));
  if (v128.any_true(xyz(f32x4.gt(apart, cell))) || other == place) return false;
  const reach = f32x4.extract_lane(begin, 3) + load<f32>(other, 12);
  return (
    !areOne(place, other, reach, own) && isInSight(begin, way, other, reach, f32x4.extract_lane(cell, 3))
  );
}

/** Whether a particle with this position and displacement may collide with another of this motion in the step. */
export function mayMeet(begin: v128, way: v128, other: usize): bool {
  if (!isInBox(begin, way, other)) return false;
  return isInSight(begin, way, other, f32x4.extract_lane(begin, 3) + load<f32>(other, 12), 0);
}

/** Whether along every axis two are within reach plus relative displacement. */
function isInBox(begin: v128, way: v128, other: usize): bool {
  const seen = v128.load(other);
  const a = f32x4.abs(xyz(f32x4.sub(begin, seen)));
  const e = f32x4.abs(f32x4.sub(way, v128.load(other, 16)));
  const far = f32x4.extract_lane(e, 0) + f32x4.extract_lane(e, 1) + f32x4.extract_lane(e, 2);
  const reach = f32x4.extract_lane(begin, 3) + f32x4.extract_lane(seen, 3);
  return !v128.any_true(f32x4.gt(f32x4.sub(a, xyz(e)), f32x4.splat(SIGHT * reach + TURN * far)));
}

/** The closest approach of a + t e, and its squared length in w. */
export function nearestOf(a: v128, e: v128): v128 {
  const length2 = dot(e, e);
  const t = length2 > 0 ? max<f32>(0, min<f32>(1, -dot(a, e) / length2)) : 0;
  const nearest = f32x4.add(a, f32x4.mul(f32x4.splat(t), e));
  return f32x4.replace_lane(nearest, 3, dot(nearest, nearest));
}

/** Whether two come within the candidate distance plus `more` metres. */
function isInSight(begin: v128, way: v128, other: usize, reach: f32, skin: f32): bool {
  const a = xyz(f32x4.sub(begin, v128.load(other)));
  const apart2 = dot(a, a);
  const near = SIGHT * reach + skin;
  // A spare's radius is far below 0, and its square is not.
  if (near <= 0) return false;
  // Most candidates are close from the beginning.
  if (apart2 < near * near) return true;
  const e = xyz(f32x4.sub(way, v128.load(other, 16)));
  const distance2 = f32x4.extract_lane(nearestOf(a, e), 3);
  const sight = near + min<f32>(MOST_TURN * reach, TURN * sqrt<f32>(dot(e, e)));
  return distance2 < sight * sight;
}

/** Whether two are of one body and so close at rest that they do not collide. */
function areOne(place: usize, other: usize, reach: f32, own: u32): bool {
  if (load<f32>(place, 44) != load<f32>(other, 44)) return false;
  if (own == 0) return true;
  const apart = f32x4.sub(v128.load(place, 32), v128.load(other, 32));
  const least = AT_REST * reach;
  return dot(apart, apart) < least * least;
}

// See rail.ts.
import { cross, dot, xyz } from '../vector.as';

export const FIXED: u32 = 0;
export const RAIL: u32 = 1;
export const PLANE: u32 = 2;
export const WELD: u32 = 3;

/** Bytes of an attachment, and of a collider. */
export const TIE: usize = 48;
const COLLIDER: usize = 96;
/** Where a collider's poses begin. */
export const BEGIN: usize = 32;
export const END: usize = 64;

/** The fields of the attachment at this address. */
export function slotOf(tie: usize): usize {
  return (<usize>load<f32>(tie)) << 4;
}
export function otherOf(tie: usize): usize {
  return (<usize>load<f32>(tie, 4)) << 4;
}
export function kindOf(tie: usize): u32 {
  return <u32>load<f32>(tie, 8);
}
/** What is pinned: 0 neither, 1 the particle, 2 its weld partner, 3 both. */
export function stillOf(tie: usize): u32 {
  return <u32>load<f32>(tie, 24);
}
export function frictionOf(tie: usize): f32 {
  return load<f32>(tie, 28);
}

/** a + t b. */
export function sum(a: v128, b: v128, t: f32): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.splat(t), b));
}

function turned(q: v128, p: v128): v128 {
  const t = sum(cross(q, p), p, f32x4.extract_lane(q, 3));
  return sum(p, cross(q, t), 2);
}

/** The pose of an attachment's frame; 0 for the world. */
function poseOf(tie: usize, colliders: usize, when: usize): usize {
  const frame = <usize>load<f32>(tie, 12);
  return frame == 0 ? 0 : colliders + (frame - 1) * COLLIDER + when;
}

export function intoFrame(tie: usize, colliders: usize, when: usize, p: v128): v128 {
  const pose = poseOf(tie, colliders, when);
  if (pose == 0) return p;
  const back = f32x4.mul(v128.load(pose, 16), f32x4(-1, -1, -1, 1));
  return turned(back, xyz(f32x4.sub(p, v128.load(pose))));
}

export function outOfFrame(tie: usize, colliders: usize, when: usize, p: v128): v128 {
  const pose = poseOf(tie, colliders, when);
  return pose == 0 ? p : xyz(f32x4.add(v128.load(pose), turned(v128.load(pose, 16), p)));
}

/** The place nearest to p on the piece that begins at this address. */
function onPiece(piece: usize, p: v128): v128 {
  const from = v128.load(piece);
  const way = f32x4.sub(v128.load(piece, 16), from);
  const t = dot(f32x4.sub(p, from), way) / dot(way, way);
  return sum(from, way, min<f32>(1, max<f32>(0, t)));
}

/** The address of the piece of a rail that p, in its frame, is nearest to. */
function pieceOf(tie: usize, rails: usize, p: v128): usize {
  const first = rails + ((<usize>load<f32>(tie, 16)) << 4);
  const end = first + ((<usize>load<f32>(tie, 20) - 1) << 4);
  let found = first;
  let least = f32.MAX_VALUE;
  for (let piece = first; piece < end; piece += 16) {
    const away = f32x4.sub(p, onPiece(piece, p));
    const distance2 = dot(away, away);
    if (distance2 < least) {
      least = distance2;
      found = piece;
    }
  }
  return found;
}

export function nearest(tie: usize, rails: usize, colliders: usize, p: v128): v128 {
  const kind = kindOf(tie);
  if (kind == WELD) return p;
  const inside = intoFrame(tie, colliders, END, p);
  if (kind == RAIL) return outOfFrame(tie, colliders, END, onPiece(pieceOf(tie, rails, inside), inside));
  const first = rails + ((<usize>load<f32>(tie, 16)) << 4);
  const normal = v128.load(first, 16);
  const off = dot(normal, f32x4.sub(inside, v128.load(first)));
  return outOfFrame(tie, colliders, END, sum(inside, normal, -off));
}

/** The axis of a rail or a plane where p is nearest to it. */
export function axisAt(tie: usize, rails: usize, colliders: usize, p: v128): v128 {
  const kind = kindOf(tie);
  if (kind == WELD) return f32x4.splat(0);
  const pose = poseOf(tie, colliders, END);
  let axis: v128;
  if (kind == RAIL) {
    const piece = pieceOf(tie, rails, intoFrame(tie, colliders, END, p));
    const way = f32x4.sub(v128.load(piece, 16), v128.load(piece));
    axis = f32x4.div(way, f32x4.splat(sqrt<f32>(dot(way, way))));
  } else {
    axis = v128.load(rails + ((<usize>load<f32>(tie, 16)) << 4), 16);
  }
  return pose == 0 ? axis : turned(v128.load(pose, 16), axis);
}

export function allowed(kind: u32, axis: v128, step: v128): v128 {
  if (kind == RAIL) return f32x4.mul(axis, f32x4.splat(dot(axis, step)));
  if (kind == PLANE) return sum(step, axis, -dot(axis, step));
  return step;
}

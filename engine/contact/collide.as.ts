import { cross, dot, withW, xyz } from '../vector.as';
import { fieldAt } from './distance.as';

@unmanaged
export class Collide {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  touch: usize;
  colliders: usize;
  pairs: usize;
  h: f32;
  rate: f32;
  slow: f32;
  count: u32;
  materials: u32;
}

const STEPS: u32 = 32;
const PUSHES: u32 = 3;
const NEAR: f32 = 0.01;
/** Bytes of a collider. */
const RECORD: usize = 96;

export function collide(args: Collide, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    v128.store(args.touch + o, f32x4.splat(0));
    const mass = v128.load(args.masses + o);
    if (f32x4.extract_lane(mass, 1) == 0) continue;
    for (let k: u32 = 0; k < args.count; k++) meet(args, o, mass, args.colliders + RECORD * <usize>k);
  }
}

/** a + t b. */
function sum(a: v128, b: v128, t: f32): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.splat(t), b));
}

/** p turned by the unit quaternion q. */
function turned(q: v128, p: v128): v128 {
  const t = sum(cross(q, p), p, f32x4.extract_lane(q, 3));
  return sum(p, cross(q, t), 2);
}

/** From the world into the frame of the pose at this address. */
function into(pose: usize, p: v128): v128 {
  const back = f32x4.mul(v128.load(pose, 16), f32x4(-1, -1, -1, 1));
  return turned(back, f32x4.sub(p, v128.load(pose)));
}

function meet(args: Collide, o: usize, mass: v128, shape: usize): void {
  const id = <u32>load<f32>(shape);
  const dimensions = v128.load(shape, 16);
  const radius = f32x4.extract_lane(mass, 2);
  const thick = f32x4(0, 0, 0, radius);
  const y = v128.load(args.x + o);
  const delta = xyz(v128.load(args.delta + o));
  let a = into(shape + 32, xyz(sum(y, v128.load(args.v + o), -args.h)));
  let b = into(shape + 64, xyz(f32x4.add(y, delta)));
  const path = f32x4.sub(b, a);
  const length = sqrt<f32>(dot(path, path));
  let here = f32x4.sub(fieldAt(id, dimensions, a), thick);
  let distance = f32x4.extract_lane(here, 3);
  if (distance > length) return;
  let out = f32x4.splat(0);
  if (distance < 0) {
    out = f32x4.mul(xyz(here), f32x4.splat(-distance));
    a = f32x4.add(a, out);
    b = f32x4.add(b, out);
    distance = 0;
  }
  let c = a;
  let t: f32 = 0;
  for (let step: u32 = 0; step < STEPS && distance > NEAR * radius; step++) {
    t += distance / length;
    if (t > 1) return;
    c = sum(a, path, t);
    here = f32x4.sub(fieldAt(id, dimensions, c), thick);
    distance = f32x4.extract_lane(here, 3);
  }
  let normal = xyz(here);
  let place = sum(b, normal, max<f32>(0, dot(f32x4.sub(c, b), normal) - distance));
  for (let push: u32 = 0; push < PUSHES; push++) {
    const left = f32x4.sub(fieldAt(id, dimensions, place), thick);
    const inside = f32x4.extract_lane(left, 3);
    if (inside >= 0) break;
    normal = xyz(left);
    place = sum(place, normal, -inside);
  }
  const depth = max<f32>(0, dot(f32x4.sub(place, b), normal));

  const pair =
    args.pairs +
    ((<usize>(<u32>f32x4.extract_lane(mass, 3) * args.materials + <u32>load<f32>(shape, 4))) << 4);
  const way = f32x4.sub(place, a);
  const slip = sum(way, normal, -dot(way, normal));
  const slipped = sqrt<f32>(dot(slip, slip));
  const held = slipped <= load<f32>(pair) * depth ? <f32>1 : (load<f32>(pair, 4) * depth) / slipped;
  const approach = -args.rate * dot(f32x4.sub(b, a), normal);
  const leaving = args.rate * dot(way, normal);
  const boost = depth > 0 && approach > args.slow ? max<f32>(0, load<f32>(pair, 8) * approach - leaving) : 0;

  const turn = v128.load(shape, 80);
  const moved = turned(turn, f32x4.sub(sum(place, slip, -held), b));
  v128.store(args.x + o, f32x4.add(y, xyz(turned(turn, out))));
  v128.store(args.delta + o, f32x4.add(delta, xyz(moved)));
  const before = v128.load(args.touch + o);
  const pushed = sum(before, turned(turn, normal), boost);
  v128.store(args.touch + o, withW(pushed, f32x4.extract_lane(before, 3) + depth));
}

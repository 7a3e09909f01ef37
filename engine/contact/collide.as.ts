import { isSound } from '../motion/sound.as';
import { dot, withW, xyz } from '../vector.as';
import { into, sum, turned } from './pose.as';
import { isFar } from './shapes/far.as';
import { fieldAt } from './shapes/field.as';

@unmanaged
export class Collide {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  touch: usize;
  colliders: usize;
  shapeData: usize;
  pairs: usize;
  h: f32;
  rate: f32;
  slow: f32;
  count: u32;
  materials: u32;
  probe: u32;
  keep: u32;
}

const STEPS: u32 = 32;
const PUSHES: u32 = 3;
const NEAR: f32 = 0.01;
const SLIDES: u32 = 4;
const STOP: f32 = 0.5;
/** Bytes of a collider. */
const RECORD: usize = 96;

export function collide(args: Collide, first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    if (args.keep == 0) v128.store(args.touch + o, f32x4.splat(0));
    if (args.probe > 0) v128.store(args.touch + ((<usize>args.probe) << 4) + o, f32x4.splat(0));
    const mass = v128.load(args.masses + o);
    if (f32x4.extract_lane(mass, 1) == 0) continue;
    for (let k: u32 = 0; k < args.count; k++) meet(args, o, mass, args.colliders + RECORD * <usize>k);
  }
}

/** The field of a shape, less the particle's radius. */
function field(args: Collide, shape: usize, p: v128, radius: f32, reach: f32): v128 {
  return f32x4.sub(fieldAt(shape, args.shapeData, p, reach), f32x4(0, 0, 0, radius));
}

function meet(args: Collide, o: usize, mass: v128, shape: usize): void {
  const radius = f32x4.extract_lane(mass, 2);
  const y = v128.load(args.x + o);
  const delta = xyz(v128.load(args.delta + o));
  const q = xyz(sum(y, v128.load(args.v + o), -args.h));
  const p = xyz(f32x4.add(y, delta));
  if (isFar(shape, q, p, radius)) return;
  let a = into(shape + 32, q);
  let b = into(shape + 64, p);
  const path = f32x4.sub(b, a);
  if (!isSound(path)) return;
  const length = sqrt<f32>(dot(path, path));
  const reach = length + 2 * radius;
  let here = field(args, shape, a, radius, reach);
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
  let gone: f32 = 0;
  for (let step: u32 = 0; step < STEPS && distance > NEAR * radius; step++) {
    gone += distance;
    if (gone > length) return;
    c = sum(a, path, gone / length);
    here = field(args, shape, c, radius, reach);
    distance = f32x4.extract_lane(here, 3);
  }
  const normal = xyz(here);
  const depth = max<f32>(0, dot(f32x4.sub(c, b), normal) - distance);
  const pair =
    args.pairs +
    ((<usize>(<u32>f32x4.extract_lane(mass, 3) * args.materials + <u32>load<f32>(shape, 4))) << 4);
  const way = f32x4.sub(sum(b, normal, depth), a);
  const along = dot(way, normal);
  const slip = sum(way, normal, -along);
  const slipped = sqrt<f32>(dot(slip, slip));
  // [NP17] 5.3.6, without its factor ½
  const held = slipped <= load<f32>(pair) * depth ? <f32>1 : (load<f32>(pair, 4) * depth) / slipped;
  let place = sum(f32x4.add(a, way), slip, -held);
  if (load<f32>(shape, 12) > 0 && radius > 0)
    place = slide(args, shape, c, withW(here, distance), place, radius, reach);
  for (let push: u32 = 0; push < PUSHES; push++) {
    const left = field(args, shape, place, radius, reach);
    const inside = f32x4.extract_lane(left, 3);
    if (inside >= 0) break;
    place = sum(place, xyz(left), -inside);
  }
  const approach = -args.rate * dot(path, normal);
  const leaving = args.rate * along;
  const boost = depth > 0 && approach > args.slow ? max<f32>(0, load<f32>(pair, 8) * approach - leaving) : 0;

  const turn = v128.load(shape, 80);
  v128.store(args.x + o, f32x4.add(y, xyz(turned(turn, out))));
  const before = v128.load(args.touch + o);
  const up = turned(turn, normal);
  const pushed = sum(before, up, boost);
  v128.store(args.touch + o, withW(pushed, f32x4.extract_lane(before, 3) + depth));
  if (args.probe == 0) {
    v128.store(args.delta + o, f32x4.add(delta, xyz(turned(turn, f32x4.sub(place, b)))));
  } else if (depth > 0) {
    const row = (<usize>args.probe) << 4;
    const surface = f32x4.sub(f32x4.sub(p, q), turned(turn, path));
    v128.store(args.touch + row + o, withW(up, dot(path, normal) + depth));
    v128.store(args.touch + 2 * row + o, withW(surface, <f32>((pair - args.pairs) >> 4)));
  }
}

/** The path from c, with its field, towards a position, up to the shape, and along the shape from there. */
function slide(args: Collide, shape: usize, c: v128, here: v128, place: v128, radius: f32, reach: f32): v128 {
  for (let k: u32 = 0; k < SLIDES; k++) {
    const path = f32x4.sub(place, c);
    const length = sqrt<f32>(dot(path, path));
    let p = c;
    let distance = f32x4.extract_lane(here, 3);
    let gone: f32 = 0;
    for (let step: u32 = 0; step < STEPS && distance + radius >= STOP * radius; step++) {
      gone += distance + radius;
      if (gone >= length) return place;
      p = sum(c, path, gone / length);
      here = field(args, shape, p, radius, reach);
      distance = f32x4.extract_lane(here, 3);
    }
    const normal = xyz(here);
    place = sum(place, normal, max<f32>(0, dot(f32x4.sub(p, place), normal) - distance));
    c = sum(p, normal, max<f32>(0, -distance));
    here = field(args, shape, c, radius, reach);
  }
  return c;
}

import { isSound } from '../motion/sound.as';
import { dot, xyz } from '../vector.as';
import { allowed, axisAt, HOLD, kindOf, nearest, otherOf, slotOf, sum, WELD } from './rail.as';

@unmanaged
export class Slide {
  x: usize;
  holds: usize;
  rails: usize;
  colliders: usize;
  modePulls: usize;
  coupling: usize;
  travel: usize;
  wishes: usize;
  movers: u32;
  blocks: u32;
  chain: u32;
  links: u32;
  eager: f32;
}

const ITERATIONS: u32 = 4;

/** What mover m may do of a step. */
function along(a: Slide, m: usize, step: v128): v128 {
  const axis = v128.load(a.travel + ((<usize>a.movers + m) << 4));
  return allowed(kindOf(a.holds + HOLD * m), axis, step);
}

/** Along the rails: the matrix at this address times vectors. */
function times(a: Slide, matrix: usize, vectors: usize, result: usize): void {
  const movers = <usize>a.movers;
  for (let m: usize = 0; m < movers; m++) {
    let total = f32x4.splat(0);
    for (let n: usize = 0; n < movers; n++) {
      total = sum(total, v128.load(vectors + (n << 4)), load<f32>(matrix + ((m * movers + n) << 2)));
    }
    v128.store(result + (m << 4), along(a, m, total));
  }
}

function product(a: Slide, u: usize, v: usize): f32 {
  let total: f32 = 0;
  for (let o: usize = 0, end = (<usize>a.movers) << 4; o < end; o += 16) {
    total += dot(v128.load(u + o), v128.load(v + o));
  }
  return total;
}

/** u ← v + t w. */
function combine(a: Slide, u: usize, v: usize, w: usize, t: f32): void {
  for (let o: usize = 0, end = (<usize>a.movers) << 4; o < end; o += 16) {
    v128.store(u + o, sum(v128.load(v + o), v128.load(w + o), t));
  }
}

/** Mover m goes to the place of its rail that is nearest to this. */
function put(a: Slide, m: usize, aim: v128): void {
  const held = a.holds + HOLD * m;
  const y = xyz(v128.load(a.x + slotOf(held)));
  v128.store(a.travel + (m << 4), xyz(f32x4.sub(nearest(held, a.rails, a.colliders, aim), y)));
}

/** The mean wish of a weld's springs. */
function wish(a: Slide, held: usize): v128 {
  const total = f32x4.add(v128.load(a.wishes + slotOf(held)), v128.load(a.wishes + otherOf(held)));
  return f32x4.mul(xyz(total), f32x4.splat(a.eager / max<f32>(1, f32x4.extract_lane(total, 3))));
}

/** Where the link at this address is by now. */
function placeOf(a: Slide, link: usize): v128 {
  const y = xyz(v128.load(a.x + ((<usize>load<f32>(link, 4)) << 4)));
  const mover = load<f32>(link);
  return mover < 0 ? y : f32x4.add(y, v128.load(a.travel + ((<usize>mover) << 4)));
}

/** Puts link k and the one before it apart: so much of it by moving k, the rest by moving the other. */
function part(a: Slide, k: usize, share: f32): void {
  const to = a.rails + ((<usize>a.chain + k) << 4);
  const from = to - 16;
  const least = load<f32>(to, 8);
  const canA = load<f32>(from) >= 0 && share < 1;
  const canB = load<f32>(to) >= 0 && share > 0;
  if (least == 0 || (!canA && !canB) || (share == 0.5 && !(canA && canB))) return;
  const mover = <usize>load<f32>(canB ? to : from);
  const axis = v128.load(a.travel + ((<usize>a.movers + mover) << 4));
  const p = placeOf(a, from);
  const q = placeOf(a, to);
  const missing = least - dot(f32x4.sub(q, p), axis);
  if (missing <= 0) return;
  if (canA) put(a, <usize>load<f32>(from), sum(p, axis, (share - 1) * missing));
  if (canB) put(a, <usize>load<f32>(to), sum(q, axis, share * missing));
}

export function slide(a: Slide, first: u32, end: u32): void {
  if (first == end) return;
  const movers = <usize>a.movers;
  const z = a.travel;
  const axes = z + (movers << 4);
  const r = axes + (movers << 4);
  const d = r + (movers << 4);
  const w = d + (movers << 4);
  for (let m: usize = 0; m < movers; m++) {
    const held = a.holds + HOLD * m;
    v128.store(axes + (m << 4), axisAt(held, a.rails, a.colliders, xyz(v128.load(a.x + slotOf(held)))));
    let pull = f32x4.splat(0);
    for (let b: usize = 0; b < a.blocks; b++) {
      pull = f32x4.add(pull, v128.load(a.modePulls + ((m * a.blocks + b) << 4)));
    }
    v128.store(r + (m << 4), along(a, m, pull));
    v128.store(z + (m << 4), f32x4.splat(0));
    v128.store(d + (m << 4), f32x4.splat(0));
  }
  let before: f32 = 1;
  for (let k: u32 = 0; k < ITERATIONS; k++) {
    times(a, a.coupling + ((movers * movers) << 2), r, w);
    const rho = product(a, r, w);
    combine(a, d, w, d, k == 0 ? 0 : rho / before);
    times(a, a.coupling, d, w);
    const curvature = product(a, d, w);
    if (!(rho > 0 && curvature > 0)) break;
    const step = rho / curvature;
    combine(a, z, z, d, step);
    combine(a, r, r, w, -step);
    before = rho;
  }
  for (let m: usize = 0; m < movers; m++) {
    const held = a.holds + HOLD * m;
    const y = xyz(v128.load(a.x + slotOf(held)));
    let step = v128.load(z + (m << 4));
    if (kindOf(held) == WELD) step = f32x4.add(step, wish(a, held));
    put(a, m, isSound(step) ? f32x4.add(y, step) : y);
  }
  for (let k: usize = 1; k < a.links; k++) part(a, k, 0.5);
  for (let k = <i32>a.links - 1; k > 0; k--) part(a, <usize>k, 0);
  for (let k: usize = 1; k < a.links; k++) part(a, k, 1);
}

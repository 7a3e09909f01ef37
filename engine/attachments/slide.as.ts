import { isSound } from '../motion/sound.as';
import { dot, xyz } from '../vector.as';
import { allowed, axisAt, frictionOf, kindOf, nearest, otherOf, slotOf, sum, TIE, WELD } from './rail.as';

@unmanaged
export class Slide {
  x: usize;
  ties: usize;
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
const REVIEWS: u32 = 6;
const ENOUGH: f32 = 1e-6;

/** Rows of `travel`: travel.ts. */
const Z: usize = 0;
const AXIS: usize = 1;
const R: usize = 2;
const D: usize = 3;
const W: usize = 4;
const SLIP: usize = 5;
const LOAD: usize = 6;
const PULL: usize = 7;
const RUB: usize = 8;

/** Where the vectors of a row begin. */
function rowOf(a: Slide, row: usize): usize {
  return a.travel + ((row * <usize>a.movers) << 4);
}

/** The vector of mover m in a row. */
function at(a: Slide, row: usize, m: usize): v128 {
  return v128.load(rowOf(a, row) + (m << 4));
}

function set(a: Slide, row: usize, m: usize, vector: v128): void {
  v128.store(rowOf(a, row) + (m << 4), vector);
}

function size(v: v128): f32 {
  return sqrt<f32>(dot(v, v));
}

/** The part of a step that the attachment of mover m admits. */
function along(a: Slide, m: usize, step: v128): v128 {
  return allowed(kindOf(a.ties + TIE * m), at(a, AXIS, m), step);
}

function sticks(a: Slide, m: usize): bool {
  return f32x4.extract_lane(at(a, RUB, m), 3) > 0;
}

/** The friction of mover m, and whether it sticks. */
function rubs(a: Slide, m: usize, friction: v128, isStuck: bool): void {
  set(a, RUB, m, f32x4.replace_lane(friction, 3, isStuck ? 1 : 0));
}

/** The admissible part of a step of mover m; zero if it sticks. */
function free(a: Slide, m: usize, step: v128): v128 {
  return sticks(a, m) ? f32x4.splat(0) : along(a, m, step);
}

/** Row m of the matrix at this address, times vectors. */
function image(a: Slide, matrix: usize, m: usize, vectors: usize): v128 {
  const movers = <usize>a.movers;
  let total = f32x4.splat(0);
  for (let n: usize = 0; n < movers; n++) {
    total = sum(total, at(a, vectors, n), load<f32>(matrix + ((m * movers + n) << 2)));
  }
  return total;
}

function product(a: Slide, u: usize, v: usize): f32 {
  let total: f32 = 0;
  for (let m: usize = 0; m < a.movers; m++) total += dot(at(a, u, m), at(a, v, m));
  return total;
}

/** u ← v + t w. */
function combine(a: Slide, u: usize, v: usize, w: usize, t: f32): void {
  for (let m: usize = 0; m < a.movers; m++) set(a, u, m, sum(at(a, v, m), at(a, w, m), t));
}

function solve(a: Slide): void {
  const movers = <usize>a.movers;
  const inverse = a.coupling + ((movers * movers) << 2);
  for (let m: usize = 0; m < movers; m++) {
    const pulled = f32x4.add(at(a, PULL, m), xyz(at(a, RUB, m)));
    set(a, R, m, free(a, m, f32x4.sub(pulled, image(a, a.coupling, m, Z))));
    set(a, D, m, at(a, R, m));
  }
  let before: f32 = 1;
  for (let k: u32 = 0; k < ITERATIONS; k++) {
    for (let m: usize = 0; m < movers; m++) set(a, W, m, free(a, m, image(a, inverse, m, R)));
    const rho = product(a, R, W);
    combine(a, D, W, D, k == 0 ? 0 : rho / before);
    for (let m: usize = 0; m < movers; m++) set(a, W, m, free(a, m, image(a, a.coupling, m, D)));
    const curvature = product(a, D, W);
    if (!(rho > 0 && curvature > 0)) break;
    const step = rho / curvature;
    combine(a, Z, Z, D, step);
    combine(a, R, R, W, -step);
    before = rho;
  }
}

/** Revises which movers stick, and the friction of the others; true if that changed anything. */
function review(a: Slide): bool {
  const movers = <usize>a.movers;
  let isNew = false;
  for (let m: usize = 0; m < movers; m++) {
    set(a, W, m, f32x4.sub(at(a, PULL, m), image(a, a.coupling, m, Z)));
  }
  for (let m: usize = 0; m < movers; m++) {
    const friction = frictionOf(a.ties + TIE * m);
    if (friction == 0) continue;
    const left = at(a, W, m);
    const needed = along(a, m, left);
    const most: f32 = friction * size(f32x4.sub(left, needed));
    const slip = at(a, SLIP, m);
    if (sticks(a, m)) {
      if (!(size(needed) > most)) continue;
      rubs(a, m, f32x4.mul(f32x4.splat(-most / size(needed)), needed), false);
      set(a, Z, m, f32x4.splat(0));
      isNew = true;
      continue;
    }
    const way = along(a, m, f32x4.add(slip, at(a, Z, m)));
    const rub = xyz(at(a, RUB, m));
    if (dot(way, rub) > 0) {
      rubs(a, m, f32x4.splat(0), true);
      set(a, Z, m, f32x4.neg(slip));
      isNew = true;
    } else if (size(way) > 0) {
      const next = f32x4.mul(f32x4.splat(-most / size(way)), way);
      const change = f32x4.sub(next, rub);
      if (dot(change, change) > ENOUGH * most * most) isNew = true;
      rubs(a, m, next, false);
    }
  }
  return isNew;
}

/** Puts mover m on the nearest point of its rail. */
function put(a: Slide, m: usize, aim: v128): void {
  const tie = a.ties + TIE * m;
  const y = xyz(v128.load(a.x + slotOf(tie)));
  set(a, Z, m, xyz(f32x4.sub(nearest(tie, a.rails, a.colliders, aim), y)));
}

/** The mean correction of a weld's springs. */
function wish(a: Slide, tie: usize): v128 {
  const total = f32x4.add(v128.load(a.wishes + slotOf(tie)), v128.load(a.wishes + otherOf(tie)));
  return f32x4.mul(xyz(total), f32x4.splat(a.eager / max<f32>(1, f32x4.extract_lane(total, 3))));
}

/** The present place of the link at this address. */
function placeOf(a: Slide, link: usize): v128 {
  const y = xyz(v128.load(a.x + ((<usize>load<f32>(link, 4)) << 4)));
  const mover = load<f32>(link);
  return mover < 0 ? y : f32x4.add(y, at(a, Z, <usize>mover));
}

/** Separates link k from the previous one: the share `share` by moving k, the rest by moving the other. */
function part(a: Slide, k: usize, share: f32): void {
  const to = a.rails + ((<usize>a.chain + k) << 4);
  const from = to - 16;
  const least = load<f32>(to, 8);
  const canA = load<f32>(from) >= 0 && share < 1;
  const canB = load<f32>(to) >= 0 && share > 0;
  if (least == 0 || (!canA && !canB) || (share == 0.5 && !(canA && canB))) return;
  const mover = <usize>load<f32>(canB ? to : from);
  const axis = at(a, AXIS, mover);
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
  for (let m: usize = 0; m < movers; m++) {
    const tie = a.ties + TIE * m;
    const isStuck = frictionOf(tie) > 0;
    let pull = isStuck ? at(a, LOAD, m) : f32x4.splat(0);
    for (let b: usize = 0; b < a.blocks; b++) {
      pull = f32x4.add(pull, v128.load(a.modePulls + ((m * a.blocks + b) << 4)));
    }
    set(a, PULL, m, pull);
    set(a, AXIS, m, axisAt(tie, a.rails, a.colliders, xyz(v128.load(a.x + slotOf(tie)))));
    rubs(a, m, f32x4.splat(0), isStuck);
    set(a, Z, m, isStuck ? f32x4.neg(at(a, SLIP, m)) : f32x4.splat(0));
  }
  solve(a);
  for (let k: u32 = 0; k < REVIEWS && review(a); k++) solve(a);
  for (let m: usize = 0; m < movers; m++) {
    const tie = a.ties + TIE * m;
    const y = xyz(v128.load(a.x + slotOf(tie)));
    let step = at(a, Z, m);
    if (kindOf(tie) == WELD) step = f32x4.add(step, wish(a, tie));
    put(a, m, isSound(step) ? f32x4.add(y, step) : y);
  }
  for (let k: usize = 1; k < a.links; k++) part(a, k, 0.5);
  for (let k = <i32>a.links - 1; k > 0; k--) part(a, <usize>k, 0);
  for (let k: usize = 1; k < a.links; k++) part(a, k, 1);
}

import { sum } from '../../contact/pose.as';
import { xyz } from '../../vector.as';
import { countOne } from '../tally.as';
import { BEGIN, bladeAt, depthOf, END, edgeOf, halfOf, PROUD, seenFrom } from './edge.as';

const ON: f32 = 0.001;

@unmanaged
export class Slice {
  x: usize;
  v: usize;
  masses: usize;
  ends: usize;
  colliders: usize;
  springs: usize;
  torn: usize;
  h: f32;
  blade: u32;
  below: f32;
}

export function slice(a: Slice, first: u32, end: u32): void {
  const wedge = bladeAt(a.colliders, a.blade);
  const edge = edgeOf(wedge);
  const depth = depthOf(wedge, edge);
  const half = halfOf(wedge);
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    if (load<f32>(a.springs + o, 4) == 0) continue;
    const i = (<usize>load<u32>(a.ends + o)) << 4;
    const j = (<usize>load<u32>(a.ends + o, 4)) << 4;
    const radius = max<f32>(load<f32>(a.masses + i, 8), load<f32>(a.masses + j, 8));
    const proud = radius + PROUD * load<f32>(a.springs + o);
    const xi = xyz(v128.load(a.x + i));
    const xj = xyz(v128.load(a.x + j));
    const qi = xyz(sum(xi, v128.load(a.v + i), -a.h));
    const qj = xyz(sum(xj, v128.load(a.v + j), -a.h));
    const i0 = seenFrom(edge, wedge + BEGIN, qi, proud);
    const i1 = seenFrom(edge, wedge + END, xi, proud);
    const j0 = seenFrom(edge, wedge + BEGIN, qj, proud);
    const j1 = seenFrom(edge, wedge + END, xj, proud);
    const on = ON * load<f32>(a.springs + o);
    const highest: f32 = a.below > 0 ? -a.below * depth - proud : 0;
    const isSliced = isAcross(i1, j1, -depth - proud, highest, on, half);
    if (!isSliced && (a.below > 0 || !isSwept(i0, j0, i1, j1, half))) continue;
    store<f32>(a.springs + o, 0, 4);
    countOne(a.torn);
  }
}

function isAcross(i: v128, j: v128, lowest: f32, highest: f32, on: f32, half: f32): bool {
  const before = f32x4.extract_lane(i, 0);
  const after = f32x4.extract_lane(j, 0);
  if (before >= 0 == after >= 0 || min<f32>(abs<f32>(before), abs<f32>(after)) <= on) return false;
  const p = sum(i, f32x4.sub(j, i), before / (before - after));
  const above = f32x4.extract_lane(p, 1);
  return above <= highest && above >= lowest && abs<f32>(f32x4.extract_lane(p, 2)) <= half;
}

function isSwept(i0: v128, j0: v128, i1: v128, j1: v128, half: f32): bool {
  const least = f32x4.min(f32x4.min(i0, j0), f32x4.min(i1, j1));
  const most = f32x4.max(f32x4.max(i0, j0), f32x4.max(i1, j1));
  const misses = v128.or(f32x4.gt(least, f32x4.splat(0)), f32x4.lt(most, f32x4.splat(0)));
  if ((i32x4.bitmask(misses) & 3) != 0) return false;
  const from = turning(i0, j0);
  const to = turning(i1, j1);
  const diagonal = turning(i0, j1);
  const wayOfI = turning(i0, i1);
  const wayOfJ = turning(j0, j1);
  const isAhead = diagonal >= 0;
  if (from >= 0 != isAhead && wayOfJ >= 0 != isAhead) {
    const along = wayOfJ * alongOf(i0) - diagonal * alongOf(j0) + from * alongOf(j1);
    if (abs<f32>(along / (wayOfJ - diagonal + from)) <= half) return true;
  }
  if (to >= 0 != isAhead && wayOfI >= 0 != isAhead) {
    const along = -to * alongOf(i0) - wayOfI * alongOf(j1) + diagonal * alongOf(i1);
    if (abs<f32>(along / (diagonal - to - wayOfI)) <= half) return true;
  }
  return false;
}

function alongOf(p: v128): f32 {
  return f32x4.extract_lane(p, 2);
}

function turning(p: v128, q: v128): f32 {
  return (
    f32x4.extract_lane(p, 0) * f32x4.extract_lane(q, 1) - f32x4.extract_lane(p, 1) * f32x4.extract_lane(q, 0)
  );
}

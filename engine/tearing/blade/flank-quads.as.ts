import { sum } from '../../contact/pose.as';
import { dot, xyz } from '../../vector.as';
import { BEGIN, bladeAt, depthOf, END, edgeOf, halfOf, PROUD, seenFrom } from './edge.as';

@unmanaged
export class FlankQuads {
  x: usize;
  v: usize;
  masses: usize;
  quadCorners: usize;
  spares: usize;
  sectors: usize;
  colliders: usize;
  sides: usize;
  h: f32;
  blade: u32;
}

/** Byte offset of the particle at a corner of the quad at this address. */
function cornerOf(a: FlankQuads, quad: usize, corner: u32): usize {
  let slot = load<u32>(quad + ((<usize>corner) << 2));
  if ((load<u32>(a.sectors + ((<usize>slot) << 2)) >> corner) & 1)
    slot = load<u32>(a.spares + ((<usize>slot) << 3));
  return (<usize>slot) << 4;
}

export function flankQuads(a: FlankQuads, first: u32, end: u32): void {
  const wedge = bladeAt(a.colliders, a.blade);
  const edge = edgeOf(wedge);
  const depth = depthOf(wedge, edge);
  const half = halfOf(wedge);
  const mine = 64 * (a.blade + 1);
  for (let t = first; t < end; t++) {
    const word = a.sides + ((<usize>t) << 2);
    const told = load<u32>(word);
    const quad = a.quadCorners + ((<usize>t) << 4);
    if (load<u32>(quad) == u32.MAX_VALUE || (told != 0 && (told & ~63) != mine)) continue;
    let p = f32x4.splat(0);
    for (let c: u32 = 0; c < 4; c++) {
      p = sum(p, xyz(v128.load(a.x + cornerOf(a, quad, c))), 0.25);
    }
    let r2: f32 = 0;
    for (let c: u32 = 0; c < 4; c++) {
      const away = f32x4.sub(v128.load(a.x + cornerOf(a, quad, c)), p);
      r2 += dot(away, away);
    }
    const r = sqrt<f32>(r2);
    const proud = load<f32>(a.masses + cornerOf(a, quad, 0), 8) + PROUD * r;
    let before = f32x4.splat(0);
    let after = f32x4.splat(0);
    let reached: u32 = 0;
    for (let c: u32 = 0; c < 4; c++) {
      const o = cornerOf(a, quad, c);
      const place = xyz(v128.load(a.x + o));
      const was = seenFrom(edge, wedge + BEGIN, xyz(sum(place, v128.load(a.v + o), -a.h)), proud);
      const is = seenFrom(edge, wedge + END, place, proud);
      before = sum(before, was, 0.25);
      after = sum(after, is, 0.25);
      const isLow = min<f32>(f32x4.extract_lane(was, 1), f32x4.extract_lane(is, 1)) <= 0;
      if (isLow && abs<f32>(f32x4.extract_lane(is, 2)) <= half) reached |= 4 << c;
    }
    const was = f32x4.extract_lane(before, 1);
    const is = f32x4.extract_lane(after, 1);
    const across = f32x4.extract_lane(after, 0);
    const isOver = abs<f32>(across) <= 2 * r && abs<f32>(f32x4.extract_lane(after, 2)) <= half;
    const isSettled = (told & 60) != 0;
    const lowest: f32 = isSettled ? -depth - 2 * r : 0;
    const isThere = isOver && min<f32>(was, is) <= 2 * r && max<f32>(was, is) >= lowest;
    if (!isThere) {
      store<u32>(word, 0);
      continue;
    }
    const side: u32 = isSettled ? told & 3 : across >= 0 ? 1 : 2;
    store<u32>(word, mine | reached | side);
  }
}

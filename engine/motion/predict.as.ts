import { withW, xyz } from '../vector.as';
import { isSound, soundLanes, squares } from './sound.as';

@unmanaged
export class Predict {
  x: usize;
  v: usize;
  delta: usize;
  force: usize;
  masses: usize;
  h: f32;
  gx: f32;
  gy: f32;
  gz: f32;
  damping: f32;
}

export function predict(a: Predict, first: u32, end: u32): void {
  predictRange<Predict>(a, first, end);
  memory.fill(a.delta + ((<usize>first) << 4), 0, (<usize>(end - first)) << 4);
}

/**
 * [NP17] Alg. 2, [PNF18] Alg. 2. All but δ; for this kernel and `blockPredict`. Four at a time where one comparison shows that all of them are free and in range (sound.as.ts). ns per
 * particle of `blockPredict`, 100 × 100 (EPYC with AVX-512, Node 20; least of many, in turn): 3.0, one by one 4.1, with two comparisons 3.9.
 */
export function predictRange<A>(a: A, first: u32, end: u32): void {
  const x = a.x;
  const v = a.v;
  const force = a.force;
  const masses = a.masses;
  const h = f32x4.splat(a.h);
  const keep = f32x4.splat(1 - min<f32>(1, a.h * a.damping));
  const g = f32x4(a.gx, a.gy, a.gz, 0);
  const none = f32x4.splat(0);
  // Not a constant: those are made anew each time round.
  const three = xyz(f32x4.ge(f32x4.abs(h), none));
  let o: usize = (<usize>first) << 4;
  const stop: usize = (<usize>end) << 4;
  for (; o + 64 <= stop; o += 64) {
    const m0 = splatY(v128.load(masses + o));
    const m1 = splatY(v128.load(masses + o, 16));
    const m2 = splatY(v128.load(masses + o, 32));
    const m3 = splatY(v128.load(masses + o, 48));
    const f0 = f32x4.mul(h, f32x4.add(g, f32x4.mul(v128.load(force + o), m0)));
    const f1 = f32x4.mul(h, f32x4.add(g, f32x4.mul(v128.load(force + o, 16), m1)));
    const f2 = f32x4.mul(h, f32x4.add(g, f32x4.mul(v128.load(force + o, 32), m2)));
    const f3 = f32x4.mul(h, f32x4.add(g, f32x4.mul(v128.load(force + o, 48), m3)));
    const v0 = v128.and(three, f32x4.add(f32x4.mul(keep, v128.load(v + o)), f0));
    const v1 = v128.and(three, f32x4.add(f32x4.mul(keep, v128.load(v + o, 16)), f1));
    const v2 = v128.and(three, f32x4.add(f32x4.mul(keep, v128.load(v + o, 32)), f2));
    const v3 = v128.and(three, f32x4.add(f32x4.mul(keep, v128.load(v + o, 48)), f3));
    const y0 = f32x4.add(v128.load(x + o), f32x4.mul(h, v0));
    const y1 = f32x4.add(v128.load(x + o, 16), f32x4.mul(h, v1));
    const y2 = f32x4.add(v128.load(x + o, 32), f32x4.mul(h, v2));
    const y3 = f32x4.add(v128.load(x + o, 48), f32x4.mul(h, v3));
    const held = v128.or(
      v128.or(f32x4.eq(m0, none), f32x4.eq(m1, none)),
      v128.or(f32x4.eq(m2, none), f32x4.eq(m3, none)),
    );
    const sum = f32x4.add(
      f32x4.add(squares(y0, v0), squares(y1, v1)),
      f32x4.add(squares(y2, v2), squares(y3, v3)),
    );
    if (i32x4.bitmask(v128.andnot(soundLanes(sum), held)) == 15) {
      v128.store(v + o, v0);
      v128.store(v + o, v1, 16);
      v128.store(v + o, v2, 32);
      v128.store(v + o, v3, 48);
      v128.store(x + o, y0);
      v128.store(x + o, y1, 16);
      v128.store(x + o, y2, 32);
      v128.store(x + o, y3, 48);
    } else {
      for (let one: usize = 0; one < 64; one += 16)
        predictOne(x + o + one, v + o + one, force + o + one, masses + o + one, h, keep, g);
    }
  }
  for (; o < stop; o += 16) predictOne(x + o, v + o, force + o, masses + o, h, keep, g);
}

function splatY(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 1, 1, 1);
}

/** The particle whose buffers are here. One that would leave the numbers stops where it is. */
function predictOne(x: usize, v: usize, force: usize, masses: usize, h: v128, keep: v128, g: v128): void {
  const position = v128.load(x);
  const inverseMass = load<f32>(masses, 4);
  if (inverseMass == 0) {
    v128.store(v, xyz(v128.load(v)));
    return;
  }
  const acceleration = f32x4.add(g, f32x4.mul(v128.load(force), f32x4.splat(inverseMass)));
  const velocity = xyz(f32x4.add(f32x4.mul(keep, v128.load(v)), f32x4.mul(h, acceleration)));
  const y = f32x4.add(position, f32x4.mul(h, velocity));
  if (isSound(y) && isSound(velocity)) {
    v128.store(x, y);
    v128.store(v, velocity);
  } else {
    v128.store(x, withW(position, 1));
    v128.store(v, f32x4.splat(0));
  }
}

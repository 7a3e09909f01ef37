import { wOf, xOf, yOf, zOf } from '../../vector.as';
import { stiffnessesOf } from '../spring.as';

@unmanaged
export class Weigh {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  weights: usize;
  width: u32;
  inertia: f32;
  omega: f32;
}

/** Four particles at once, then those that are left; between the two times over a row stiffness stands where weights belong. */
export function weigh(args: Weigh, first: u32, end: u32): void {
  const bytes = (<usize>args.width) << 2;
  let i = first;
  for (; i + 4 <= end; i += 4) {
    const m = args.masses + ((<usize>i) << 4);
    const p = v128.load(m);
    const q = v128.load(m, 16);
    const r = v128.load(m, 32);
    const s = v128.load(m, 48);
    let a = f32x4.mul(f32x4.splat(args.inertia), xOf(p, q, r, s));
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 16) {
      const p = enter(args, i, e);
      const q = enter(args, i + 1, e + bytes);
      const r = enter(args, i + 2, e + 2 * bytes);
      const s = enter(args, i + 3, e + 3 * bytes);
      a = f32x4.add(a, xOf(p, q, r, s));
      a = f32x4.add(a, yOf(p, q, r, s));
      a = f32x4.add(a, zOf(p, q, r, s));
      a = f32x4.add(a, wOf(p, q, r, s));
    }
    const none = f32x4.splat(0);
    const isHeld = v128.or(f32x4.eq(yOf(p, q, r, s), none), f32x4.eq(a, none));
    const scale = v128.andnot(f32x4.div(f32x4.splat(args.omega), a), isHeld);
    scaleRow(args, i, v128.shuffle<f32>(scale, scale, 0, 0, 0, 0));
    scaleRow(args, i + 1, v128.shuffle<f32>(scale, scale, 1, 1, 1, 1));
    scaleRow(args, i + 2, v128.shuffle<f32>(scale, scale, 2, 2, 2, 2));
    scaleRow(args, i + 3, v128.shuffle<f32>(scale, scale, 3, 3, 3, 3));
  }
  for (; i < end; i++) {
    const particle = args.masses + ((<usize>i) << 4);
    let a: f32 = args.inertia * load<f32>(particle);
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 16) {
      const s = enter(args, i, e);
      a += f32x4.extract_lane(s, 0);
      a += f32x4.extract_lane(s, 1);
      a += f32x4.extract_lane(s, 2);
      a += f32x4.extract_lane(s, 3);
    }
    const isHeld = load<f32>(particle, 4) == 0 || a == 0;
    scaleRow(args, i, f32x4.splat(isHeld ? 0 : args.omega / a));
  }
}

/** Puts the stiffness of four entries of particle i into its row, 0 in empty ones, and returns it. */
function enter(args: Weigh, i: u32, entries: usize): v128 {
  const s = stiffnessesOf(i, args.neighbours + entries, args.springs, args.springOf + entries);
  v128.store(args.weights + entries, s);
  return s;
}

/** Empty entries stay 0 where the scale is no number. */
function scaleRow(args: Weigh, i: u32, scale: v128): void {
  const bytes = (<usize>args.width) << 2;
  for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 16) {
    const isThere = i32x4.ne(v128.load(args.neighbours + e), i32x4.splat(i));
    const w = args.weights + e;
    v128.store(w, v128.and(f32x4.mul(scale, v128.load(w)), isThere));
  }
}

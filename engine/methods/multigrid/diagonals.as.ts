import { wOf, xOf, yOf, zOf } from '../../vector.as';
import { stiffnessesOf } from '../spring.as';

@unmanaged
export class Diagonals {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  diagonal: usize;
  changed: usize;
  width: u32;
  inertia: f32;
}

/** Four particles at once, then those that are left. */
export function diagonals(args: Diagonals, first: u32, end: u32): void {
  const bytes = (<usize>args.width) << 2;
  let i = first;
  for (; i + 4 <= end; i += 4) {
    const o = (<usize>i) << 2;
    const m = args.masses + 4 * o;
    const p = v128.load(m);
    const q = v128.load(m, 16);
    const r = v128.load(m, 32);
    const s = v128.load(m, 48);
    let a = f32x4.mul(f32x4.splat(args.inertia), xOf(p, q, r, s));
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 16) {
      const p = springsOf(args, i, e);
      const q = springsOf(args, i + 1, e + bytes);
      const r = springsOf(args, i + 2, e + 2 * bytes);
      const s = springsOf(args, i + 3, e + 3 * bytes);
      a = f32x4.add(a, xOf(p, q, r, s));
      a = f32x4.add(a, yOf(p, q, r, s));
      a = f32x4.add(a, zOf(p, q, r, s));
      a = f32x4.add(a, wOf(p, q, r, s));
    }
    const value = v128.andnot(a, f32x4.eq(yOf(p, q, r, s), f32x4.splat(0)));
    const differs = f32x4.ne(value, v128.load(args.diagonal + o));
    v128.store(args.changed + o, v128.and(differs, i32x4.splat(1)));
    v128.store(args.diagonal + o, value);
  }
  for (; i < end; i++) {
    const particle = args.masses + ((<usize>i) << 4);
    let a: f32 = args.inertia * load<f32>(particle);
    for (let e = <usize>i * bytes, stop = e + bytes; e < stop; e += 16) {
      const s = springsOf(args, i, e);
      a += f32x4.extract_lane(s, 0);
      a += f32x4.extract_lane(s, 1);
      a += f32x4.extract_lane(s, 2);
      a += f32x4.extract_lane(s, 3);
    }
    const value: f32 = load<f32>(particle, 4) == 0 ? 0 : a;
    const o = (<usize>i) << 2;
    store<u32>(args.changed + o, <u32>(value != load<f32>(args.diagonal + o)));
    store<f32>(args.diagonal + o, value);
  }
}

/** The stiffness of four entries of particle i. */
function springsOf(args: Diagonals, i: u32, entries: usize): v128 {
  return stiffnessesOf(i, args.neighbours + entries, args.springs, args.springOf + entries);
}

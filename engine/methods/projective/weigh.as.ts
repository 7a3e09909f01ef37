import { rowStart } from '../../rows.as';
import { wOf, xOf, yOf, zOf } from '../../vector.as';
import { stiffnessesOf } from '../spring.as';

@unmanaged
export class Weigh {
  masses: usize;
  neighbours: usize;
  springOf: usize;
  springs: usize;
  weights: usize;
  entries: u32;
  inertia: f32;
  omega: f32;
}

/**
 * Four particles at once, then the remaining ones. The first pass over a row stores stiffness in `weights`, the second divides it. The
 * loop runs to the end of the longest row of the four; shorter rows add 0.
 */
// [PNF18] Eq. (6): the diagonal a_i, and s_ij / a_i
export function weigh(args: Weigh, first: u32, end: u32): void {
  const neighbours = args.neighbours;
  const entries = args.entries;
  let i = first;
  for (; i + 4 <= end; i += 4) {
    const m = args.masses + ((<usize>i) << 4);
    const p = v128.load(m);
    const q = v128.load(m, 16);
    const r = v128.load(m, 32);
    const s = v128.load(m, 48);
    let a = f32x4.mul(f32x4.splat(args.inertia), xOf(p, q, r, s));
    const row0 = rowStart(neighbours, entries, i);
    const row1 = rowStart(neighbours, entries, i + 1);
    const row2 = rowStart(neighbours, entries, i + 2);
    const row3 = rowStart(neighbours, entries, i + 3);
    const row4 = rowStart(neighbours, entries, i + 4);
    const longest = max(max(row1 - row0, row2 - row1), max(row3 - row2, row4 - row3));
    for (let k: usize = 0; k < longest; k += 16) {
      const p = enter(args, i, row0 + k, row1);
      const q = enter(args, i + 1, row1 + k, row2);
      const r = enter(args, i + 2, row2 + k, row3);
      const s = enter(args, i + 3, row3 + k, row4);
      a = f32x4.add(a, xOf(p, q, r, s));
      a = f32x4.add(a, yOf(p, q, r, s));
      a = f32x4.add(a, zOf(p, q, r, s));
      a = f32x4.add(a, wOf(p, q, r, s));
    }
    const none = f32x4.splat(0);
    const isHeld = v128.or(f32x4.eq(yOf(p, q, r, s), none), f32x4.eq(a, none));
    const scale = v128.andnot(f32x4.div(f32x4.splat(args.omega), a), isHeld);
    scaleRow(args, i, row0, row1, v128.shuffle<f32>(scale, scale, 0, 0, 0, 0));
    scaleRow(args, i + 1, row1, row2, v128.shuffle<f32>(scale, scale, 1, 1, 1, 1));
    scaleRow(args, i + 2, row2, row3, v128.shuffle<f32>(scale, scale, 2, 2, 2, 2));
    scaleRow(args, i + 3, row3, row4, v128.shuffle<f32>(scale, scale, 3, 3, 3, 3));
  }
  for (; i < end; i++) {
    const particle = args.masses + ((<usize>i) << 4);
    let a: f32 = args.inertia * load<f32>(particle);
    const row = rowStart(neighbours, entries, i);
    const rowEnd = rowStart(neighbours, entries, i + 1);
    for (let e = row; e < rowEnd; e += 16) {
      const s = enter(args, i, e, rowEnd);
      a += f32x4.extract_lane(s, 0);
      a += f32x4.extract_lane(s, 1);
      a += f32x4.extract_lane(s, 2);
      a += f32x4.extract_lane(s, 3);
    }
    const isHeld = load<f32>(particle, 4) == 0 || a == 0;
    scaleRow(args, i, row, rowEnd, f32x4.splat(isHeld ? 0 : args.omega / a));
  }
}

/** Puts the stiffness of four entries of particle i into its row, 0 in empty ones, and returns it; 0 past the end of the row. */
function enter(args: Weigh, i: u32, entries: usize, rowEnd: usize): v128 {
  if (entries >= rowEnd) return f32x4.splat(0);
  const s = stiffnessesOf(i, args.neighbours + entries, args.springs, args.springOf + entries);
  v128.store(args.weights + entries, s);
  return s;
}

/** Scales the entries; empty ones stay 0 even if the scale is infinite or NaN. */
function scaleRow(args: Weigh, i: u32, row: usize, rowEnd: usize, scale: v128): void {
  for (let e = row; e < rowEnd; e += 16) {
    const isThere = i32x4.ne(v128.load(args.neighbours + e), i32x4.splat(i));
    const w = args.weights + e;
    v128.store(w, v128.and(f32x4.mul(scale, v128.load(w)), isThere));
  }
}

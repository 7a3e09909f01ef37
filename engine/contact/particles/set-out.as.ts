import { withW, xyz } from '../../vector.as';
import { nextInRows } from './rows.as';

@unmanaged
export class SetOut {
  moves: usize;
  masses: usize;
  rest: usize;
  rowStarts: usize;
  touch: usize;
  free: usize;
  ways: usize;
  next: usize;
  particles: u32;
  onlyRows: u32;
}

export function setOut(a: SetOut, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  for (let i = first; i < end; i++) {
    if (a.onlyRows) {
      i = nextInRows(a.rowStarts, i, end);
      if (i == end) return;
    }
    const o = (<usize>i) << 4;
    const way = xyz(v128.load(a.moves + 2 * o, 16));
    const weight = load<f32>(a.masses + o, 4);
    const ground: f32 = v128.any_true(f32x4.ne(xyz(v128.load(a.touch + row + o)), f32x4.splat(0))) ? 1 : 0;
    const starts = a.rowStarts + ((<usize>i) << 2);
    const shared = ground + <f32>(load<u32>(starts, 4) - load<u32>(starts));
    const alone: f32 = shared == 0 && load<f32>(a.rest + o, 12) >= 0 ? 1 : 0;
    v128.store(a.free + o, withW(way, weight));
    v128.store(a.free + row + o, withW(way, alone));
    // [TBV12]: compliance is the inverse mass times the contacts that share it
    const both = withW(way, weight * max<f32>(1, shared));
    v128.store(a.ways + o, both);
    v128.store(a.next + o, both);
    v128.store(a.touch + 3 * row + o, f32x4.splat(0));
    v128.store(a.touch + 4 * row + o, f32x4.splat(0));
  }
}

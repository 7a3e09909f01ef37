import { withW, xyz } from '../../vector.as';
import { wayOf } from '../grid/motion-range.as';

@unmanaged
export class SetOut {
  v: usize;
  delta: usize;
  masses: usize;
  rowStarts: usize;
  touch: usize;
  free: usize;
  ways: usize;
  h: f32;
  particles: u32;
}

export function setOut(a: SetOut, first: u32, end: u32): void {
  const h = f32x4.splat(a.h);
  const row = (<usize>a.particles) << 4;
  for (let i = first; i < end; i++) {
    const o = (<usize>i) << 4;
    const way = wayOf(a.v, a.delta, h, o);
    const weight = load<f32>(a.masses + o, 4);
    const ground: f32 = v128.any_true(f32x4.ne(xyz(v128.load(a.touch + row + o)), f32x4.splat(0))) ? 1 : 0;
    const starts = a.rowStarts + ((<usize>i) << 2);
    const contacts = <f32>(load<u32>(starts, 4) - load<u32>(starts));
    v128.store(a.free + o, withW(way, weight));
    v128.store(a.free + row + o, way);
    v128.store(a.ways + o, withW(way, weight * max<f32>(1, contacts + ground)));
    v128.store(a.touch + 3 * row + o, f32x4.splat(0));
    v128.store(a.touch + 4 * row + o, f32x4.splat(0));
  }
}

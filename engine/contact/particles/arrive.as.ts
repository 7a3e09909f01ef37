import { xyz } from '../../vector.as';
import { nextInRows } from './rows.as';

@unmanaged
export class Arrive {
  free: usize;
  rowStarts: usize;
  delta: usize;
  overlooked: usize;
  particles: u32;
  onlyRows: u32;
  capacity: u32;
}

export function arrive(a: Arrive, first: u32, end: u32): void {
  const row = (<usize>a.particles) << 4;
  for (let i = first; i < end; i++) {
    if (a.onlyRows) {
      i = nextInRows(a.rowStarts, i, end);
      if (i == end) break;
    }
    const o = (<usize>i) << 4;
    const added = xyz(f32x4.sub(v128.load(a.free + row + o), v128.load(a.free + o)));
    v128.store(a.delta + o, f32x4.add(v128.load(a.delta + o), added));
  }
  if (startOf(a, first) > a.capacity || startOf(a, end) <= a.capacity) return;
  let cut = first;
  while (startOf(a, cut + 1) <= a.capacity) cut++;
  const sum = <u64>load<u32>(a.overlooked) + (startOf(a, a.particles) - startOf(a, cut));
  store<u32>(a.overlooked, <u32>min<u64>(sum, u32.MAX_VALUE));
}

/** The beginning of a particle's row. */
function startOf(a: Arrive, i: u32): u32 {
  return load<u32>(a.rowStarts + ((<usize>i) << 2));
}

import { SubstituteOne, substituteOne } from '../../linear/substitute-one.as';
import { OUTCOME } from './status.as';

/** The status, then what `SubstituteOne` has. */
@unmanaged
export class SolveDirect {
  status: usize;
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  rows: usize;
  order: usize;
  panels: usize;
  reciprocals: usize;
  b: usize;
  x: usize;
  work: usize;
  supernodes: u32;
}

// [Davis06] Sec. 3.1
export function solveDirect(a: SolveDirect, first: u32, end: u32): void {
  if (load<f64>(a.status, OUTCOME) != 0) return;
  substituteOne(changetype<SubstituteOne>(changetype<usize>(a) + 4), first, end);
  const size = load<u32>(a.columns + ((<usize>a.supernodes) << 2));
  for (let o: usize = 0; o < (<usize>size) << 3; o += 8) store<f64>(a.x + o, -load<f64>(a.x + o));
}

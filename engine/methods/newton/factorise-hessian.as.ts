import { Factorise, factorise } from '../../linear/factorise.as';
import { add, CORRECTED, CORRECTIONS, DUE } from './status.as';

/** The status, then what `Factorise` has. */
@unmanaged
export class FactoriseHessian {
  status: usize;
  columns: usize;
  rowStarts: usize;
  panelStarts: usize;
  rows: usize;
  supernodeOf: usize;
  panels: usize;
  reciprocals: usize;
  local: usize;
  pending: usize;
  next: usize;
  consumed: usize;
  failures: usize;
  supernodes: u32;
}

// [LBOK13] Sec. 5: a corrected Hessian where it is indefinite
export function factoriseHessian(a: FactoriseHessian, first: u32, end: u32): void {
  const status = a.status;
  if (load<f64>(status, DUE) == 0) return;
  factorise(changetype<Factorise>(changetype<usize>(a) + 4), first, end);
  if (load<u32>(a.failures) > 0 && load<f64>(status, CORRECTED) == 0) {
    store<f64>(status, 1, CORRECTED);
    add(status + CORRECTIONS, 1);
  } else {
    store<f64>(status, 0, DUE);
  }
}

import {
  CONVERGED,
  CORRECTED,
  DUE,
  FIRST_NORM,
  GRADIENT,
  ITERATIONS,
  NORM,
  OUTCOME,
  RESIDUAL,
} from './status.as';

/** See newton-measure.ts. */
const FLYING: f64 = 1e-12;

@unmanaged
export class NewtonMeasure {
  masses: usize;
  correction: usize;
  scales: usize;
  gradient: usize;
  lengths: usize;
  searched: usize;
  ended: usize;
  status: usize;
  tolerance: f32;
}

/** The norms of the gradient, and what follows from them. */
export function newtonMeasure(a: NewtonMeasure, first: u32, end: u32): void {
  if (load<f64>(a.status, OUTCOME) != 0) return;
  let residual: f64 = 0;
  let largest: f64 = 0;
  let squares: f64 = 0;
  for (let i = <usize>first; i < <usize>end; i++) {
    const at = a.gradient + i * 24;
    if (load<f32>(a.masses + (i << 4), 4) == 0) memory.fill(at, 0, 24);
    const gx = load<f64>(at);
    const gy = load<f64>(at, 8);
    const gz = load<f64>(at, 16);
    const square = gx * gx + gy * gy + gz * gz;
    const size = sqrt<f64>(square);
    const scale = load<f64>(a.scales + (i << 3));
    squares += square;
    largest = max<f64>(largest, size);
    if (scale > 0) residual = max<f64>(residual, size / scale);
    else if (largestOf(a.correction, i) > FLYING) residual = max<f64>(residual, 1);
  }
  const status = a.status;
  store<f64>(status, residual, RESIDUAL);
  store<f64>(status, largest, GRADIENT);
  store<f64>(status, sqrt<f64>(squares), NORM);
  if (load<f64>(status, ITERATIONS) == 0) store<f64>(status, sqrt<f64>(squares), FIRST_NORM);
  const converged = residual <= <f64>a.tolerance;
  store<f64>(status, converged ? CONVERGED : 0, OUTCOME);
  store<f64>(status, converged ? 0 : 1, DUE);
  store<f64>(status, 0, CORRECTED);
  store<f64>(a.lengths, 1);
  store<u32>(a.searched, converged ? 1 : 0);
  store<u32>(a.ended, converged ? 1 : 0);
}

/** The largest coordinate of particle i. */
function largestOf(v: usize, i: usize): f64 {
  const at = v + i * 24;
  return max<f64>(max<f64>(abs<f64>(load<f64>(at)), abs<f64>(load<f64>(at, 8))), abs<f64>(load<f64>(at, 16)));
}

import { axis, coincident, extension } from './hooke.as';
import {
  add,
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

const ROUNDING: f64 = 4.440892098500626e-16;

/** See newton-gradient.ts. */
const FLYING: f64 = 1e-12;

@unmanaged
export class NewtonGradient {
  x: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  correction: usize;
  gradient: usize;
  scales: usize;
  status: usize;
  particles: u32;
  inertia: f32;
  tolerance: f32;
}

// [LBOK13] Eq. (8) divided by h²: its gradient
export function newtonGradient(a: NewtonGradient, first: u32, end: u32): void {
  if (load<f64>(a.status, OUTCOME) != 0) return;
  const particles = <usize>a.particles;
  const gradient = a.gradient;
  const scales = a.scales;
  for (let i: usize = 0; i < particles; i++) {
    store<f64>(scales + (i << 3), 0);
    const weight = <f64>a.inertia * <f64>load<f32>(a.masses + (i << 4));
    for (let o = i * 24; o < i * 24 + 24; o += 8)
      store<f64>(gradient + o, weight * load<f64>(a.correction + o));
  }
  const rounding = ROUNDING / <f64>a.tolerance;
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    const i = <usize>load<u32>(a.ends + o);
    const j = <usize>load<u32>(a.ends + o, 4);
    const rest = <f64>load<f32>(a.springs + o);
    const k = <f64>load<f32>(a.springs + o, 4);
    const ex = extension(a.x, a.correction, i, j, 0);
    const ey = extension(a.x, a.correction, i, j, 1);
    const ez = extension(a.x, a.correction, i, j, 2);
    const r2 = ex * ex + ey * ey + ez * ez;
    const r = sqrt<f64>(r2);
    let fx: f64, fy: f64, fz: f64;
    if (coincident(r2, rest)) {
      fx = k * (ex - rest * axis(s, i, j, 0));
      fy = k * (ey - rest * axis(s, i, j, 1));
      fz = k * (ez - rest * axis(s, i, j, 2));
    } else {
      fx = k * (ex - rest * (ex / r));
      fy = k * (ey - rest * (ey / r));
      fz = k * (ez - rest * (ez / r));
    }
    add(gradient + i * 24, fx);
    add(gradient + i * 24 + 8, fy);
    add(gradient + i * 24 + 16, fz);
    add(gradient + j * 24, -fx);
    add(gradient + j * 24 + 8, -fy);
    add(gradient + j * 24 + 16, -fz);
    const apart = rounding * max<f64>(largestOf(a.correction, i), largestOf(a.correction, j));
    const scale = k * max<f64>(max<f64>(rest, r), apart);
    add(scales + (i << 3), scale);
    add(scales + (j << 3), scale);
  }
  measure(a, particles);
}

/** The largest coordinate of particle i. */
function largestOf(v: usize, i: usize): f64 {
  const at = v + i * 24;
  return max<f64>(max<f64>(abs<f64>(load<f64>(at)), abs<f64>(load<f64>(at, 8))), abs<f64>(load<f64>(at, 16)));
}

/** The norms, and what follows from them. */
function measure(a: NewtonGradient, particles: usize): void {
  let residual: f64 = 0;
  let largest: f64 = 0;
  let squares: f64 = 0;
  for (let i: usize = 0; i < particles; i++) {
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
}

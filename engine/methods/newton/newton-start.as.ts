import { axis, coincident, extension } from './hooke.as';
import { ENERGY, STATUS_BYTES } from './status.as';

@unmanaged
export class NewtonStart {
  x: usize;
  v: usize;
  delta: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  energies: usize;
  correction: usize;
  ended: usize;
  status: usize;
  particles: u32;
  h: f32;
  inertia: f32;
  elements: u32;
  round: u32;
}

export function newtonStart(a: NewtonStart, first: u32, end: u32): void {
  if (a.round == 0) {
    memory.fill(a.status, 0, STATUS_BYTES);
    store<u32>(a.ended, 0);
    fill(a, a.v, -(<f64>a.h));
  } else if (a.round == 1) {
    store<f64>(a.status, energy(a, first, end), ENERGY);
    fill(a, a.delta, 1);
  } else {
    const other = energy(a, first, end);
    if (load<f64>(a.status, ENERGY) < other) fill(a, a.v, -(<f64>a.h));
    else store<f64>(a.status, other, ENERGY);
  }
}

/** δ ← factor × source, 0 at pins. */
function fill(a: NewtonStart, source: usize, factor: f64): void {
  for (let i: usize = 0; i < <usize>a.particles; i++) {
    const pinned = load<f32>(a.masses + (i << 4), 4) == 0;
    for (let c: usize = 0; c < 3; c++) {
      const value = factor * <f64>load<f32>(source + (i << 4) + (c << 2));
      store<f64>(a.correction + ((i * 3 + c) << 3), pinned || !isFinite<f64>(value) ? 0 : value);
    }
  }
}

/** g, [LBOK13] Eq. (8) divided by h². */
function energy(a: NewtonStart, first: u32, end: u32): f64 {
  let sum: f64 = 0;
  for (let i: usize = 0; i < <usize>a.particles; i++) {
    const at = a.correction + i * 24;
    const dx = load<f64>(at);
    const dy = load<f64>(at, 8);
    const dz = load<f64>(at, 16);
    const weight = 0.5 * <f64>a.inertia * <f64>load<f32>(a.masses + (i << 4));
    sum += weight * (dx * dx + dy * dy + dz * dz);
  }
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
    if (coincident(r2, rest)) {
      const ax = ex - rest * axis(s, i, j, 0);
      const ay = ey - rest * axis(s, i, j, 1);
      const az = ez - rest * axis(s, i, j, 2);
      sum += 0.5 * k * (ax * ax + ay * ay + az * az);
    } else {
      const stretch = sqrt<f64>(r2) - rest;
      sum += 0.5 * k * stretch * stretch;
    }
  }
  for (let k: usize = 0; k < <usize>a.elements; k++) sum += load<f64>(a.energies + (k << 3));
  return sum;
}

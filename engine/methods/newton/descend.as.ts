import { axis, between, coincident, extension } from './hooke.as';
import { add, DUE, ENERGY, HALVINGS, ITERATIONS, OUTCOME, STALLED } from './status.as';

const ARMIJO: f64 = 1e-4;
/** 2⁻⁶⁰. */
const SHORTEST: f64 = 8.673617379884035e-19;

@unmanaged
export class Descend {
  x: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  gradient: usize;
  blocks: usize;
  energies: usize;
  lengths: usize;
  searched: usize;
  ended: usize;
  direction: usize;
  correction: usize;
  status: usize;
  particles: u32;
  inertia: f32;
  elements: u32;
  tries: u32;
}

// A line search on g, [LBOK13] Eq. (8), [LBOK13] Sec. 5
export function descend(a: Descend, first: u32, end: u32): void {
  if (load<f64>(a.status, OUTCOME) != 0) return;
  const bytes = <usize>a.particles * 24;
  let slope = slopeOf(a, bytes);
  if (!(slope < 0 && slope > -Infinity)) {
    steepest(a);
    if (a.elements > 0) return;
    slope = slopeOf(a, bytes);
  }
  let alpha = load<f64>(a.lengths);
  let hasStalled = false;
  for (let tried: u32 = 0; tried < a.tries; tried++) {
    const left = remainder(a, first, end, alpha);
    if (left <= (ARMIJO - 1) * alpha * slope) {
      if (!move(a, bytes, alpha)) {
        hasStalled = true;
        break;
      }
      add(a.status + ITERATIONS, 1);
      add(a.status + ENERGY, alpha * slope + left);
      store<u32>(a.searched, 1);
      return;
    }
    add(a.status + HALVINGS, 1);
    alpha /= 2;
  }
  store<f64>(a.lengths, alpha);
  if (!hasStalled && alpha >= SHORTEST) return;
  store<f64>(a.status, STALLED, OUTCOME);
  store<f64>(a.status, 0, DUE);
  store<u32>(a.searched, 1);
  store<u32>(a.ended, 1);
}

/** δ ← δ + α p; false where nothing changed. */
function move(a: Descend, bytes: usize, alpha: f64): bool {
  let moved = false;
  for (let o: usize = 0; o < bytes; o += 8) {
    const before = load<f64>(a.correction + o);
    const next = before + alpha * load<f64>(a.direction + o);
    if (next != before) moved = true;
    store<f64>(a.correction + o, next);
  }
  return moved;
}

function slopeOf(a: Descend, bytes: usize): f64 {
  let sum: f64 = 0;
  for (let o: usize = 0; o < bytes; o += 8) {
    sum += load<f64>(a.gradient + o) * load<f64>(a.direction + o);
  }
  return sum;
}

function steepest(a: Descend): void {
  for (let i: usize = 0; i < <usize>a.particles; i++) {
    const block = a.blocks + i * 48;
    const trace = load<f64>(block) + load<f64>(block, 24) + load<f64>(block, 40);
    for (let o = i * 24; o < i * 24 + 24; o += 8) {
      const step: f64 = trace > 0 ? (-0.5 * load<f64>(a.gradient + o)) / trace : 0;
      store<f64>(a.direction + o, step);
    }
  }
}

/** R(α). */
function remainder(a: Descend, first: u32, end: u32, alpha: f64): f64 {
  const p = a.direction;
  let sum: f64 = 0;
  for (let i: usize = 0; i < <usize>a.particles; i++) {
    const px = load<f64>(p + i * 24);
    const py = load<f64>(p + i * 24, 8);
    const pz = load<f64>(p + i * 24, 16);
    const weight = 0.5 * <f64>a.inertia * <f64>load<f32>(a.masses + (i << 4));
    sum += weight * alpha * alpha * (px * px + py * py + pz * pz);
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
    const dx = between(p, i, j, 0);
    const dy = between(p, i, j, 1);
    const dz = between(p, i, j, 2);
    const ax = ex + alpha * dx;
    const ay = ey + alpha * dy;
    const az = ez + alpha * dz;
    const r2 = ex * ex + ey * ey + ez * ez;
    const after2 = ax * ax + ay * ay + az * az;
    const dd = dx * dx + dy * dy + dz * dz;
    const lengths = sqrt<f64>(r2) + sqrt<f64>(after2);
    const before = coincident(r2, rest);
    const then = coincident(after2, rest);
    let T: f64;
    if (before || then) {
      const nx = axis(s, i, j, 0);
      const ny = axis(s, i, j, 1);
      const nz = axis(s, i, j, 2);
      const onto = then ? nx * ax + ny * ay + nz * az : sqrt<f64>(after2);
      const from = before ? nx * ex + ny * ey + nz * ez : sqrt<f64>(r2);
      const ahead = before ? nx * dx + ny * dy + nz * dz : (ex * dx + ey * dy + ez * dz) / from;
      T = onto - from - alpha * ahead;
    } else {
      const ed = ex * dx + ey * dy + ez * dz;
      const nd = ed / sqrt<f64>(r2);
      T = (alpha * alpha * (dd - ((2 * ed + alpha * dd) * nd) / lengths)) / lengths;
    }
    sum += k * (0.5 * alpha * alpha * dd - rest * T);
  }
  for (let k: usize = 0; k < <usize>a.elements; k++) sum += load<f64>(a.energies + (k << 3));
  return sum;
}

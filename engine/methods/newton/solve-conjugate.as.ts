import { between } from './hooke.as';
import { add, CONJUGATE, CORRECTED, CORRECTIONS, DUE, FIRST_NORM, NORM } from './status.as';

const COARSEST: f64 = 0.1;
const FINEST: f64 = 1e-10;

@unmanaged
export class SolveConjugate {
  masses: usize;
  ends: usize;
  tensors: usize;
  couples: usize;
  elementTensors: usize;
  diagonal: usize;
  blocks: usize;
  gradient: usize;
  direction: usize;
  residue: usize;
  conditioned: usize;
  search: usize;
  product: usize;
  status: usize;
  particles: u32;
  pairs: u32;
  limit: u32;
}

// [Saad03] Alg. 9.1
export function solveConjugate(a: SolveConjugate, first: u32, end: u32): void {
  const status = a.status;
  if (load<f64>(status, DUE) == 0) return;
  const bytes = <usize>a.particles * 24;
  memory.fill(a.direction, 0, bytes);
  memory.fill(a.search, 0, bytes);
  for (let o: usize = 0; o < bytes; o += 8) store<f64>(a.residue + o, -load<f64>(a.gradient + o));
  const norm = load<f64>(status, NORM);
  const fallen = norm / load<f64>(status, FIRST_NORM);
  const target = min<f64>(COARSEST, max<f64>(FINEST, fallen)) * norm;
  let rz: f64 = 0;
  for (let iteration: u32 = 0; iteration < a.limit; iteration++) {
    if (sqrt<f64>(inner(a.residue, a.residue, bytes)) <= target) break;
    condition(a);
    const before = rz;
    rz = inner(a.residue, a.conditioned, bytes);
    const beta: f64 = iteration == 0 ? 0 : rz / before;
    for (let o: usize = 0; o < bytes; o += 8) {
      store<f64>(a.search + o, load<f64>(a.conditioned + o) + beta * load<f64>(a.search + o));
    }
    multiply(a, first, end);
    const curvature = inner(a.search, a.product, bytes);
    add(status + CONJUGATE, 1);
    if (!(curvature > 0)) {
      if (load<f64>(status, CORRECTED) != 0) break;
      store<f64>(status, 1, CORRECTED);
      add(status + CORRECTIONS, 1);
      return;
    }
    const alpha = rz / curvature;
    for (let o: usize = 0; o < bytes; o += 8) {
      add(a.direction + o, alpha * load<f64>(a.search + o));
      add(a.residue + o, -(alpha * load<f64>(a.product + o)));
    }
  }
  store<f64>(status, 0, DUE);
}

/** product ← H search. */
function multiply(a: SolveConjugate, first: u32, end: u32): void {
  const p = a.search;
  const y = a.product;
  const particles = <usize>a.particles;
  for (let i: usize = 0; i < particles; i++) {
    const weight = load<f64>(a.diagonal + (i << 3));
    for (let o = i * 24; o < i * 24 + 24; o += 8) store<f64>(y + o, weight * load<f64>(p + o));
  }
  for (let s = <usize>first; s < <usize>end; s++) {
    const i = <usize>load<u32>(a.ends + (s << 3));
    const j = <usize>load<u32>(a.ends + (s << 3), 4);
    const dx = between(p, i, j, 0);
    const dy = between(p, i, j, 1);
    const dz = between(p, i, j, 2);
    const K = a.tensors + s * 48;
    const fx = load<f64>(K) * dx + load<f64>(K, 8) * dy + load<f64>(K, 16) * dz;
    const fy = load<f64>(K, 8) * dx + load<f64>(K, 24) * dy + load<f64>(K, 32) * dz;
    const fz = load<f64>(K, 16) * dx + load<f64>(K, 32) * dy + load<f64>(K, 40) * dz;
    add(y + i * 24, fx);
    add(y + i * 24 + 8, fy);
    add(y + i * 24 + 16, fz);
    add(y + j * 24, -fx);
    add(y + j * 24 + 8, -fy);
    add(y + j * 24 + 16, -fz);
  }
  for (let pair: usize = 0; pair < <usize>a.pairs; pair++) {
    const i = <usize>load<u32>(a.couples + (pair << 3));
    const j = <usize>load<u32>(a.couples + (pair << 3), 4);
    const dx = between(p, i, j, 0);
    const dy = between(p, i, j, 1);
    const dz = between(p, i, j, 2);
    const T = a.elementTensors + pair * 72;
    add(y + i * 24, load<f64>(T) * dx + load<f64>(T, 8) * dy + load<f64>(T, 16) * dz);
    add(y + i * 24 + 8, load<f64>(T, 24) * dx + load<f64>(T, 32) * dy + load<f64>(T, 40) * dz);
    add(y + i * 24 + 16, load<f64>(T, 48) * dx + load<f64>(T, 56) * dy + load<f64>(T, 64) * dz);
    add(y + j * 24, -(load<f64>(T) * dx + load<f64>(T, 24) * dy + load<f64>(T, 48) * dz));
    add(y + j * 24 + 8, -(load<f64>(T, 8) * dx + load<f64>(T, 32) * dy + load<f64>(T, 56) * dz));
    add(y + j * 24 + 16, -(load<f64>(T, 16) * dx + load<f64>(T, 40) * dy + load<f64>(T, 64) * dz));
  }
  for (let i: usize = 0; i < particles; i++) {
    if (load<f32>(a.masses + (i << 4), 4) == 0) memory.fill(y + i * 24, 0, 24);
  }
}

/** conditioned ← the inverses of the blocks times residue, by L D Lᵀ. */
function condition(a: SolveConjugate): void {
  for (let i: usize = 0; i < <usize>a.particles; i++) {
    const b = a.blocks + i * 48;
    const r = a.residue + i * 24;
    const z = a.conditioned + i * 24;
    const xx = load<f64>(b);
    const xy = load<f64>(b, 8);
    const xz = load<f64>(b, 16);
    const l10 = over(xy, xx);
    const l20 = over(xz, xx);
    const d1 = load<f64>(b, 24) - l10 * xy;
    const c21 = load<f64>(b, 32) - l10 * xz;
    const l21 = over(c21, d1);
    const d2 = load<f64>(b, 40) - l20 * xz - l21 * c21;
    const y0 = load<f64>(r);
    const y1 = load<f64>(r, 8) - l10 * y0;
    const y2 = load<f64>(r, 16) - l20 * y0 - l21 * y1;
    const z2 = over(y2, d2);
    const z1 = over(y1, d1) - l21 * z2;
    store<f64>(z, over(y0, xx) - l10 * z1 - l20 * z2);
    store<f64>(z, z1, 8);
    store<f64>(z, z2, 16);
  }
}

function over(value: f64, pivot: f64): f64 {
  return pivot > 0 ? value / pivot : 0;
}

function inner(a: usize, b: usize, bytes: usize): f64 {
  let sum: f64 = 0;
  for (let o: usize = 0; o < bytes; o += 8) {
    sum += load<f64>(a + o) * load<f64>(b + o);
  }
  return sum;
}

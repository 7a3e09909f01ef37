import { axis, coincident, extension } from './hooke.as';
import { add, CORRECTED, DUE } from './status.as';

const RIDGE: f64 = 1e-9;

@unmanaged
export class SpringTensors {
  x: usize;
  masses: usize;
  ends: usize;
  springs: usize;
  correction: usize;
  status: usize;
  tensors: usize;
  diagonal: usize;
  blocks: usize;
  particles: u32;
  inertia: f32;
}

// [LBOK13] Sec. 5, the Hessian of Eq. (9), projected spring by spring
export function springTensors(a: SpringTensors, first: u32, end: u32): void {
  if (load<f64>(a.status, DUE) == 0) return;
  const corrected = load<f64>(a.status, CORRECTED) != 0;
  const particles = <usize>a.particles;
  for (let i: usize = 0; i < particles; i++) {
    store<f64>(a.diagonal + (i << 3), <f64>a.inertia * <f64>load<f32>(a.masses + (i << 4)));
  }
  memory.fill(a.blocks, 0, 48 * particles);
  for (let s = first; s < end; s++) {
    const o = (<usize>s) << 3;
    const i = <usize>load<u32>(a.ends + o);
    const j = <usize>load<u32>(a.ends + o, 4);
    const rest = <f64>load<f32>(a.springs + o);
    const k = <f64>load<f32>(a.springs + o, 4);
    let nx = extension(a.x, a.correction, i, j, 0);
    let ny = extension(a.x, a.correction, i, j, 1);
    let nz = extension(a.x, a.correction, i, j, 2);
    const r2 = nx * nx + ny * ny + nz * nz;
    let across: f64 = 1;
    if (coincident(r2, rest)) {
      nx = axis(s, i, j, 0);
      ny = axis(s, i, j, 1);
      nz = axis(s, i, j, 2);
    } else {
      const r = sqrt<f64>(r2);
      across -= rest / r;
      nx /= r;
      ny /= r;
      nz /= r;
    }
    // A correction per spring; [LBOK13] Sec. 5 adds to the diagonal: spring-tensors.ts
    const positive = max<f64>(0, across);
    spread(a.tensors + <usize>s * 48, k, corrected ? positive : across, nx, ny, nz, true);
    spread(a.blocks + i * 48, k, positive, nx, ny, nz, false);
    spread(a.blocks + j * 48, k, positive, nx, ny, nz, false);
    if (corrected) {
      add(a.diagonal + (i << 3), RIDGE * k);
      add(a.diagonal + (j << 3), RIDGE * k);
    }
  }
  for (let i: usize = 0; i < particles; i++) {
    const value = load<f64>(a.diagonal + (i << 3));
    add(a.blocks + i * 48, value);
    add(a.blocks + i * 48 + 24, value);
    add(a.blocks + i * 48 + 40, value);
  }
}

/** k (across (I − n nᵀ) + n nᵀ), added to the six numbers at `to`, or put there. */
function spread(to: usize, k: f64, across: f64, nx: f64, ny: f64, nz: f64, fresh: bool): void {
  if (fresh) memory.fill(to, 0, 48);
  add(to, k * (across * (1 - nx * nx) + nx * nx));
  add(to + 8, k * (nx * ny - across * (nx * ny)));
  add(to + 16, k * (nx * nz - across * (nx * nz)));
  add(to + 24, k * (across * (1 - ny * ny) + ny * ny));
  add(to + 32, k * (ny * nz - across * (ny * nz)));
  add(to + 40, k * (across * (1 - nz * nz) + nz * nz));
}

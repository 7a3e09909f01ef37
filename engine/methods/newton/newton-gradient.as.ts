import { axis, coincident, extension } from './hooke.as';
import { add, OUTCOME } from './status.as';

const ROUNDING: f64 = 4.440892098500626e-16;

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
    for (let c: usize = 0; c < 24; c += 8) {
      const force = c == 0 ? fx : c == 8 ? fy : fz;
      let here = load<f64>(gradient + i * 24 + c);
      let there = load<f64>(gradient + j * 24 + c);
      here += force;
      there -= force;
      store<f64>(gradient + i * 24 + c, here);
      store<f64>(gradient + j * 24 + c, there);
    }
    const apart = rounding * max<f64>(largestOf(a.correction, i), largestOf(a.correction, j));
    const scale = k * max<f64>(max<f64>(rest, r), apart);
    add(scales + (i << 3), scale);
    add(scales + (j << 3), scale);
  }
}

/** The largest coordinate of particle i. */
function largestOf(v: usize, i: usize): f64 {
  const at = v + i * 24;
  return max<f64>(max<f64>(abs<f64>(load<f64>(at)), abs<f64>(load<f64>(at, 8))), abs<f64>(load<f64>(at, 16)));
}

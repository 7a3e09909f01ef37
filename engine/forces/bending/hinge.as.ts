import { apart, between } from '../exact.as';

// A hinge in float64; see hinge.ts. What a function finds is in globals, of which every thread has its own.

export let c0: f64 = 0;
export let c1: f64 = 0;
export let c2: f64 = 0;
export let c3: f64 = 0;
export let rest: f64 = 0;

/** v = Σ c_k x_k, its squared length, and n = v/‖v‖. */
export let vx: f64 = 0;
export let vy: f64 = 0;
export let vz: f64 = 0;
export let vv: f64 = 0;
export let nx: f64 = 0;
export let ny: f64 = 0;
export let nz: f64 = 0;
/** Whether v has no direction: n is an axis by the hinge's number then. */
export let isFlat: bool = false;

/** The hinge whose corners and numbers stand here. */
export function findHinge(x: usize, delta: usize, corners: usize, numbers: usize, hinge: u32): void {
  const o = <usize>load<u32>(corners);
  const i = <usize>load<u32>(corners, 4);
  const j = <usize>load<u32>(corners, 8);
  const k = <usize>load<u32>(corners, 12);
  c1 = <f64>load<f32>(numbers);
  c2 = <f64>load<f32>(numbers, 4);
  c3 = <f64>load<f32>(numbers, 8);
  c0 = -c1 - c2 - c3;
  rest = <f64>load<f32>(numbers, 12);
  vx = c1 * apart(x, delta, o, i, 0) + c2 * apart(x, delta, o, j, 0) + c3 * apart(x, delta, o, k, 0);
  vy = c1 * apart(x, delta, o, i, 1) + c2 * apart(x, delta, o, j, 1) + c3 * apart(x, delta, o, k, 1);
  vz = c1 * apart(x, delta, o, i, 2) + c2 * apart(x, delta, o, j, 2) + c3 * apart(x, delta, o, k, 2);
  vv = vx * vx + vy * vy + vz * vz;
  isFlat = !(vv > 1e-12 * rest * rest && vv > 0);
  const scale: f64 = isFlat ? 0 : 1 / sqrt<f64>(vv);
  const axis = hinge % 3;
  nx = isFlat ? (axis == 0 ? 1 : 0) : scale * vx;
  ny = isFlat ? (axis == 1 ? 1 : 0) : scale * vy;
  nz = isFlat ? (axis == 2 ? 1 : 0) : scale * vz;
}

/** Component c of Σ c_k p_k, of the hinge found last, p having three numbers a particle. */
export function combinedAlong(p: usize, corners: usize, c: usize): f64 {
  const o = <usize>load<u32>(corners);
  return (
    c1 * between(p, o, <usize>load<u32>(corners, 4), c) +
    c2 * between(p, o, <usize>load<u32>(corners, 8), c) +
    c3 * between(p, o, <usize>load<u32>(corners, 12), c)
  );
}

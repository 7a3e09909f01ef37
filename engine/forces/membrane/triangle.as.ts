import { apart, between } from '../exact.as';

// A triangle in float64; see triangle.ts and frame.ts. What a function finds is in globals, of which every thread has its own.

/** [b₁ b₂ c₁ c₂] and the weights of its element. */
export let b1: f64 = 0;
export let b2: f64 = 0;
export let c1: f64 = 0;
export let c2: f64 = 0;
export let wu: f64 = 0;
export let wv: f64 = 0;
export let ws: f64 = 0;

export let fux: f64 = 0;
export let fuy: f64 = 0;
export let fuz: f64 = 0;
export let fvx: f64 = 0;
export let fvy: f64 = 0;
export let fvz: f64 = 0;
/** |F_u|² and |F_v|². */
export let uu: f64 = 0;
export let vv: f64 = 0;

/** F_u/|F_u| and F_v/|F_v|. */
export let nux: f64 = 0;
export let nuy: f64 = 0;
export let nuz: f64 = 0;
export let nvx: f64 = 0;
export let nvy: f64 = 0;
export let nvz: f64 = 0;
/** R, the polar factor of F, [LBOK13] Sec. 6. */
export let rux: f64 = 0;
export let ruy: f64 = 0;
export let ruz: f64 = 0;
export let rvx: f64 = 0;
export let rvy: f64 = 0;
export let rvz: f64 = 0;
/** σ₁ + σ₂ and σ₁ − σ₂. */
export let sum: f64 = 0;
export let difference: f64 = 0;

/** A direction that a function below leaves. */
let dx: f64 = 0;
let dy: f64 = 0;
let dz: f64 = 0;

/** F of the triangle whose corners and numbers stand here. */
export function findStretch(x: usize, delta: usize, corners: usize, numbers: usize): void {
  const i = <usize>load<u32>(corners);
  const j = <usize>load<u32>(corners, 4);
  const k = <usize>load<u32>(corners, 8);
  b1 = <f64>load<f32>(numbers);
  b2 = <f64>load<f32>(numbers, 4);
  c1 = <f64>load<f32>(numbers, 8);
  c2 = <f64>load<f32>(numbers, 12);
  wu = <f64>load<f32>(numbers, 16);
  wv = <f64>load<f32>(numbers, 20);
  ws = <f64>load<f32>(numbers, 24);
  const x1 = apart(x, delta, i, j, 0);
  const y1 = apart(x, delta, i, j, 1);
  const z1 = apart(x, delta, i, j, 2);
  const x2 = apart(x, delta, i, k, 0);
  const y2 = apart(x, delta, i, k, 1);
  const z2 = apart(x, delta, i, k, 2);
  fux = b1 * x1 + b2 * x2;
  fuy = b1 * y1 + b2 * y2;
  fuz = b1 * z1 + b2 * z2;
  fvx = c1 * x1 + c2 * x2;
  fvy = c1 * y1 + c2 * y2;
  fvz = c1 * z1 + c2 * z2;
  uu = fux * fux + fuy * fuy + fuz * fuz;
  vv = fvx * fvx + fvy * fvy + fvz * fvz;
}

/** What a vector with three numbers a particle does to F_u (`weft` false) or F_v, component c, of the triangle found last. */
export function stretchAlong(p: usize, corners: usize, weft: bool, c: usize): f64 {
  const i = <usize>load<u32>(corners);
  const one = between(p, i, <usize>load<u32>(corners, 4), c);
  const two = between(p, i, <usize>load<u32>(corners, 8), c);
  return weft ? c1 * one + c2 * two : b1 * one + b2 * two;
}

function axis(k: u32): void {
  dx = k % 3 == 0 ? 1 : 0;
  dy = k % 3 == 1 ? 1 : 0;
  dz = k % 3 == 2 ? 1 : 0;
}

/** At right angles to the unit vector (x, y, z), as `perpendicular` of frame.ts. */
function perpendicular(x: f64, y: f64, z: f64, element: u32): void {
  const first = element % 3;
  const component = first == 0 ? x : first == 1 ? y : z;
  axis(component * component > 0.9 ? element + 1 : element);
  const along = x * dx + y * dy + z * dz;
  const scale = 1 / sqrt<f64>(1 - along * along);
  dx = scale * (dx - along * x);
  dy = scale * (dy - along * y);
  dz = scale * (dz - along * z);
}

/** The plane of the triangle found last, as `frameOf` has it, R and the directions of its threads. */
export function findRotation(element: u32): void {
  const uThere = uu > 1e-12;
  const vThere = vv > 1e-12;
  const overU: f64 = uThere ? 1 / sqrt<f64>(uu) : 0;
  const overV: f64 = vThere ? 1 / sqrt<f64>(vv) : 0;
  if (uThere) {
    dx = overU * fux;
    dy = overU * fuy;
    dz = overU * fuz;
  } else if (vThere) {
    perpendicular(overV * fvx, overV * fvy, overV * fvz, element);
  } else {
    axis(element);
  }
  const e1x = dx;
  const e1y = dy;
  const e1z = dz;
  const g12 = fvx * e1x + fvy * e1y + fvz * e1z;
  const ax = fvx - g12 * e1x;
  const ay = fvy - g12 * e1y;
  const az = fvz - g12 * e1z;
  const across = ax * ax + ay * ay + az * az;
  if (across > 1e-8 * vv && across > 1e-12) {
    const scale = 1 / sqrt<f64>(across);
    dx = scale * ax;
    dy = scale * ay;
    dz = scale * az;
  } else {
    perpendicular(e1x, e1y, e1z, element);
  }
  const g11 = fux * e1x + fuy * e1y + fuz * e1z;
  const g22 = fvx * dx + fvy * dy + fvz * dz;
  sum = sqrt<f64>((g11 + g22) * (g11 + g22) + g12 * g12);
  difference = sqrt<f64>((g11 - g22) * (g11 - g22) + g12 * g12);
  const cosine: f64 = sum > 0 ? (g11 + g22) / sum : 1;
  const sine: f64 = sum > 0 ? -g12 / sum : 0;
  rux = cosine * e1x + sine * dx;
  ruy = cosine * e1y + sine * dy;
  ruz = cosine * e1z + sine * dz;
  rvx = cosine * dx - sine * e1x;
  rvy = cosine * dy - sine * e1y;
  rvz = cosine * dz - sine * e1z;
  nux = uThere ? overU * fux : e1x;
  nuy = uThere ? overU * fuy : e1y;
  nuz = uThere ? overU * fuz : e1z;
  nvx = vThere ? overV * fvx : dx;
  nvy = vThere ? overV * fvy : dy;
  nvz = vThere ? overV * fvz : dz;
}

import { lengthening } from '../exact.as';
import {
  findRotation,
  findStretch,
  fux,
  fuy,
  fuz,
  fvx,
  fvy,
  fvz,
  nux,
  nuy,
  nuz,
  nvx,
  nvy,
  nvz,
  rux,
  ruy,
  ruz,
  rvx,
  rvy,
  rvz,
  stretchAlong,
  uu,
  vv,
  ws,
  wu,
  wv,
} from './triangle.as';

@unmanaged
export class MembraneRises {
  x: usize;
  correction: usize;
  direction: usize;
  corners: usize;
  numbers: usize;
  lengths: usize;
  energies: usize;
  element: u32;
}

/** What F_u and F_v change by. */
let ux: f64 = 0;
let uy: f64 = 0;
let uz: f64 = 0;
let vx: f64 = 0;
let vy: f64 = 0;
let vz: f64 = 0;

/** As in membrane-rises.ts. */
// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
export function membraneRises(a: MembraneRises, first: u32, end: u32): void {
  const alpha = load<f64>(a.lengths);
  for (let e = first; e < end; e++) {
    const corners = a.corners + 12 * <usize>e;
    findStretch(a.x, a.correction, corners, a.numbers + ((<usize>e) << 5));
    findRotation(e);
    ux = alpha * stretchAlong(a.direction, corners, false, 0);
    uy = alpha * stretchAlong(a.direction, corners, false, 1);
    uz = alpha * stretchAlong(a.direction, corners, false, 2);
    vx = alpha * stretchAlong(a.direction, corners, true, 0);
    vy = alpha * stretchAlong(a.direction, corners, true, 1);
    vz = alpha * stretchAlong(a.direction, corners, true, 2);
    const uDu = fux * ux + fuy * uy + fuz * uz;
    const vDv = fvx * vx + fvy * vy + fvz * vz;
    const duu = ux * ux + uy * uy + uz * uz;
    const dvv = vx * vx + vy * vy + vz * vz;
    let energy = wu * (0.5 * duu - longer(uu, uDu, duu, nux * ux + nuy * uy + nuz * uz));
    energy += wv * (0.5 * dvv - longer(vv, vDv, dvv, nvx * vx + nvy * vy + nvz * vz));
    energy += ws * (0.5 * (duu + dvv) - turned(uDu + vDv, duu + dvv));
    store<f64>(a.energies + ((<usize>(a.element + e)) << 3), energy);
  }
}

/** |f + d| − |f| − n·d. */
function longer(ff: f64, fd: f64, dd: f64, nd: f64): f64 {
  if (ff > 1e-12) return lengthening(ff, fd, dd);
  return sqrt<f64>(max<f64>(ff + 2 * fd + dd, 0)) - sqrt<f64>(ff) - nd;
}

/** N' − N − R·D. */
function turned(along: f64, steps: f64): f64 {
  const ax = fuy * fvz - fuz * fvy;
  const ay = fuz * fvx - fux * fvz;
  const az = fux * fvy - fuy * fvx;
  const aa = ax * ax + ay * ay + az * az;
  const firstX = uy * fvz - uz * fvy + (fuy * vz - fuz * vy);
  const firstY = uz * fvx - ux * fvz + (fuz * vx - fux * vz);
  const firstZ = ux * fvy - uy * fvx + (fux * vy - fuy * vx);
  const secondX = uy * vz - uz * vy;
  const secondY = uz * vx - ux * vz;
  const secondZ = ux * vy - uy * vx;
  const cx = firstX + secondX;
  const cy = firstY + secondY;
  const cz = firstZ + secondZ;
  const area = sqrt<f64>(aa);
  const before = sqrt<f64>(uu + vv + 2 * area);
  if (uu > 1e-12 && aa > uu * max<f64>(1e-8 * vv, 1e-12)) {
    const ac = ax * cx + ay * cy + az * cz;
    const slope = (ax * firstX + ay * firstY + az * firstZ) / area;
    const further = (ax * secondX + ay * secondY + az * secondZ) / area;
    const grown = lengthening(aa, ac, cx * cx + cy * cy + cz * cz) + further;
    const A = along + slope;
    const B = steps + 2 * grown;
    const after = sqrt<f64>(max<f64>(uu + vv + 2 * area + 2 * A + B, 0));
    return (B - (A * (2 * A + B)) / (before * (after + before))) / (after + before);
  }
  const lx = ax + cx;
  const ly = ay + cy;
  const lz = az + cz;
  const later = uu + vv + 2 * along + steps + 2 * sqrt<f64>(lx * lx + ly * ly + lz * lz);
  const rotated = rux * ux + ruy * uy + ruz * uz + rvx * vx + rvy * vy + rvz * vz;
  return sqrt<f64>(max<f64>(later, 0)) - before - rotated;
}

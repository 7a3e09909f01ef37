import { largestAt } from '../exact.as';
import {
  b1,
  b2,
  c1,
  c2,
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
  sum,
  uu,
  vv,
  ws,
  wu,
  wv,
} from './triangle.as';

const SMALL: f64 = 1e-6;

@unmanaged
export class MembraneTangents {
  x: usize;
  correction: usize;
  corners: usize;
  numbers: usize;
  pulls: usize;
  tensors: usize;
  corner: u32;
  couple: u32;
  positive: u32;
  rounding: f32;
}

/** The gradient and the Hessian of the energy of [LBOK13] Sec. 6, thin shells; see membrane-tangents.ts. */
// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
export function membraneTangents(a: MembraneTangents, first: u32, end: u32): void {
  const positive = a.positive != 0;
  for (let e = first; e < end; e++) {
    findStretch(a.x, a.correction, a.corners + 12 * <usize>e, a.numbers + ((<usize>e) << 5));
    findRotation(e);
    const off = <f64>a.rounding * largestAt(a.correction, a.corners + 12 * <usize>e, 3);
    putPulls(a.pulls + ((<usize>(a.corner + 3 * e)) << 5), off);
    putTensors(a.tensors + <usize>(a.couple + 3 * e) * 72, positive);
  }
}

function putPulls(to: usize, off: f64): void {
  const ux = wu * (fux - nux) + ws * (fux - rux);
  const uy = wu * (fuy - nuy) + ws * (fuy - ruy);
  const uz = wu * (fuz - nuz) + ws * (fuz - ruz);
  const vx = wv * (fvx - nvx) + ws * (fvx - rvx);
  const vy = wv * (fvy - nvy) + ws * (fvy - rvy);
  const vz = wv * (fvz - nvz) + ws * (fvz - rvz);
  const sizeU = (wu + ws) * max<f64>(max<f64>(1, sqrt<f64>(uu)), off * (abs<f64>(b1) + abs<f64>(b2)));
  const sizeV = (wv + ws) * max<f64>(max<f64>(1, sqrt<f64>(vv)), off * (abs<f64>(c1) + abs<f64>(c2)));
  for (let k: usize = 0; k < 3; k++, to += 32) {
    const b = k == 0 ? -b1 - b2 : k == 1 ? b1 : b2;
    const c = k == 0 ? -c1 - c2 : k == 1 ? c1 : c2;
    store<f64>(to, b * ux + c * vx);
    store<f64>(to, b * uy + c * vy, 8);
    store<f64>(to, b * uz + c * vz, 16);
    store<f64>(to, abs<f64>(b) * sizeU + abs<f64>(c) * sizeV, 24);
  }
}

/** s of a thread: 1 − 1/|F|. */
function shareOf(squared: f64, positive: bool): f64 {
  if (!(squared > 1e-12) || (positive && squared <= 1)) return 0;
  return 1 - 1 / sqrt<f64>(squared);
}

function putTensors(to: usize, positive: bool): void {
  const shareU = shareOf(uu, positive);
  const shareV = shareOf(vv, positive);
  const ox = ruy * rvz - ruz * rvy;
  const oy = ruz * rvx - rux * rvz;
  const oz = rux * rvy - ruy * rvx;
  const u11 = rux * fux + ruy * fuy + ruz * fuz;
  const u12 = rux * fvx + ruy * fvy + ruz * fvz;
  const u22 = rvx * fvx + rvy * fvy + rvz * fvz;
  const half = 0.5 * (u11 - u22);
  const away = sqrt<f64>(half * half + u12 * u12);
  const least: f64 = positive ? 1 : SMALL;
  const large = 1 / max<f64>(0.5 * sum + away, least);
  const small = 1 / max<f64>(0.5 * sum - away, least);
  const bend: f64 = away > SMALL ? (large - small) / (2 * away) : 0;
  const m11 = 0.5 * (large + small) + bend * half;
  const m12 = bend * u12;
  const m22 = 0.5 * (large + small) - bend * half;
  const turning = 1 / max<f64>(sum, positive ? 2 : SMALL);
  for (let row: u32 = 0; row < 3; row++) {
    for (let column: u32 = 0; column < 3; column++, to += 8) {
      const identity: f64 = row == column ? 1 : 0;
      const out = pick(row, ox, oy, oz) * pick(column, ox, oy, oz);
      const ur = pick(row, rux, ruy, ruz);
      const uc = pick(column, rux, ruy, ruz);
      const vr = pick(row, rvx, rvy, rvz);
      const vc = pick(column, rvx, rvy, rvz);
      const alongU = pick(row, nux, nuy, nuz) * pick(column, nux, nuy, nuz);
      const alongV = pick(row, nvx, nvy, nvz) * pick(column, nvx, nvy, nvz);
      let huu = wu * (shareU * identity + (1 - shareU) * alongU);
      huu += ws * (identity - turning * vr * vc - m11 * out);
      let hvv = wv * (shareV * identity + (1 - shareV) * alongV);
      hvv += ws * (identity - turning * ur * uc - m22 * out);
      const huv = ws * (turning * vr * uc - m12 * out);
      const hvu = ws * (turning * ur * vc - m12 * out);
      const b0 = -b1 - b2;
      const c0 = -c1 - c2;
      store<f64>(to, -(b0 * (b1 * huu + c1 * huv) + c0 * (b1 * hvu + c1 * hvv)));
      store<f64>(to, -(b0 * (b2 * huu + c2 * huv) + c0 * (b2 * hvu + c2 * hvv)), 72);
      store<f64>(to, -(b1 * (b2 * huu + c2 * huv) + c1 * (b2 * hvu + c2 * hvv)), 144);
    }
  }
}

function pick(k: u32, x: f64, y: f64, z: f64): f64 {
  return k == 0 ? x : k == 1 ? y : z;
}

import { apart, largestAt } from '../exact.as';
import { c0, c1, c2, c3, findHinge, isFlat, nx, ny, nz, rest, vv, vx, vy, vz } from './hinge.as';

@unmanaged
export class BendingTangents {
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

/** The gradient and the Hessian of the energy of [BWH*06] with a rest angle; see bending-tangents.ts. */
// The energy of [BWH*06], with a rest angle
export function bendingTangents(a: BendingTangents, first: u32, end: u32): void {
  for (let e = first; e < end; e++) {
    const corners = a.corners + ((<usize>e) << 4);
    findHinge(a.x, a.correction, corners, a.numbers + ((<usize>e) << 4), e);
    const length = sqrt<f64>(vv);
    const off = <f64>a.rounding * largestAt(a.correction, corners, 4);
    let size = max<f64>(rest, length);
    size += abs<f64>(c1) * max<f64>(off, reach(a, corners, 4));
    size += abs<f64>(c2) * max<f64>(off, reach(a, corners, 8));
    size += abs<f64>(c3) * max<f64>(off, reach(a, corners, 12));
    const pull = a.pulls + ((<usize>(a.corner + 4 * e)) << 5);
    putPull(pull, c0, size);
    putPull(pull + 32, c1, size);
    putPull(pull + 64, c2, size);
    putPull(pull + 96, c3, size);
    const across: f64 = isFlat ? 1 : 1 - rest / length;
    const s = a.positive ? max<f64>(0, across) : across;
    const tensor = a.tensors + <usize>(a.couple + 6 * e) * 72;
    putTensor(tensor, -c0 * c1, s);
    putTensor(tensor + 72, -c0 * c2, s);
    putTensor(tensor + 144, -c0 * c3, s);
    putTensor(tensor + 216, -c1 * c2, s);
    putTensor(tensor + 288, -c1 * c3, s);
    putTensor(tensor + 360, -c2 * c3, s);
  }
}

/** How far a corner is from the first. */
function reach(a: BendingTangents, corners: usize, at: usize): f64 {
  const o = <usize>load<u32>(corners);
  const k = <usize>load<u32>(corners + at);
  const dx = apart(a.x, a.correction, o, k, 0);
  const dy = apart(a.x, a.correction, o, k, 1);
  const dz = apart(a.x, a.correction, o, k, 2);
  return sqrt<f64>(dx * dx + dy * dy + dz * dz);
}

function putPull(to: usize, share: f64, size: f64): void {
  store<f64>(to, share * (vx - rest * nx));
  store<f64>(to, share * (vy - rest * ny), 8);
  store<f64>(to, share * (vz - rest * nz), 16);
  store<f64>(to, abs<f64>(share) * size, 24);
}

/** w (s I + (1 − s) n nᵀ). */
function putTensor(to: usize, w: f64, s: f64): void {
  const along = (1 - s) * w;
  const straight = s * w;
  store<f64>(to, along * nx * nx + straight);
  store<f64>(to, along * nx * ny, 8);
  store<f64>(to, along * nx * nz, 16);
  store<f64>(to, along * ny * nx, 24);
  store<f64>(to, along * ny * ny + straight, 32);
  store<f64>(to, along * ny * nz, 40);
  store<f64>(to, along * nz * nx, 48);
  store<f64>(to, along * nz * ny, 56);
  store<f64>(to, along * nz * nz + straight, 64);
}

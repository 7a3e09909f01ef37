import { lengthening } from '../exact.as';
import { combinedAlong, findHinge, isFlat, nx, ny, nz, rest, vv, vx, vy, vz } from './hinge.as';

@unmanaged
export class BendingRises {
  x: usize;
  correction: usize;
  direction: usize;
  corners: usize;
  numbers: usize;
  lengths: usize;
  energies: usize;
  element: u32;
}

/** As in bending-rises.ts. */
// The energy of [BWH*06], with a rest angle
export function bendingRises(a: BendingRises, first: u32, end: u32): void {
  const alpha = load<f64>(a.lengths);
  for (let e = first; e < end; e++) {
    const corners = a.corners + ((<usize>e) << 4);
    findHinge(a.x, a.correction, corners, a.numbers + ((<usize>e) << 4), e);
    const dx = alpha * combinedAlong(a.direction, corners, 0);
    const dy = alpha * combinedAlong(a.direction, corners, 1);
    const dz = alpha * combinedAlong(a.direction, corners, 2);
    const vd = vx * dx + vy * dy + vz * dz;
    const dd = dx * dx + dy * dy + dz * dz;
    let longer: f64 = 0;
    if (!isFlat) longer = lengthening(vv, vd, dd);
    else longer = sqrt<f64>(vv + 2 * vd + dd) - (nx * (vx + dx) + ny * (vy + dy) + nz * (vz + dz));
    let energy = 0.5 * dd;
    if (rest > 0) energy -= rest * longer;
    store<f64>(a.energies + ((<usize>(a.element + e)) << 3), energy);
  }
}

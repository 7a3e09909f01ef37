import { findHinge, rest, vv } from './hinge.as';

@unmanaged
export class BendingEnergies {
  x: usize;
  correction: usize;
  corners: usize;
  numbers: usize;
  energies: usize;
  element: u32;
}

/** The energy of [BWH*06] with a rest angle; see README.md. */
// The energy of [BWH*06], with a rest angle
export function bendingEnergies(a: BendingEnergies, first: u32, end: u32): void {
  for (let e = first; e < end; e++) {
    findHinge(a.x, a.correction, a.corners + ((<usize>e) << 4), a.numbers + ((<usize>e) << 4), e);
    let beyond = sqrt<f64>(vv);
    beyond -= rest;
    store<f64>(a.energies + ((<usize>(a.element + e)) << 3), 0.5 * beyond * beyond);
  }
}

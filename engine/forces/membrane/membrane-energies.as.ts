import { difference, findRotation, findStretch, sum, uu, vv, ws, wu, wv } from './triangle.as';

@unmanaged
export class MembraneEnergies {
  x: usize;
  correction: usize;
  corners: usize;
  numbers: usize;
  energies: usize;
  element: u32;
}

/** The energy of [LBOK13] Sec. 6, thin shells; see README.md. */
// The energy of a triangle in place of a spring, [LBOK13] Sec. 6
export function membraneEnergies(a: MembraneEnergies, first: u32, end: u32): void {
  for (let e = first; e < end; e++) {
    findStretch(a.x, a.correction, a.corners + 12 * <usize>e, a.numbers + ((<usize>e) << 5));
    findRotation(e);
    const u = sqrt<f64>(uu) - 1;
    const v = sqrt<f64>(vv) - 1;
    const large = 0.5 * (sum + difference) - 1;
    const small = 0.5 * (sum - difference) - 1;
    let twice = wu * u * u;
    twice += wv * v * v;
    twice += ws * (large * large + small * small);
    store<f64>(a.energies + ((<usize>(a.element + e)) << 3), 0.5 * twice);
  }
}

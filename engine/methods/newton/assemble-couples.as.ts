import { add, DUE } from './status.as';

@unmanaged
export class AssembleCouples {
  masses: usize;
  couples: usize;
  elementTensors: usize;
  couplePlaces: usize;
  blockPlaces: usize;
  status: usize;
  panels: usize;
}

/** As in assemble-couples.ts. */
// The Hessian of g, [LBOK13] Eq. (8)
export function assembleCouples(a: AssembleCouples, first: u32, end: u32): void {
  if (load<f64>(a.status, DUE) == 0) return;
  for (let pair = <usize>first; pair < <usize>end; pair++) {
    const i = <usize>load<u32>(a.couples + (pair << 3));
    const j = <usize>load<u32>(a.couples + (pair << 3), 4);
    const tensor = a.elementTensors + pair * 72;
    const pinnedI = load<f32>(a.masses + (i << 4), 4) == 0;
    const pinnedJ = load<f32>(a.masses + (j << 4), 4) == 0;
    if (!pinnedI) addBlock(a, i, tensor, 8, 16, 40);
    if (!pinnedJ) addBlock(a, j, tensor, 24, 48, 56);
    if (pinnedI || pinnedJ) continue;
    for (let ab: usize = 0; ab < 9; ab++) {
      const value = load<f64>(tensor + (ab << 3));
      add(place(a.panels, a.couplePlaces, pair * 9 + ab), -value);
    }
  }
}

/** With xy, xz and yz from these bytes of the tensor: those of the transposed one for a second particle. */
function addBlock(a: AssembleCouples, i: usize, tensor: usize, xy: usize, xz: usize, yz: usize): void {
  add(place(a.panels, a.blockPlaces, i * 6), load<f64>(tensor));
  add(place(a.panels, a.blockPlaces, i * 6 + 1), load<f64>(tensor + xy));
  add(place(a.panels, a.blockPlaces, i * 6 + 2), load<f64>(tensor + xz));
  add(place(a.panels, a.blockPlaces, i * 6 + 3), load<f64>(tensor, 32));
  add(place(a.panels, a.blockPlaces, i * 6 + 4), load<f64>(tensor + yz));
  add(place(a.panels, a.blockPlaces, i * 6 + 5), load<f64>(tensor, 64));
}

function place(panels: usize, places: usize, at: usize): usize {
  return panels + ((<usize>load<u32>(places + (at << 2))) << 3);
}

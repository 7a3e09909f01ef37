import { CORRECTED, DUE } from './status.as';

const RIDGE: f64 = 1e-9;

@unmanaged
export class AddBlocks {
  couples: usize;
  elementTensors: usize;
  diagonal: usize;
  blocks: usize;
  status: usize;
}

/** As in add-blocks.ts. */
export function addBlocks(a: AddBlocks, first: u32, end: u32): void {
  if (load<f64>(a.status, DUE) == 0) return;
  const ridge: f64 = load<f64>(a.status, CORRECTED) == 0 ? 0 : RIDGE;
  for (let pair = <usize>first; pair < <usize>end; pair++) {
    const tensor = a.elementTensors + pair * 72;
    const trace = load<f64>(tensor) + load<f64>(tensor, 32) + load<f64>(tensor, 64);
    const more = (ridge / 3) * abs<f64>(trace);
    for (let side: usize = 0; side < 2; side++) {
      const i = <usize>load<u32>(a.couples + (pair << 3) + (side << 2));
      const block = a.blocks + i * 48;
      // xy, xz and yz of the transposed tensor for the second particle.
      addTo(block, load<f64>(tensor) + more);
      addTo(block + 8, load<f64>(tensor + (side == 0 ? 8 : 24)));
      addTo(block + 16, load<f64>(tensor + (side == 0 ? 16 : 48)));
      addTo(block + 24, load<f64>(tensor, 32) + more);
      addTo(block + 32, load<f64>(tensor + (side == 0 ? 40 : 56)));
      addTo(block + 40, load<f64>(tensor, 64) + more);
      addTo(a.diagonal + (i << 3), more);
    }
  }
}

function addTo(address: usize, value: f64): void {
  let sum = load<f64>(address);
  sum += value;
  store<f64>(address, sum);
}

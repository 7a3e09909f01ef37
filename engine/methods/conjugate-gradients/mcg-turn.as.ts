import {
  ALPHA,
  BETA,
  CONVERGED,
  INDEFINITE,
  ITERATIONS,
  OUTCOME,
  PRODUCT,
  RESIDUAL,
  SQUARES,
  STATUS_BYTES,
} from './status.as';

@unmanaged
export class McgTurn {
  sums: usize;
  status: usize;
  ended: usize;
  blocks: u32;
  what: u32;
  tolerance: f32;
}

// [HAN15] Alg. 1 lines 3 to 5, 7 and 10 to 12
export function mcgTurn(a: McgTurn, first: u32, end: u32): void {
  let product: f64 = 0;
  let squares: f64 = 0;
  for (let block: usize = 0; block < <usize>a.blocks; block++) {
    product += load<f64>(a.sums + (block << 4));
    squares += load<f64>(a.sums + (block << 4), 8);
  }
  const status = a.status;
  const start = load<f64>(status, SQUARES);
  if (a.what == 0) {
    memory.fill(status, 0, STATUS_BYTES);
    store<f64>(status, squares, SQUARES);
    store<u32>(a.ended, 0);
  } else if (a.what == 4) {
    store<f64>(status, start > 0 ? sqrt<f64>(squares / start) : 0, RESIDUAL);
  } else if (a.what == 2) {
    store<f64>(status, product > 0 ? load<f64>(status, PRODUCT) / product : 0, ALPHA);
    if (!(product > 0)) store<f64>(status, INDEFINITE, OUTCOME);
  } else {
    const before = load<f64>(status, PRODUCT);
    const running = load<f64>(status, OUTCOME) == 0;
    if (a.what == 3) {
      store<f64>(status, before > 0 ? product / before : 0, BETA);
      if (running) store<f64>(status, load<f64>(status, ITERATIONS) + 1, ITERATIONS);
    }
    store<f64>(status, product, PRODUCT);
    const tolerance = <f64>a.tolerance;
    if (running && squares <= tolerance * tolerance * start) store<f64>(status, CONVERGED, OUTCOME);
    store<u32>(a.ended, load<f64>(status, OUTCOME) == 0 ? 0 : 1);
  }
}

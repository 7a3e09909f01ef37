import { ALPHA, BETA, finite, fold, INERTIA, LAST, OUTCOME, SLOPE, TRIES } from './status.as';

@unmanaged
export class Choose {
  sums: usize;
  status: usize;
  blocks: u32;
}

export function choose(a: Choose, first: u32, end: u32): void {
  if (first >= end || load<f32>(a.status, OUTCOME) != 0) return;
  const slope = <f64>load<f32>(a.status, SLOPE);
  const inertia = <f64>load<f32>(a.status, INERTIA);
  let least: f64 = 0;
  let alpha: f32 = 0;
  for (let c: usize = 0; c < 4; c++) {
    const tried = <f64>load<f32>(a.status + TRIES + (c << 2));
    // The change of g, [LBOK13] Eq. (8)
    let change = fold(a.sums, c, a.blocks);
    change += 0.5 * tried * tried * inertia;
    change -= tried * slope;
    if (finite(change) < least && slope < 3e38) {
      least = change;
      alpha = <f32>tried;
    }
  }
  if (least == 0 && load<f32>(a.status, BETA) == 0) {
    alpha = 1;
    store<f32>(a.status, 1, LAST);
  }
  store<f32>(a.status, alpha, ALPHA);
}

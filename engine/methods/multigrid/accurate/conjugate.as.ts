import { BETA, finite, fold, ITERATIONS, OUTCOME, PROMISE, SLOPE } from './status.as';

@unmanaged
export class Conjugate {
  sums: usize;
  status: usize;
  blocks: u32;
}

export function conjugate(a: Conjugate, first: u32, end: u32): void {
  if (first >= end || load<f32>(a.status, OUTCOME) != 0) return;
  const promise = fold(a.sums, 0, a.blocks);
  const last = <f64>load<f32>(a.status, PROMISE);
  // [PR69] β = max(0, sᵀ(r − r_before)/s_beforeᵀr_before)
  let beta: f64 = 0;
  if (load<f32>(a.status, ITERATIONS) > 0 && last > 0) {
    beta = promise;
    beta -= fold(a.sums, 1, a.blocks);
    beta = max<f64>(0, finite(beta / last));
  }
  let slope = beta * fold(a.sums, 2, a.blocks);
  slope += promise;
  const isDescent = slope > 0 && slope < 3e38 && beta < 3e38;
  store<f32>(a.status, <f32>finite(promise), PROMISE);
  store<f32>(a.status, isDescent ? <f32>beta : 0, BETA);
  store<f32>(a.status, <f32>finite(isDescent ? slope : promise), SLOPE);
}

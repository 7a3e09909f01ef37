import { FIRST, finite, fold, GRADIENT, ITERATIONS, LAST, OUTCOME, STATUS_BYTES } from './status.as';

@unmanaged
export class Judge {
  sums: usize;
  status: usize;
  blocks: u32;
  begins: u32;
  accuracy: f32;
}

export function judge(a: Judge, first: u32, end: u32): void {
  if (first >= end) return;
  if (a.begins) memory.fill(a.status, 0, STATUS_BYTES);
  if (load<f32>(a.status, OUTCOME) != 0) return;
  const squares = <f32>finite(fold(a.sums, 0, a.blocks));
  const rounding = fold(a.sums, 1, a.blocks);
  let iterations = load<f32>(a.status, ITERATIONS);
  if (a.begins) store<f32>(a.status, squares, FIRST);
  else iterations += 1;
  store<f32>(a.status, iterations, ITERATIONS);
  const start = load<f32>(a.status, FIRST);
  const gradient: f32 = start > 0 ? sqrt<f32>(squares / start) : 0;
  store<f32>(a.status, gradient, GRADIENT);
  if (gradient <= a.accuracy) store<f32>(a.status, 1, OUTCOME);
  else if (<f64>squares <= rounding || load<f32>(a.status, LAST) == 1) store<f32>(a.status, 2, OUTCOME);
}

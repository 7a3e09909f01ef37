import { fold, INERTIA, OUTCOME, SLOPE, TRIES } from './status.as';

@unmanaged
export class Reach {
  sums: usize;
  status: usize;
  blocks: u32;
}

export function reach(a: Reach, first: u32, end: u32): void {
  if (first >= end || load<f32>(a.status, OUTCOME) != 0) return;
  const A = fold(a.sums, 0, a.blocks);
  const H = fold(a.sums, 1, a.blocks);
  const safe: f64 = A > 0 ? <f64>load<f32>(a.status, SLOPE) / A : 0;
  const factor: f64 = 64 * H > A ? A / H : 64;
  const shares = f64x2.mul(f64x2(1, 0.5), f64x2.splat(factor));
  store<f32>(a.status, <f32>(safe * max<f64>(1, f64x2.extract_lane(shares, 0))), TRIES);
  store<f32>(a.status, <f32>(safe * max<f64>(1, f64x2.extract_lane(shares, 1))), TRIES + 4);
  store<f32>(a.status, <f32>(safe * max<f64>(1, 0.25 * factor)), TRIES + 8);
  store<f32>(a.status, <f32>safe, TRIES + 12);
  store<f32>(a.status, <f32>fold(a.sums, 2, a.blocks), INERTIA);
}

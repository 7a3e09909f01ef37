/** Byte offsets into the status, in the order of status.ts. */
export const OUTCOME: usize = 0;
export const ITERATIONS: usize = 4;
export const GRADIENT: usize = 8;
export const FIRST: usize = 12;
export const PROMISE: usize = 16;
export const BETA: usize = 20;
export const SLOPE: usize = 24;
export const INERTIA: usize = 28;
export const TRIES: usize = 32;
export const ALPHA: usize = 48;
export const LAST: usize = 52;
export const STATUS_BYTES: usize = 56;

/** The number, or 3e38 for NaN and infinity. */
export function finite(value: f64): f64 {
  return abs<f64>(value) <= 3e38 ? value : 3e38;
}

/** One component of the blocks' sums, added up in order. */
export function fold(sums: usize, component: usize, blocks: u32): f64 {
  let sum: f64 = 0;
  for (let block: usize = 0; block < <usize>blocks; block++) {
    sum += <f64>load<f32>(sums + (block << 4) + (component << 2));
  }
  return sum;
}

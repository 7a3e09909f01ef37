/** Byte offsets into the status, as status.ts has its places, and f64 access to buffers. */
export const OUTCOME: usize = 0;
export const ITERATIONS: usize = 8;
export const RESIDUAL: usize = 16;
export const GRADIENT: usize = 24;
export const ENERGY: usize = 32;
export const CORRECTIONS: usize = 40;
export const HALVINGS: usize = 48;
export const CONJUGATE: usize = 56;
export const DUE: usize = 64;
export const CORRECTED: usize = 72;
export const NORM: usize = 80;
export const FIRST_NORM: usize = 88;
export const STATUS_BYTES: usize = 96;

export const CONVERGED: f64 = 1;
export const STALLED: f64 = 2;

/** Adds to a number in memory. */
export function add(address: usize, value: f64): void {
  store<f64>(address, load<f64>(address) + value);
}

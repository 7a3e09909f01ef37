/** Byte offsets into the status, as status.ts has its places. */
export const OUTCOME: usize = 0;
export const ITERATIONS: usize = 8;
export const RESIDUAL: usize = 16;
export const PRODUCT: usize = 24;
export const SQUARES: usize = 32;
export const ALPHA: usize = 40;
export const BETA: usize = 48;
export const STATUS_BYTES: usize = 56;

export const CONVERGED: f64 = 1;
export const INDEFINITE: f64 = 2;

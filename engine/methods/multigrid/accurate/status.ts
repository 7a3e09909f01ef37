/** The scalars of the iteration, stored in a buffer so that no backend waits for them. status.as.ts has the same order. */
export const STATUS = {
  /** An `OUTCOME`; the loop ends once it is not 0. */
  outcome: 0,
  /** Iterations done. */
  iterations: 1,
  /** |∇g| over |∇g| at y. */
  gradient: 2,
  /** |∇g|² at y, N². */
  first: 3,
  /** sᵀr, the decrease predicted for a full step along s, J. */
  promise: 4,
  /** The share β of the previous direction in the next one. */
  beta: 5,
  /** pᵀr, minus the slope of g along the direction, J. */
  slope: 6,
  /** pᵀMp/h², J. */
  inertia: 7,
  /** The four step lengths to try. */
  tries: 8,
  /** The step length taken. */
  alpha: 12,
  /** 1 if no step length lowered g: this iteration is the last. */
  last: 13,
} as const;

export const STATUS_LENGTH = 14;

export const OUTCOME = {
  /** Still running; at the end: all iterations were used. */
  running: 0,
  /** The relative gradient is at most the requested accuracy. */
  converged: 1,
  /** The gradient is rounding error: no better result exists at this precision. */
  exact: 2,
} as const;

/** Names of the first entries of the buffer, in order. */
export const REPORT = ['outcome', 'iterations', 'gradient'] as const;

/** Replaces a sum that is not finite. */
export const MOST = 3e38;

export const finite = (value: number): number => (Math.abs(value) <= MOST ? value : MOST);

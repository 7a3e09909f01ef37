/** The scalars of the iteration, which live in a buffer: no backend waits for them. status.as.ts has the same places. */
export const STATUS = {
  /** See `OUTCOME`; the loop ends once it is not 0. */
  outcome: 0,
  /** Iterations done. */
  iterations: 1,
  /** |∇g| over what it was at y. */
  gradient: 2,
  /** |∇g|² at y, N². */
  first: 3,
  /** sᵀr, what the cycle promises at full length, J. */
  promise: 4,
  /** Of the direction before, the share that the next one keeps. */
  beta: 5,
  /** pᵀr: by how much g falls along the direction at first, J. */
  slope: 6,
  /** pᵀMp/h², J. */
  inertia: 7,
  /** The four lengths that are tried. */
  tries: 8,
  /** The length that is taken. */
  alpha: 12,
  /** 1 where no length would do: this iteration is the last. */
  last: 13,
} as const;

export const STATUS_LENGTH = 14;

export const OUTCOME = {
  /** The iterations were spent, if it is still so at the end. */
  running: 0,
  /** The relative gradient is at most the requested accuracy. */
  converged: 1,
  /** What is left of the gradient is rounding: these numbers have no better answer. */
  exact: 2,
} as const;

/** Names of the first entries of the buffer, in order. */
export const REPORT = ['outcome', 'iterations', 'gradient'] as const;

/** What stands for a sum that is past the numbers. */
export const MOST = 3e38;

export const finite = (value: number): number => (Math.abs(value) <= MOST ? value : MOST);

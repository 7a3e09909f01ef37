/**
 * What an iteration leaves for the next one, and what is read after the step: a few float64 numbers in one buffer.
 * status.as.ts has the same places.
 */
export const STATUS = {
  /** See `OUTCOME`; every kernel of an iteration does nothing once it is not 0. */
  outcome: 0,
  /** Newton steps taken. */
  iterations: 1,
  /** max_i |∇g_i| / S_i at the end, with S_i as in newton-gradient.ts. */
  residual: 2,
  /** max_i |∇g_i|, newtons, at the end. */
  gradient: 3,
  /** g, joules: at the start, and less by what every step has gained. */
  energy: 4,
  /** Iterations whose true Hessian was not positive definite. */
  corrections: 5,
  /** Times a step was halved. */
  halvings: 6,
  /** Iterations of conjugate gradients, all together. */
  conjugate: 7,
  /** 1 while the direction of this iteration must still be found. */
  due: 8,
  /** 1 where that takes the corrected Hessian. */
  corrected: 9,
  /** ‖∇g‖, Euclidean, of this iteration and of the first. */
  norm: 10,
  firstNorm: 11,
} as const;

export const STATUS_LENGTH = 12;

export const OUTCOME = {
  /** The iterations were spent, if it is still so at the end. */
  running: 0,
  /** The residual is below the tolerance. */
  converged: 1,
  /** No step of any length lowers g: float64 has no better answer. */
  stalled: 2,
} as const;

/** Names of the first entries of the buffer, in order. */
export const REPORT = [
  'outcome',
  'iterations',
  'residual',
  'gradient',
  'energy',
  'corrections',
  'halvings',
  'conjugate',
] as const;

/** What an iteration leaves for the next one, and what is read after the step: float64 numbers in one buffer. status.as.ts has the same places. */
export const STATUS = {
  /** See `OUTCOME`. */
  outcome: 0,
  iterations: 1,
  /** |b − A δ| / |b| at the end, computed anew. */
  residual: 2,
  /** δ_new of [HAN15] Alg. 1: rᵀr, or rᵀP⁻¹r. */
  product: 3,
  /** δ_0: bᵀb. */
  squares: 4,
  alpha: 5,
  beta: 6,
} as const;

export const STATUS_LENGTH = 7;

export const OUTCOME = {
  /** The iterations were spent. */
  spent: 0,
  /** The residual is below the tolerance. */
  converged: 1,
  /** The matrix is not positive definite: the step ends with what was found so far. */
  indefinite: 2,
} as const;

/** Names of the first entries of the buffer, in order. */
export const REPORT = ['outcome', 'iterations', 'residual'] as const;

/** What `mcgTurn` does with the sums. */
export const TURN = { begin: 0, measure: 1, step: 2, turn: 3, end: 4 } as const;

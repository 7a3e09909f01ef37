/**
 * What an operation of a program computes, in words that a rewrite (engine/blocks) takes in place of its calls. `level` 0 is the finest, that of
 * the particles; δ, right-hand sides and weights are the world's buffers of these names, and on coarser levels the method's own.
 */

/** y = q + h v', v' = v + h (g + f/m − c v), δ = 0, for all particles. */
export interface Prediction {
  readonly what: 'prediction';
  readonly scalars: Readonly<Record<'h' | 'gx' | 'gy' | 'gz' | 'damping', number>>;
}

/** q = y + δ, v = v' + δ/h, for all particles. */
export interface Finish {
  readonly what: 'finish';
  readonly scalars: Readonly<Record<'h' | 'rate', number>>;
}

/** The rows of the global matrix, divided by their diagonals, into `weights`: made from the buffer `springs`. */
export interface Weights {
  readonly what: 'weights';
  readonly springs: string;
}

/** Other rest lengths in the buffer `springs`, whose rows are as they were. */
export interface RestLengths {
  readonly what: 'rest lengths';
  readonly springs: string;
}

/** The rows of a coarse level, and the shares by which it gathers from the level above. */
export interface CoarseRows {
  readonly what: 'coarse rows';
  readonly level: number;
}

/** A loop of local steps, each followed by sweeps or by a cycle: its body is one `repeat` of operations. */
export interface Iterations {
  readonly what: 'iterations';
}

/** The right-hand sides of all rows at y + δ: [LBOK13] Eq. (10), [PNF18] Alg. 1. */
export interface Local {
  readonly what: 'local';
}

/** What forces besides springs, and constraints, add to the right-hand sides of these slots, from x and δ; of all slots where none are named. */
export interface Added {
  readonly what: 'added';
  readonly slots?: readonly (readonly [first: number, end: number])[];
}

/** So many relaxation sweeps over all colours of the finest level, in order; of a particle's δ the part `keep` stays. */
export interface Sweeps {
  readonly what: 'sweeps';
  readonly times: number;
  readonly keep: number;
}

/** The residual of the finest level. */
export interface Residual {
  readonly what: 'residual';
}

/** The residual of the level above, gathered by the level `to`, as its right-hand side and its residual. */
export interface Restriction {
  readonly what: 'restriction';
  readonly to: number;
}

/** δ of the coarsest level, exactly. */
export interface Coarsest {
  readonly what: 'coarsest';
}

/** The δ of the level below, added to that of the level `to`. */
export interface Prolongation {
  readonly what: 'prolongation';
  readonly to: number;
}

/** Relaxation of these colours of a coarse level, in this order. */
export interface Smoothing {
  readonly what: 'smoothing';
  readonly level: number;
  readonly colours: readonly number[];
}

export type Meaning =
  | Prediction
  | Finish
  | Weights
  | RestLengths
  | CoarseRows
  | Iterations
  | Local
  | Added
  | Sweeps
  | Residual
  | Restriction
  | Coarsest
  | Prolongation
  | Smoothing;

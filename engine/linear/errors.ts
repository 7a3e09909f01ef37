/** The matrix is not positive definite, as far as float64 can tell. */
export class NotPositiveDefiniteError extends Error {
  override readonly name = 'NotPositiveDefiniteError';
  constructor(
    /** The row and column of A, in the caller's numbering. */
    readonly column: number,
    /** The pivot: the diagonal after the previous columns were eliminated. */
    readonly pivot: number,
    what: string,
  ) {
    super(
      `the matrix is not positive definite: ${what} has the pivot ${pivot}, which must be positive and finite`,
    );
  }
}

/** The filter S of [HAN15] Alg. 1, after Baraff and Witkin: which way a particle may be moved by the solve. */
type Numbers = ArrayLike<number> & { [k: number]: number };

/** What the fourth number of a particle's filter says; the others are a unit vector n. */
export const FILTER = {
  /** S = I: it is free. */
  none: 0,
  /** S = I − n nᵀ: it moves at right angles to n. */
  plane: 1,
  /** S = n nᵀ: it moves along n. */
  line: 2,
  /** S = 0: as of a pin. */
  point: 3,
} as const;

/** v_i ← S_i v_i in a vector with three numbers a particle. */
export function filter(masses: Numbers, filters: Numbers, v: Numbers, i: number): void {
  const mode = masses[4 * i + 1] === 0 ? FILTER.point : filters[4 * i + 3];
  if (mode === FILTER.none) return;
  let along = 0;
  if (mode !== FILTER.point) for (let c = 0; c < 3; c++) along += filters[4 * i + c] * v[3 * i + c];
  const keep = mode === FILTER.plane ? 1 : 0;
  const share = mode === FILTER.plane ? -along : along;
  for (let c = 0; c < 3; c++) v[3 * i + c] = keep * v[3 * i + c] + share * filters[4 * i + c];
}

/**
 * The local solution of one spring, [PNF18] Alg. 3: d = L e/|e|, the vector of rest length along e = p_i - p_j.
 * It solves min |e - d|² over |d| = L, [LBOK13] Eq. (10), [PNF18] Eq. (5). The minimum is the energy of the spring, s/2 (|e| - L)²,
 * [PNF18] Eq. (4). All springs together have the energy ½ xᵀLx - xᵀJd, [LBOK13] Eq. (13).
 * Where the ends (nearly) coincide, every direction is equally good. The function then takes an axis that depends on the spring's
 * number and points opposite ways at the two ends: collapsed cloth opens again, and momentum is conserved.
 * The same function is in spring.as.ts and spring.wgsl.
 */
export function restVector(
  e: Float64Array,
  rest: number,
  spring: number,
  i: number,
  j: number,
  d: Float64Array,
): void {
  const length2 = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  if (length2 <= COINCIDENT * rest * rest) {
    d.fill(0);
    d[spring % 3] = i < j ? rest : -rest;
  } else {
    const scale = rest / Math.sqrt(length2);
    for (let c = 0; c < 3; c++) d[c] = scale * e[c];
  }
}

/** Squared length over squared rest length below which the ends of a spring coincide. */
export const COINCIDENT = 1e-12;

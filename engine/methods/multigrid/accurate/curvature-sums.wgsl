fn curvatureSums(block: u32) {
  var A = 0.0;
  var H = 0.0;
  var M = 0.0;
  for (var i = block * BLOCK; i < min(params.particles, (block + 1u) * BLOCK); i++) {
    M += params.inertia * masses[i].x * dot(direction[i].xyz, direction[i].xyz);
  }
  for (var s = block * BLOCK; s < min(params.count, (block + 1u) * BLOCK); s++) {
    let i = ends[s].x;
    let j = ends[s].y;
    let L = springs[s].x;
    let k = springs[s].y;
    let e = (x[i].xyz - x[j].xyz) + (iterate[i].xyz - iterate[j].xyz);
    let q = direction[i].xyz - direction[j].xyz;
    let ee = dot(e, e);
    let eq = dot(e, q);
    let qq = dot(q, q);
    // pᵀAp and pᵀHp for g of [LBOK13] Eq. (8)
    A += k * qq;
    H += k * qq;
    if (ee > 1e-12 * L * L) {
      H -= k * (L / sqrt(ee)) * (qq - eq * eq / ee);
    }
  }
  sums[block] = vec4f(A + M, H + M, M, 0.0);
}

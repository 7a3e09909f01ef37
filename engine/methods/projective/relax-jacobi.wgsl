// [PNF18] Eq. (2), [NP17] Alg. 6: a Jacobi sweep
fn relaxJacobi(i: u32) {
  var sum = rhs[i].xyz;
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    sum += weights[e] * delta[neighbours[e]].xyz;
  }
  next[i] = vec4f(sum, 0.0);
}

// [PNF18] Eq. (6) solved by [PNF18] Eq. (3), [NP17] Alg. 7, [NP17] Eq. (5.2): one colour of a Gauss-Seidel sweep
fn relax(i: u32) {
  var sum = params.keep * delta[i] + rhs[i];
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    sum += weights[e] * delta[neighbours[e]];
  }
  delta[i] = sum;
}

fn relax(i: u32) {
  var sum = params.keep * delta[i] + rhs[i];
  for (var e = i * params.width; e < (i + 1u) * params.width; e++) {
    sum += weights[e] * delta[neighbours[e]];
  }
  delta[i] = sum;
}

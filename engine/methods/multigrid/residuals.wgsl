fn residuals(i: u32) {
  var sum = rhs[i] - delta[i];
  for (var e = i * params.width; e < (i + 1u) * params.width; e++) {
    sum += weights[e] * delta[neighbours[e]];
  }
  residual[i] = diagonal[i] * sum;
}

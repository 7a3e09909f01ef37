fn residuals(i: u32) {
  var sum = rhs[i] - delta[i];
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    sum += weights[e] * delta[neighbours[e]];
  }
  // [BHM00] Ch. 2: r = f − A v
  residual[i] = diagonal[i] * sum;
}

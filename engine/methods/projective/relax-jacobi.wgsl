fn relaxJacobi(i: u32) {
  var sum = rhs[i].xyz;
  for (var e = i * params.width; e < (i + 1u) * params.width; e++) {
    sum += weights[e] * delta[neighbours[e]].xyz;
  }
  next[i] = vec4f(sum, 0.0);
}

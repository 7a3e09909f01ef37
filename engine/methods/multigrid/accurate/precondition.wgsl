fn precondition(i: u32) {
  residual[i] = vec4f(0.0);
  rhs[i] = vec4f(0.0);
  delta[i] = vec4f(0.0);
  if (diagonal[i] != 0.0) {
    residual[i] = vec4f(force[i].xyz, 0.0);
    rhs[i] = vec4f(force[i].xyz / diagonal[i], 0.0);
  }
}

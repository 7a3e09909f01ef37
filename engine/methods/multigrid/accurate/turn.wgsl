fn turn(i: u32) {
  if (status[0] != 0.0) { return; }
  // [PR69] p ← s + β p
  direction[i] = vec4f(delta[i].xyz + status[5] * direction[i].xyz, 0.0);
  before[i] = vec4f(force[i].xyz, 0.0);
}

// [Wang15] Alg. 1 with γ = 1
fn accelerate(i: u32) {
  let next = params.weight * (swept[i] - previous[i]) + previous[i];
  previous[i] = delta[i];
  delta[i] = next;
  swept[i] = next;
}

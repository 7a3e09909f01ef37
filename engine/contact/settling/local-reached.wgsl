// [PNF18] Alg. 3
fn localReached(i: u32) {
  if (reached[i] != 0u) { local(i); }
}

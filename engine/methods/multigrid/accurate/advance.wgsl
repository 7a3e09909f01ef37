fn advance(i: u32) {
  if (status[0] != 0.0) { return; }
  // [PR69] δ ← δ + α p
  iterate[i] += status[12] * direction[i];
}

fn advance(i: u32) {
  if (status[0] != 0.0) { return; }
  iterate[i] += status[12] * direction[i];
}

fn restart(i: u32) {
  swept[i] = delta[i];
  previous[i] = delta[i];
}

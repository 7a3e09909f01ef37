fn spread(i: u32) {
  var found = reached[i];
  for (var entry = i * params.width; entry < (i + 1u) * params.width; entry++) {
    found |= reached[neighbours[entry]];
  }
  next[i] = found;
}

fn spread(i: u32) {
  var found = reached[i];
  let stop = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < stop; entry++) {
    found |= reached[neighbours[entry]];
  }
  next[i] = found;
}

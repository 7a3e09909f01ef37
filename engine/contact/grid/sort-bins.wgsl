fn sortBins(k: u32) {
  let start = starts[k];
  for (var next = start + 1u; next < starts[k + 1u]; next++) {
    let begin = places[2u * next];
    let way = places[2u * next + 1u];
    var at = next;
    for (; at > start && places[2u * at - 1u].w > way.w; at--) {
      places[2u * at] = places[2u * at - 2u];
      places[2u * at + 1u] = places[2u * at - 1u];
    }
    places[2u * at] = begin;
    places[2u * at + 1u] = way;
  }
}

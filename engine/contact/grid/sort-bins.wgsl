fn sortBins(k: u32) {
  let start = starts[k];
  for (var next = start + 1u; next < starts[k + 1u]; next++) {
    let begin = places[4u * next];
    let way = places[4u * next + 1u];
    let rest = places[4u * next + 2u];
    let mass = places[4u * next + 3u];
    var at = next;
    for (; at > start && places[4u * at - 3u].w > way.w; at--) {
      for (var k = 0u; k < 4u; k++) { places[4u * at + k] = places[4u * at - 4u + k]; }
    }
    places[4u * at] = begin;
    places[4u * at + 1u] = way;
    places[4u * at + 2u] = rest;
    places[4u * at + 3u] = mass;
  }
}

fn densify(i: u32) {
  let stop = neighbours[params.entries + i + 1u];
  for (var c = 0u; c < params.denseWidth; c++) {
    let at = i * params.denseWidth + c;
    let j = members[at];
    var value = 0.0;
    if (c < memberCount[i]) {
      if (j == i) {
        value = 1.0;
      } else {
        for (var e = neighbours[params.entries + i]; e < stop; e++) {
          if (neighbours[e] == j) {
            value -= weights[e];
          }
        }
      }
    }
    dense[at] = value;
  }
}

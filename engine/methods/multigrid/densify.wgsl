fn densify(i: u32) {
  for (var c = 0u; c < params.denseWidth; c++) {
    let at = i * params.denseWidth + c;
    let j = members[at];
    var value = 0.0;
    if (c < memberCount[i]) {
      if (j == i) {
        value = 1.0;
      } else {
        for (var e = i * params.width; e < (i + 1u) * params.width; e++) {
          if (neighbours[e] == j) {
            value -= weights[e];
          }
        }
      }
    }
    dense[at] = value;
  }
}

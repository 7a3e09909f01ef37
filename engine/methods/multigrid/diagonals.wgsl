fn diagonals(i: u32) {
  var a = params.inertia * masses[i].x;
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    if (neighbours[e] != i) {
      a += springs[springOf[e]].y;
    }
  }
  // The denominator of [PNF18] Eq. (6)
  let value = select(a, 0.0, masses[i].y == 0.0);
  changed[i] = select(0u, 1u, value != diagonal[i]);
  diagonal[i] = value;
}

fn diagonals(i: u32) {
  var a = params.inertia * masses[i].x;
  for (var e = i * params.width; e < (i + 1u) * params.width; e++) {
    if (neighbours[e] != i) {
      a += springs[springOf[e]].y;
    }
  }
  let value = select(a, 0.0, masses[i].y == 0.0);
  changed[i] = select(0u, 1u, value != diagonal[i]);
  diagonal[i] = value;
}

// ω over the denominator of [PNF18] Eq. (6)
fn scaleRows(i: u32) {
  var a = params.inertia * masses[i].x;
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    if (neighbours[e] != i) { a += springs[springOf[e]].y; }
  }
  var scale = 1.0;
  if (params.divided != 0u) { scale = select(params.omega / a, 0.0, a == 0.0); }
  scales[i] = select(scale, 0.0, masses[i].y == 0.0);
}

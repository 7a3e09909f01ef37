// [PNF18] Eq. (6): the diagonal a_i, and s_ij / a_i
fn weigh(i: u32) {
  let row = neighbours[params.entries + i];
  let stop = neighbours[params.entries + i + 1u];
  var a = params.inertia * masses[i].x;
  for (var e = row; e < stop; e++) {
    if (neighbours[e] != i) { a += springs[springOf[e]].y; }
  }
  var scale = 0.0;
  if (masses[i].y != 0.0 && a != 0.0) { scale = params.omega / a; }
  for (var e = row; e < stop; e++) {
    weights[e] = select(scale * springs[springOf[e]].y, 0.0, neighbours[e] == i);
  }
}

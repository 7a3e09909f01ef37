fn weigh(i: u32) {
  let row = i * params.width;
  var a = params.inertia * masses[i].x;
  for (var e = row; e < row + params.width; e++) {
    if (neighbours[e] != i) { a += springs[springOf[e]].y; }
  }
  var scale = 0.0;
  if (masses[i].y != 0.0 && a != 0.0) { scale = params.omega / a; }
  for (var e = row; e < row + params.width; e++) {
    weights[e] = select(scale * springs[springOf[e]].y, 0.0, neighbours[e] == i);
  }
}

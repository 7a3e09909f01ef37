fn scaleParticle(i: u32) -> f32 {
  if (masses[i].y == 0.0) { return 0.0; }
  if (params.divided == 0u) { return 1.0; }
  var a = params.inertia * masses[i].x;
  let stop = neighbours[params.entries + i + 1u];
  for (var e = neighbours[params.entries + i]; e < stop; e++) {
    if (neighbours[e] != i) { a += springs[springOf[e]].y; }
  }
  if (a == 0.0) { return 0.0; }
  return params.omega / a;
}

fn scaleRows(i: u32) {
  scales[i] = scaleParticle(i);
}

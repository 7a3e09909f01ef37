fn workSums(block: u32) {
  let g = vec3f(params.gx, params.gy, params.gz);
  var totals = vec4f(0.0);
  for (var i = block * BLOCK; i < min(params.count, (block + 1u) * BLOCK); i++) {
    let mass = masses[i].x;
    let moved = x[i].xyz - fromX[i].xyz;
    let before = dot(fromV[i].xyz, fromV[i].xyz);
    if (masses[i].y != 0.0) {
      totals.x += 0.5 * mass * (params.keep * params.keep - 1.0) * before;
      totals.y += dot(force[i].xyz, moved);
    } else {
      totals.z += 0.5 * mass * (dot(v[i].xyz, v[i].xyz) - before) - dot(mass * g + pulls[i].xyz, moved);
    }
  }
  workTotals[block] = totals;
}

fn arrive(i: u32) {
  if (params.onlyRows > 0u && rowStarts[i] == rowStarts[i + 1u]) { return; }
  delta[i] += vec4f(free[params.particles + i].xyz - free[i].xyz, 0.0);
  if (rowStarts[i] > params.capacity || rowStarts[i + 1u] <= params.capacity) { return; }
  let missed = rowStarts[params.particles] - rowStarts[i];
  overlooked[0].x += min(missed, 0xffffffffu - overlooked[0].x);
}

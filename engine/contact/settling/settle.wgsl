// Adds the violation along a normal.
fn keptAbove(here: vec3f, n: vec3f, least: f32) -> vec3f {
  return here + max(0.0, least - dot(n, here)) * n;
}

// [Cry71]: a projected sweep
fn settle(i: u32) {
  if (reached[i] == 0u) { return; }
  var sum = rhs[i];
  var pull = 0.0;
  let rowEnd = neighbours[params.entries + i + 1u];
  for (var entry = neighbours[params.entries + i]; entry < rowEnd; entry++) {
    let weight = weights[entry];
    pull += weight;
    sum += weight * delta[neighbours[entry]];
  }
  if (pull == 0.0) { return; }
  var here = sum.xyz / pull;
  let stop = min(params.capacity, rowStarts[i + 1u]);
  let ground = touch[params.particles + i].xyz;
  for (var time = 0u; time < 2u; time++) {
    for (var e = rowStarts[i]; e < stop; e++) {
      here = keptAbove(here, contacts[3u * e].xyz, contacts[3u * e + 1u].w);
    }
    if (any(ground != vec3f(0.0))) { here = keptAbove(here, ground, touch[3u * params.particles + i].w); }
  }
  delta[i] = vec4f(here, 0.0);
}

// What is missing along a normal, added.
fn keptAbove(here: vec3f, n: vec3f, least: f32) -> vec3f {
  return here + max(0.0, least - dot(n, here)) * n;
}

fn settle(i: u32) {
  if (reached[i] == 0u) { return; }
  var sum = params.keep * delta[i] + rhs[i];
  var pulls = false;
  for (var entry = i * params.width; entry < (i + 1u) * params.width; entry++) {
    let weight = weights[entry];
    pulls = pulls || weight != 0.0;
    sum += weight * delta[neighbours[entry]];
  }
  if (!pulls) { return; }
  var here = sum.xyz;
  let stop = min(params.capacity, rowStarts[i + 1u]);
  let ground = touch[params.particles + i].xyz;
  for (var time = 0u; time < 2u; time++) {
    for (var e = rowStarts[i]; e < stop; e++) {
      here = keptAbove(here, contacts[3u * e].xyz, contacts[3u * e + 1u].w);
    }
    if (any(ground != vec3f(0.0))) { here = keptAbove(here, ground, touch[3u * params.particles + i].w); }
  }
  delta[i] = vec4f(here, sum.w);
}

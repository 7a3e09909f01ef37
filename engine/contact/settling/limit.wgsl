fn limit(i: u32) {
  let n = params.particles;
  let way = free[n + i].xyz;
  let here = delta[i].xyz;
  let stop = min(params.capacity, rowStarts[i + 1u]);
  for (var e = rowStarts[i]; e < stop; e++) {
    let plane = contacts[3u * e];
    let left = dot(plane.xyz, way - free[n + entries[e].x].xyz) - plane.w;
    contacts[3u * e + 1u].w = dot(plane.xyz, here) - 0.5 * max(0.0, left);
  }
  let ground = touch[n + i];
  if (any(ground.xyz != vec3f(0.0))) {
    let left = dot(ground.xyz, way - touch[2u * n + i].xyz) - ground.w;
    touch[3u * n + i].w = dot(ground.xyz, here) - max(0.0, left);
  }
  reached[i] = select(0u, 1u, rowStarts[i] < stop);
}

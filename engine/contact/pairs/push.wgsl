// The impulse of a contact, begun beyond the last two.
fn impulseAfter(plane: vec4f, u: vec3f, yielding: f32, last: vec4f, before: vec4f, pair: u32) -> vec4f {
  return answered(plane, u, yielding, last + params.ahead * (last - before), pairs[pair]);
}

fn push(i: u32) {
  let way = ways[i];
  var total = vec3f(0.0);
  for (var e = rowStarts[i]; e < min(params.capacity, rowStarts[i + 1u]); e++) {
    let other = ways[entries[e].x];
    let yielding = way.w + other.w;
    if (yielding == 0.0) { continue; }
    let plane = contacts[3u * e];
    let last = contacts[3u * e + 1u];
    let impulse = impulseAfter(plane, way.xyz - other.xyz, yielding, last, contacts[3u * e + 2u], entries[e].y);
    contacts[3u * e + 1u] = impulse;
    contacts[3u * e + 2u] = last;
    total += impulse.xyz + impulse.w * plane.xyz;
  }
  let n = params.particles;
  let plane = touch[n + i];
  if (way.w != 0.0 && any(plane.xyz != vec3f(0.0))) {
    let surface = touch[2u * n + i];
    let last = touch[3u * n + i];
    let impulse = impulseAfter(plane, way.xyz - surface.xyz, way.w, last, touch[4u * n + i], u32(surface.w));
    touch[3u * n + i] = impulse;
    touch[4u * n + i] = last;
    total += impulse.xyz + impulse.w * plane.xyz;
  }
  let found = free[i].xyz + free[i].w * total;
  let ahead = found + params.nextAhead * (found - free[n + i].xyz);
  free[n + i] = vec4f(found, 0.0);
  next[i] = vec4f(ahead, way.w);
}

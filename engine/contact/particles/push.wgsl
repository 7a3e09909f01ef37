// The impulse of a contact, extrapolated from the last two.
fn impulseAfter(plane: vec4f, u: vec3f, yielding: f32, last: vec4f, before: vec4f, pair: u32) -> vec4f {
  return answered(plane, u, yielding, last + params.ahead * (last - before), pairs[pair]);
}

// Contacts that are loaded together to hide latency. Those beyond the end of the row are ignored.
const AT_ONCE = 4u;

fn push(i: u32) {
  let isAlone = select(free[params.particles + i].w > 0.0, rowStarts[i] == rowStarts[i + 1u], params.onlyRows > 0u);
  if (isAlone) { return; }
  let way = ways[i];
  var total = vec3f(0.0);
  let end = min(params.capacity, rowStarts[i + 1u]);
  for (var first = rowStarts[i]; first < end; first += AT_ONCE) {
    var others: array<vec4f, AT_ONCE>;
    var planes: array<vec4f, AT_ONCE>;
    var lasts: array<vec4f, AT_ONCE>;
    var befores: array<vec4f, AT_ONCE>;
    var pairsOf: array<u32, AT_ONCE>;
    for (var k = 0u; k < AT_ONCE; k++) {
      let e = first + k;
      let entry = entries[e];
      others[k] = ways[entry.x];
      planes[k] = contacts[3u * e];
      lasts[k] = contacts[3u * e + 1u];
      befores[k] = contacts[3u * e + 2u];
      pairsOf[k] = entry.y;
    }
    for (var k = 0u; k < AT_ONCE; k++) {
      // [TBV12] mass splitting
      let yielding = way.w + others[k].w;
      if (first + k >= end || yielding == 0.0) { continue; }
      let plane = planes[k];
      let last = lasts[k];
      let impulse = impulseAfter(plane, way.xyz - others[k].xyz, yielding, last, befores[k], pairsOf[k]);
      contacts[3u * (first + k) + 1u] = impulse;
      contacts[3u * (first + k) + 2u] = last;
      total += impulse.xyz + impulse.w * plane.xyz;
    }
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
  // [Nes83]
  let ahead = found + params.nextAhead * (found - free[n + i].xyz);
  free[n + i] = vec4f(found, 0.0);
  next[i] = vec4f(ahead, way.w);
}

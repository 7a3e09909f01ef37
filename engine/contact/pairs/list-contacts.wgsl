const MENDED = 0.1;

// Lists those from the first to the end that the particle may meet, beginning with an entry; returns the next.
fn listIn(start: u32, item: u32, first: u32, end: u32) -> u32 {
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  let mass = places[4u * item + 3u];
  var entry = start;
  for (var other = first; other < end; other++) {
    let seen = places[4u * other];
    let seenWay = places[4u * other + 1u];
    let reach = begin.w + seen.w;
    if (other == item) { continue; }
    let a = begin.xyz - seen.xyz;
    let e = way.xyz - seenWay.xyz;
    let nearest = nearestOf(a, e);
    if (nearest.w >= SIGHT * reach || areNeighbours(item, other, reach)) { continue; }
    let seenMass = places[4u * other + 3u];
    let apart = length(a);
    var n = vec3f(0.0, select(-1.0, 1.0, way.w < seenWay.w), 0.0);
    var s = 0.0;
    if (apart < reach) {
      if (apart > 0.0) { n = a / apart; }
      s = min(params.most, MENDED * (reach - apart));
    } else {
      var p = nearest.xyz;
      if (nearest.w < reach) {
        let length2 = dot(e, e);
        let towards = dot(a, e);
        let root = max(0.0, towards * towards - length2 * (apart * apart - reach * reach));
        p = a + (-towards - sqrt(root)) / length2 * e;
      }
      n = p / length(p);
      s = reach - dot(n, a);
    }
    if (entry < params.capacity) {
      let pair = u32(mass.y) * params.materials + u32(seenMass.y);
      entries[entry] = vec2u(u32(seenWay.w), pair);
      contacts[3u * entry] = vec4f(n, s);
      contacts[3u * entry + 1u] = vec4f(0.0);
      contacts[3u * entry + 2u] = vec4f(0.0);
    }
    entry++;
  }
  return entry;
}

fn listContacts(item: u32) {
  let slot = u32(places[4u * item + 1u].w);
  let length = rowStarts[slot + 1u] - rowStarts[slot];
  delta[slot].w = f32(length);
  if (length == 0u) { return; }
  let gridded = starts[params.bins];
  var entry = rowStarts[slot];
  if (item < gridded) {
    let c = cellAt(places[4u * item].xyz, cell[0].xyz);
    for (var z = c.z - 1; z <= c.z + 1; z++) {
      for (var y = c.y - 1; y <= c.y + 1; y++) {
        for (var x = c.x - 1; x <= c.x + 1; x++) {
          let b = binAt(vec3i(x, y, z), params.bins);
          entry = listIn(entry, item, starts[b], starts[b + 1u]);
        }
      }
    }
  }
  listIn(entry, item, gridded, params.count);
}

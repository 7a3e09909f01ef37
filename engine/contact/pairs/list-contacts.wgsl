const MENDED = 0.05;

// Where the particle's row goes on, and what moves it out of those it overlaps.
struct Row {
  entry: u32,
  out: vec3f,
}

fn listIn(row: Row, item: u32, first: u32, end: u32) -> Row {
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  let mass = places[4u * item + 3u];
  var entry = row.entry;
  var out = row.out;
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
      let yielding = mass.x + seenMass.x;
      if (yielding > 0.0) { out += MENDED * (reach - apart) * mass.x / yielding * n; }
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
  return Row(entry, out);
}

fn listContacts(item: u32) {
  let slot = u32(places[4u * item + 1u].w);
  let length = rowStarts[slot + 1u] - rowStarts[slot];
  delta[slot].w = f32(length);
  if (length == 0u) { return; }
  let gridded = starts[params.bins];
  var row = Row(rowStarts[slot], vec3f(0.0));
  if (item < gridded) {
    let c = cellAt(places[4u * item].xyz, cell[0].xyz);
    for (var z = c.z - 1; z <= c.z + 1; z++) {
      for (var y = c.y - 1; y <= c.y + 1; y++) {
        for (var x = c.x - 1; x <= c.x + 1; x++) {
          let b = binAt(vec3i(x, y, z), params.bins);
          row = listIn(row, item, starts[b], starts[b + 1u]);
        }
      }
    }
  }
  row = listIn(row, item, gridded, params.count);
  x[slot] += vec4f(row.out, 0.0);
}

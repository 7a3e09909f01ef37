const CONTACTS = 24u;
const SIGHT = 1.2;
const AT_REST = 2.0;

// 0 where two don't come near or may not meet, 1 where they come near, 2 where they touch.
fn nearness(item: u32, other: u32) -> u32 {
  let begin = places[2u * item];
  let seen = places[2u * other];
  let way = places[2u * item + 1u];
  let seenWay = places[2u * other + 1u];
  let reach = begin.w + seen.w;
  let a = begin.xyz - seen.xyz;
  let e = way.xyz - seenWay.xyz;
  let length2 = dot(e, e);
  var t = 0.0;
  if (length2 > 0.0) { t = clamp(-dot(a, e) / length2, 0.0, 1.0); }
  let nearest = a + t * e;
  let distance2 = dot(nearest, nearest);
  if (distance2 >= SIGHT * reach * SIGHT * reach) { return 0u; }
  let ri = rest[u32(way.w)];
  let rj = rest[u32(seenWay.w)];
  if (ri.w == rj.w) {
    if (params.own == 0u) { return 0u; }
    let apart = ri.xyz - rj.xyz;
    if (dot(apart, apart) < AT_REST * reach * AT_REST * reach) { return 0u; }
  }
  return select(1u, 2u, distance2 < reach * reach);
}

fn findContacts(item: u32) {
  let gridded = starts[params.bins];
  let size = cell[0].xyz;
  let slot = u32(places[2u * item + 1u].w);
  let row = slot * CONTACTS;
  var found = 0u;
  var touching = 0u;
  if (item < gridded) {
    let c = cellAt(places[2u * item].xyz, size);
    for (var z = c.z - 1; z <= c.z + 1; z++) {
      for (var y = c.y - 1; y <= c.y + 1; y++) {
        for (var x = c.x - 1; x <= c.x + 1; x++) {
          let b = binAt(vec3i(x, y, z), params.bins);
          for (var other = starts[b]; other < starts[b + 1u]; other++) {
            if (other == item) { continue; }
            let near = nearness(item, other);
            if (near == 0u) { continue; }
            if (found < CONTACTS) { contacts[row + found] = u32(places[2u * other + 1u].w); }
            found++;
            touching += near - 1u;
          }
        }
      }
    }
  }
  for (var other = gridded; other < params.count; other++) {
    if (other == item) { continue; }
    let near = nearness(item, other);
    if (near == 0u) { continue; }
    if (found < CONTACTS) { contacts[row + found] = u32(places[2u * other + 1u].w); }
    found++;
    touching += near - 1u;
  }
  if (found < CONTACTS) { contacts[row + found] = slot; }
  lost[slot] = max(found, CONTACTS) - CONTACTS;
  delta[slot].w = f32(touching);
}

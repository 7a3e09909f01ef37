const MENDED = 0.1;

// Lists one contact.
fn list(item: u32, other: u32, entry: u32) {
  if (entry >= params.capacity) { return; }
  let begin = places[4u * item];
  let way = places[4u * item + 1u];
  let seen = places[4u * other];
  let seenWay = places[4u * other + 1u];
  let reach = begin.w + seen.w;
  let a = begin.xyz - seen.xyz;
  let e = way.xyz - seenWay.xyz;
  let apart = length(a);
  var n = vec3f(0.0, select(-1.0, 1.0, way.w < seenWay.w), 0.0);
  var s = 0.0;
  var touches = true;
  if (apart < reach) {
    if (apart > 0.0) { n = a / apart; }
    s = min(params.most, MENDED * (reach - apart));
  } else {
    let nearest = nearestOf(a, e);
    var p = nearest.xyz;
    touches = nearest.w < reach;
    if (touches) {
      let length2 = dot(e, e);
      let towards = dot(a, e);
      let root = max(0.0, towards * towards - length2 * (apart * apart - reach * reach));
      p = a + (-towards - sqrt(root)) / length2 * e;
    }
    n = p / length(p);
    s = reach - dot(n, a);
  }
  let pair = u32(places[4u * item + 3u].y) * params.materials + u32(places[4u * other + 3u].y);
  let approach = -dot(n, e);
  let restitution = pairs[pair].z;
  if (touches && approach > params.slow && restitution > 0.0) { s = max(s, restitution * approach); }
  let meetsBall = places[4u * item + 2u].w > 0.0 && places[4u * other + 2u].w < 0.0;
  let hasRoom = vec2u(rowStarts[u32(way.w) + 1u], rowStarts[u32(seenWay.w) + 1u]) <= vec2u(params.capacity);
  entries[entry] = vec2u(u32(seenWay.w), pair);
  contacts[3u * entry] = select(vec4f(0.0), vec4f(n, s), hasRoom.x && (meetsBall || hasRoom.y));
  contacts[3u * entry + 1u] = vec4f(0.0);
  contacts[3u * entry + 2u] = vec4f(0.0);
}

var<private> entry: u32;

fn meet(item: u32, other: u32) {
  list(item, other, entry);
  entry++;
}

fn listContacts(item: u32) {
  let slot = u32(places[4u * item + 1u].w);
  entry = rowStarts[slot];
  let size = rowStarts[slot + 1u] - entry;
  if (size <= NOTED) {
    for (var k = 0u; k < size; k++) { meet(item, noted[NOTED * item + k]); }
    return;
  }
  let gridded = starts[params.bins];
  if (item < gridded && params.cells > 0u) {
    for (var number = 0u; number < 27u; number++) { lookAt(item, inCell(item, number)); }
  }
  lookAt(item, vec2u(gridded, params.count));
}

const MENDED = 0.1;

// Lists one contact.
fn list(i: u32, other: u32, entry: u32) {
  if (entry >= params.capacity) { return; }
  let begin = moves[2u * i];
  let way = moves[2u * i + 1u];
  let seen = moves[2u * other];
  let seenWay = moves[2u * other + 1u];
  let reach = begin.w + seen.w;
  let a = begin.xyz - seen.xyz;
  let e = way.xyz - seenWay.xyz;
  let apart = length(a);
  var n = vec3f(0.0, select(-1.0, 1.0, i < other), 0.0);
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
  let pair = u32(way.w) * params.materials + u32(seenWay.w);
  let approach = -dot(n, e);
  let restitution = pairs[pair].z;
  if (touches && approach > params.slow && restitution > 0.0) { s = max(s, restitution * approach); }
  let meetsBall = rest[i].w > 0.0 && rest[other].w < 0.0;
  let hasRoom = vec2u(rowStarts[i + 1u], rowStarts[other + 1u]) <= vec2u(params.capacity);
  entries[entry] = vec2u(other, pair);
  contacts[3u * entry] = select(vec4f(0.0), vec4f(n, s), hasRoom.x && (meetsBall || hasRoom.y));
  contacts[3u * entry + 1u] = vec4f(0.0);
  contacts[3u * entry + 2u] = vec4f(0.0);
}

// [NP17] 3.4: the narrow phase, here over the whole path of the step
fn listContacts(i: u32) {
  var entry = rowStarts[i];
  if (rowStarts[i + 1u] == entry) { return; }
  let row = neighbours(i);
  for (var k = row.x; k < row.y; k++) {
    if (mayMeet(i, k)) { list(i, near[k], entry); entry++; }
  }
  for (var k = params.room; k < params.room + params.balls; k++) {
    if (mayMeet(i, k)) { list(i, near[k], entry); entry++; }
  }
}

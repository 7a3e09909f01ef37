// The particle at a corner of a triangle's quad.
fn cornerOf(t: u32, corner: u32) -> u32 {
  let slot = quadCorners[4u * t + corner];
  if (((sectors[slot] >> corner) & 1u) == 1u) { return spares[slot].x; }
  return slot;
}

fn flankQuads(t: u32) {
  let told = sides[t];
  let mine = 64u * (params.blade + 1u);
  if (quadCorners[4u * t] == 0xffffffffu || (told != 0u && (told & ~63u) != mine)) { return; }
  let wedge = RECORD * params.blade;
  let edge = edgeOf(wedge);
  let half = colliders[wedge + 1u].z;
  var p = vec3f(0.0);
  for (var c = 0u; c < 4u; c++) { p += 0.25 * x[cornerOf(t, c)].xyz; }
  var r2 = 0.0;
  for (var c = 0u; c < 4u; c++) {
    let away = x[cornerOf(t, c)].xyz - p;
    r2 += dot(away, away);
  }
  let r = sqrt(r2);
  let proud = masses[cornerOf(t, 0u)].z + PROUD * r;
  var before = vec3f(0.0);
  var after = vec3f(0.0);
  var reached = 0u;
  for (var c = 0u; c < 4u; c++) {
    let i = cornerOf(t, c);
    let was = seenFrom(edge, wedge + BEGIN, x[i].xyz - params.h * v[i].xyz, proud);
    let now = seenFrom(edge, wedge + END, x[i].xyz, proud);
    before += 0.25 * was;
    after += 0.25 * now;
    if (min(was.y, now.y) <= 0.0 && abs(now.z) <= half) { reached |= 4u << c; }
  }
  let isOver = abs(after.x) <= 2.0 * r && abs(after.z) <= half;
  let isSettled = (told & 60u) != 0u;
  let lowest = select(0.0, -depthOf(wedge, edge) - 2.0 * r, isSettled);
  if (!isOver || min(before.y, after.y) > 2.0 * r || max(before.y, after.y) < lowest) {
    sides[t] = 0u;
    return;
  }
  var side = select(2u, 1u, after.x >= 0.0);
  if (isSettled) { side = told & 3u; }
  sides[t] = mine | reached | side;
}

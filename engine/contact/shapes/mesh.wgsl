// mesh.ts in WGSL.
const TRIANGLE = 10u;

fn toBox(node: u32, p: vec3f) -> f32 {
  let out = max(max(shapeData[node].xyz - p, p - shapeData[node + 1u].xyz), vec3f(0.0));
  return dot(out, out);
}

// 8 times the parent plus a leaf's count.
fn familyOf(node: u32) -> u32 {
  return u32(shapeData[node + 1u].w);
}

fn meshField(p: vec3f, dimensions: vec4f, own: u32, reach: f32) -> vec4f {
  let outside = sqrt(toBox(own, p));
  if (outside > reach) { return vec4f(0.0, 1.0, 0.0, outside); }
  let triangles = own + 2u * u32(dimensions.x);
  var nearest = 0u;
  var found = vec4f(0.0);
  var best = 1e30;
  if (outside > 0.0) { best = reach * reach; }
  var node = 0u;
  var trail = 0u;
  loop {
    let at = own + 2u * node;
    let link = u32(shapeData[at].w);
    let count = familyOf(at) & 7u;
    if (count == 0u) {
      let left = toBox(own + 2u * link, p);
      let right = toBox(own + 2u * link + 2u, p);
      if (min(left, right) < best) {
        node = select(link + 1u, link, left <= right);
        trail <<= 1u;
        continue;
      }
    }
    for (var t = link; t < link + count; t++) {
      let triangle = triangles + TRIANGLE * t;
      let away = fromTriangle(p, shapeData[triangle].xyz, shapeData[triangle + 1u].xyz, shapeData[triangle + 2u].xyz);
      let square = dot(away.xyz, away.xyz);
      if (square < best) {
        best = square;
        found = away;
        nearest = triangle;
      }
    }
    // To a sibling that is near enough, or up.
    var goesOn = false;
    while (node != 0u) {
      if ((trail & 1u) == 1u) {
        node = familyOf(own + 2u * node) >> 3u;
        trail >>= 1u;
      } else {
        node ^= 1u;
        trail |= 1u;
        goesOn = toBox(own + 2u * node, p) < best;
        if (goesOn) { break; }
      }
    }
    if (!goesOn) { break; }
  }
  if (nearest == 0u) { return vec4f(0.0, 1.0, 0.0, 1e15); }
  let normal = shapeData[nearest + 3u + u32(found.w)].xyz;
  let side = select(1.0, -1.0, dot(found.xyz, normal) < 0.0);
  let size = sqrt(best);
  if (size == 0.0) { return vec4f(normal, 0.0); }
  return vec4f(found.xyz * (side / size), side * size);
}

// triangle.ts in WGSL.
fn fromTriangle(p: vec3f, a: vec3f, b: vec3f, c: vec3f) -> vec4f {
  let normal = cross(a - c, b - a);
  var found = fromEdge(normal, p - a, b - a, 0.0, 1.0);
  found = nearerEdge(found, fromEdge(normal, p - b, c - b, 1.0, 2.0));
  found = nearerEdge(found, fromEdge(normal, p - c, a - c, 2.0, 0.0));
  if (found.w > 0.0) { return found; }
  return vec4f(normal * (dot(p - a, normal) / dot(normal, normal)), 0.0);
}

fn fromEdge(normal: vec3f, way: vec3f, edge: vec3f, k: f32, next: f32) -> vec4f {
  if (dot(cross(normal, edge), way) >= 0.0) { return vec4f(0.0); }
  let t = dot(way, edge) / dot(edge, edge);
  var feature = 1.0 + k;
  if (t <= 0.0) { feature = 4.0 + k; }
  if (t >= 1.0) { feature = 4.0 + next; }
  return vec4f(way - clamp(t, 0.0, 1.0) * edge, feature);
}

fn nearerEdge(a: vec4f, b: vec4f) -> vec4f {
  if (b.w == 0.0) { return a; }
  if (a.w == 0.0 || dot(b.xyz, b.xyz) < dot(a.xyz, a.xyz)) { return b; }
  return a;
}

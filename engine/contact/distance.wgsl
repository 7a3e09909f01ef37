// The signed distances of distance.ts. A field is (normal, distance).
fn away(p: vec3f, radius: f32) -> vec4f {
  let size = length(p);
  if (size > 0.0) { return vec4f(p / size, size - radius); }
  return vec4f(0.0, 1.0, 0.0, -radius);
}

fn boxField(p: vec3f, half: vec3f) -> vec4f {
  let q = abs(p) - half;
  let deepest = max(q.x, max(q.y, q.z));
  let out = select(vec3f(1.0), vec3f(-1.0), p < vec3f(0.0));
  if (deepest > 0.0) {
    let o = max(q, vec3f(0.0));
    let size = length(o);
    return vec4f(out * o / size, size);
  }
  if (q.x == deepest) { return vec4f(out.x, 0.0, 0.0, deepest); }
  if (q.y == deepest) { return vec4f(0.0, out.y, 0.0, deepest); }
  return vec4f(0.0, 0.0, out.z, deepest);
}

fn cylinderField(p: vec3f, a: f32, b: f32) -> vec4f {
  let across = length(p.xz);
  var u = vec2f(1.0, 0.0);
  if (across > 0.0) { u = p.xz / across; }
  let flat = boxField(vec3f(across, p.y, 0.0), vec3f(a, b, 1e30));
  return vec4f(flat.x * u.x, flat.y, flat.x * u.y, flat.w);
}

fn fieldAt(id: u32, dimensions: vec4f, p: vec3f) -> vec4f {
  switch (id) {
    case 1u: { return vec4f(0.0, 1.0, 0.0, p.y); }
    case 2u: { return away(p, dimensions.x); }
    case 3u: { return boxField(p, dimensions.xyz); }
    case 4u: { return away(vec3f(p.x, p.y - clamp(p.y, -dimensions.y, dimensions.y), p.z), dimensions.x); }
    default: { return cylinderField(p, dimensions.x, dimensions.y); }
  }
}

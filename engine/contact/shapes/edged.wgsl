// edged.ts in WGSL.
fn boxField(p: vec3f, dimensions: vec4f) -> vec4f { return cuboidField(p, dimensions.xyz); }

fn cuboidField(p: vec3f, half: vec3f) -> vec4f {
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

fn cylinderField(p: vec3f, dimensions: vec4f) -> vec4f {
  return revolved(p, cuboidField(vec3f(length(p.xz), p.y, 0.0), vec3f(dimensions.xy, 1e30)));
}

fn coneField(p: vec3f, dimensions: vec4f) -> vec4f {
  let half = dimensions.y;
  let q = vec2f(length(p.xz), p.y);
  let b = vec2f(dimensions.x, -half);
  let c = vec2f(dimensions.z, half);
  return revolved(p, polygonField(q, vec2f(-b.x, -half), b, c, vec2f(-c.x, half)));
}

fn wedgeField(p: vec3f, dimensions: vec4f) -> vec4f {
  let a = -dimensions.xy;
  let flat = polygonField(p.xy, a, vec2f(dimensions.x, a.y), vec2f(dimensions.w, dimensions.y), a);
  let over = abs(p.z) - dimensions.z;
  let side = select(1.0, -1.0, p.z < 0.0);
  if (flat.w <= 0.0 && over <= 0.0) {
    if (flat.w > over) { return flat; }
    return vec4f(0.0, 0.0, side, over);
  }
  let o = max(vec2f(flat.w, over), vec2f(0.0));
  let size = length(o);
  return vec4f(flat.xy * o.x, side * o.y, size * size) / size;
}

fn polygonField(p: vec2f, a: vec2f, b: vec2f, c: vec2f, d: vec2f) -> vec4f {
  return outermost(outermost(edgeField(p - a, b - a), edgeField(p - b, c - b)), edgeField(p - c, d - c));
}

fn edgeField(p: vec2f, e: vec2f) -> vec4f {
  let size = length(e);
  if (size == 0.0) { return vec4f(0.0, 1.0, 0.0, -1e30); }
  let n = vec2f(e.y, -e.x) / size;
  let distance = dot(p, n);
  let t = dot(p, e) / (size * size);
  if (distance <= 0.0 || (t > 0.0 && t < 1.0)) { return vec4f(n, 0.0, distance); }
  return awayFrom(vec3f(select(p, p - e, t > 0.0), 0.0), 0.0);
}

fn outermost(a: vec4f, b: vec4f) -> vec4f {
  return select(b, a, (a.w > 0.0 && b.w > 0.0) == (a.w < b.w));
}

// round.ts in WGSL, and what shape.ts has for all. A field is (normal, distance).
fn awayFrom(p: vec3f, radius: f32) -> vec4f {
  let size = length(p);
  if (size > 0.0) { return vec4f(p / size, size - radius); }
  return vec4f(0.0, 1.0, 0.0, -radius);
}

fn revolved(p: vec3f, flat: vec4f) -> vec4f {
  let r = length(p.xz);
  var u = vec2f(1.0, 0.0);
  if (r > 0.0) { u = p.xz / r; }
  return vec4f(flat.x * u.x, flat.y, flat.x * u.y, flat.w);
}

fn planeField(p: vec3f, dimensions: vec4f) -> vec4f { return vec4f(0.0, 1.0, 0.0, p.y); }

fn sphereField(p: vec3f, dimensions: vec4f) -> vec4f { return awayFrom(p, dimensions.x); }

fn capsuleField(p: vec3f, dimensions: vec4f) -> vec4f {
  return awayFrom(vec3f(p.x, p.y - clamp(p.y, -dimensions.y, dimensions.y), p.z), dimensions.x);
}

fn torusField(p: vec3f, dimensions: vec4f) -> vec4f {
  return revolved(p, awayFrom(vec3f(length(p.xz) - dimensions.x, p.y, 0.0), dimensions.y));
}

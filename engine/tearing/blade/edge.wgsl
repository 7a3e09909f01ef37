// edge.ts in WGSL.
const DOWN = 0.9;
const PROUD = 0.01;
// vec4s of a collider, and the offsets of its poses: `RECORD` in collide.ts.
const RECORD = 6u;
const BEGIN = 2u;
const END = 4u;

// x and y of the apex, then x and y of the up direction.
fn edgeOf(wedge: u32) -> vec4f {
  let size = colliders[wedge + 1u];
  let left = vec2f(size.w + size.x, 2.0 * size.y);
  let right = vec2f(size.w - size.x, 2.0 * size.y);
  return vec4f(size.w, size.y, normalize(left / length(left) + right / length(right)));
}

fn depthOf(wedge: u32, edge: vec4f) -> f32 { return DOWN * 2.0 * colliders[wedge + 1u].y / edge.w; }

fn seenFrom(edge: vec4f, pose: u32, p: vec3f, proud: f32) -> vec3f {
  let own = into(pose, p);
  let d = own.xy - edge.xy;
  return vec3f(d.x * edge.w - d.y * edge.z, d.x * edge.z + d.y * edge.w - proud, own.z);
}


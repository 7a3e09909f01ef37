// pose.ts in WGSL; a pose is two vec4s of `colliders`, from number `record` on.
fn turned(q: vec4f, p: vec3f) -> vec3f {
  return p + 2.0 * cross(q.xyz, cross(q.xyz, p) + q.w * p);
}

fn into(record: u32, p: vec3f) -> vec3f {
  let turn = colliders[record + 1u];
  return turned(vec4f(-turn.xyz, turn.w), p - colliders[record].xyz);
}

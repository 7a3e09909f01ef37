// The field of a shape, chosen by its number, at a point of its own frame. See index.ts.
fn fieldAt(collider: u32, p: vec3f, reach: f32) -> vec4f {
  let dimensions = colliders[collider + 1u];
  let own = u32(colliders[collider].z);
  switch (u32(colliders[collider].x)) {
    case 1u: { return vec4f(0.0, 1.0, 0.0, p.y); }
    case 2u: { return awayFrom(p, dimensions.x); }
    case 3u: { return boxField(p, dimensions.xyz); }
    case 4u: { return capsuleField(p, dimensions); }
    case 5u: { return cylinderField(p, dimensions); }
    case 6u: { return coneField(p, dimensions); }
    case 7u: { return wedgeField(p, dimensions); }
    case 8u: { return torusField(p, dimensions); }
    case 9u: { return funnelField(p, dimensions, own, reach); }
    case 10u: { return heightfieldField(p, dimensions, own, reach); }
    case 11u: { return gridField(p, dimensions, own, reach); }
    default: { return meshField(p, dimensions, own, reach); }
  }
}

// The plane of a triangle, in place of the SVD of [LBOK13] Sec. 6; see frame.ts.
fn perpendicular(d: vec3f, element: u32) -> vec3f {
  var axis = element % 3u;
  if (d[axis] * d[axis] > 0.9) { axis = (axis + 1u) % 3u; }
  var across = -d[axis] * d;
  across[axis] += 1.0;
  return across / sqrt(1.0 - d[axis] * d[axis]);
}

fn firstAxis(fu: vec3f, fv: vec3f, element: u32) -> vec3f {
  let u2 = dot(fu, fu);
  if (u2 > 1e-12) { return fu / sqrt(u2); }
  let v2 = dot(fv, fv);
  if (v2 > 1e-12) { return perpendicular(fv / sqrt(v2), element); }
  var axis = vec3f(0.0);
  axis[element % 3u] = 1.0;
  return axis;
}

fn secondAxis(fv: vec3f, e1: vec3f, element: u32) -> vec3f {
  let across = fv - dot(fv, e1) * e1;
  let length2 = dot(across, across);
  if (!(length2 > 1e-8 * dot(fv, fv) && length2 > 1e-12)) { return perpendicular(e1, element); }
  return across / sqrt(length2);
}

fn directionOr(f: vec3f, other: vec3f) -> vec3f {
  let length2 = dot(f, f);
  if (length2 > 1e-12) { return f / sqrt(length2); }
  return other;
}

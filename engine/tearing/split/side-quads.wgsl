// Position of a corner of a triangle's quad.
fn placeOf(t: u32, corner: u32) -> vec3f {
  let slot = quadCorners[4u * t + corner];
  if (((sectors[slot] >> corner) & 1u) == 1u) { return x[spares[slot].x].xyz; }
  return x[slot].xyz;
}

fn sideQuads(t: u32) {
  if (params.fresh == 1u) { sides[t] = 0u; }
  if (sides[t] != 0u || quadCorners[4u * t] == 0xffffffffu) { return; }
  let a = vec3f(params.ax, params.ay, params.az);
  let b = vec3f(params.bx, params.by, params.bz);
  let c = vec3f(params.cx, params.cy, params.cz);
  let n = cross(b - a, c - a);
  var p = vec3f(0.0);
  for (var corner = 0u; corner < 4u; corner++) { p += 0.25 * placeOf(t, corner); }
  var r2 = 0.0;
  for (var corner = 0u; corner < 4u; corner++) {
    let away = placeOf(t, corner) - p;
    r2 += dot(away, away);
  }
  let off = dot(n, p - a);
  if (off * off > r2 * dot(n, n)) { return; }
  if (dot(n, cross(c - b, p - b)) < 0.0 || dot(n, cross(a - c, p - c)) < 0.0) { return; }
  let inside = dot(n, cross(b - a, p - a));
  let isNear = params.fresh == 0u && inside * inside <= r2 * dot(n, n) * dot(b - a, b - a);
  if (inside >= 0.0 || isNear) { sides[t] = 60u | select(2u, 1u, off >= 0.0); }
}

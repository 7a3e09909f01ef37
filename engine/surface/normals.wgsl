// [NP17] 5.4.1, weighted by area
fn normals(i: u32) {
  var n = vec3f(0.0);
  let stop = cornerStarts[i + 1u];
  for (var t = cornerStarts[i]; t < stop; t++) {
    n += cross(x[corners[t].x].xyz - x[i].xyz, x[corners[t].y].xyz - x[i].xyz);
  }
  let length2 = dot(n, n);
  normal[i] = vec4f(0.0, 0.0, 1.0, 0.0);
  if (length2 > 0.0) { normal[i] = vec4f(n / sqrt(length2), 0.0); }
}
